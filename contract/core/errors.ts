/**
 * Every error that the server answers with, by its stable code, and its HTTP status. The texts are in
 * `languages/<language>/errors.json`: an answer includes the English one; clients show that of their language.
 */
export const errorStatus = {
  // Requests that the server cannot parse, or refuses.
  invalid_request: 400,
  invalid_characters: 400,
  cross_site: 403,
  not_found: 404,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  unavailable: 503,
  unknown: 500,

  // Accounts.
  not_logged_in: 401,
  token_invalid: 401,
  token_limit_reached: 403,
  insufficient_scope: 403,
  outside_folder: 403,
  fields_missing: 400,
  email_invalid: 400,
  email_taken: 409,
  password_too_short: 400,
  password_too_long: 400,
  password_mismatch: 400,
  password_wrong: 400,
  password_common: 400,
  password_unchanged: 400,
  reset_email_invalid: 400,
  link_invalid: 400,
  too_many_attempts: 429,
  email_unverified: 403,
  account_blocked: 403,
  registration_closed: 403,
  registration_restricted: 403,
  proof_needed: 403,
  password_missing: 409,
  google_password_needed: 409,
  google_unavailable: 503,
  google_failed: 400,
  google_email_unverified: 400,

  // Folders and prompts.
  name_missing: 400,
  name_too_long: 400,
  color_invalid: 400,
  prompt_too_long: 400,
  notes_too_long: 400,
  short_name_invalid: 400,
  short_name_taken: 409,
  when_to_use_too_long: 400,
  variables_too_long: 400,
  variable_text_too_long: 400,
  label_too_long: 400,
  too_many_options: 400,
  variable_name_invalid: 400,
  value_named_twice: 400,
  values_too_long: 400,
  my_values_too_long: 400,
  my_value_limit_reached: 400,
  value_set_limit_reached: 403,
  folder_limit_reached: 403,
  library_full: 403,
  storage_full: 403,
  trash_full: 403,
  destination_missing: 400,
  folder_in_itself: 409,
  selection_too_large: 400,
  copy_too_large: 400,
  version_limit_reached: 403,
  prompt_changed: 409,
  changed_elsewhere: 409,
  import_undone: 409,
  search_too_short: 400,
  search_too_long: 400,

  // Runs.
  too_many_runs: 429,
  // Models.
  connections_off: 503,
  connection_limit_reached: 403,
  address_invalid: 400,
  address_too_long: 400,
  key_too_long: 400,
  too_many_models: 400,
  address_refused: 400,
  key_needed: 400,
  key_refused: 400,
  model_unknown: 400,
  run_too_long: 400,
  run_text_too_long: 400,
  run_filtered: 400,
  model_busy: 503,
  model_failed: 503,
  model_silent: 503,
  model_cut: 503,
  model_unreachable: 503,

  // Plans.
  prompt_limit_reached: 403,
  subscription_missing: 403,
  subscription_active: 409,
  paid_plan_missing: 409,
  free_plan_used: 403,
  credits_missing: 403,
  allowance_used: 403,
  payments_off: 503,
  payment_unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Narrows an untrusted string to an error code. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorStatus, text)
}
