import type { ErrorCode } from '#contract/errors.ts'

/** The HTTP status that each error is answered with (spec §7). */
export const errorStatus = {
  invalid_request: 400,
  invalid_characters: 400,
  cross_site: 403,
  not_found: 404,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unavailable: 503,
  unknown: 500,

  not_logged_in: 401,
  fields_missing: 400,
  email_invalid: 400,
  email_taken: 409,
  password_too_short: 400,
  password_too_long: 400,
  password_mismatch: 400,
  // Not 401, on which the client leaves for the sign-in screen.
  password_wrong: 400,
  password_common: 400,
  password_unchanged: 400,
  reset_email_invalid: 400,
  link_invalid: 400,
  too_many_attempts: 429,
  google_failed: 400,
  google_email_unverified: 400,
  google_unavailable: 503,

  name_missing: 400,
  name_too_long: 400,
  color_invalid: 400,
  prompt_too_long: 400,
  notes_too_long: 400,
  destination_missing: 400,
  search_too_short: 400,
  search_too_long: 400,

  prompt_limit_reached: 403,
  subscription_missing: 403,
  subscription_active: 409,
  paid_plan_missing: 409,
  free_plan_used: 403,
  credits_missing: 403,
  payments_off: 503,
  payment_unavailable: 503,
} as const satisfies Record<ErrorCode, number>
