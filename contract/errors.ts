/**
 * Every error the server answers with, by its stable code, and the English text it carries as `msg`.
 * The texts of spec §5 and §8 are word for word, spelling included. A client shows its own
 * translation of the code.
 */
export const errorMessages = {
  // Requests that the server does not understand or does not take.
  invalid_request: 'Something went wrong',
  invalid_characters: 'The text contains characters that cannot be stored.',
  cross_site: 'Requests from another site are refused.',
  not_found: 'Not found',
  payload_too_large: 'This is too much at once. A request may hold 1 MB at most.',
  unsupported_media_type: 'Only JSON is accepted here.',
  unavailable: 'The service cannot answer right now. Please try again in a moment.',
  unknown: 'Something went wrong, please try again later',

  // Accounts.
  not_logged_in: 'Please log in.',
  fields_missing: 'Please fill all the fields.',
  email_invalid: 'Not a valid email',
  email_taken: 'User already exist with this email',
  password_too_short: 'Password should be atleast 8 characeters long.',
  password_too_long: 'The password may have 128 characters at most.',
  password_mismatch: 'Confirm Password does not match',
  password_wrong: 'Wrong Password',
  password_common: 'This is one of the most common passwords, please choose another one.',
  password_unchanged: 'The new password should not be the same as the old password.',
  reset_email_invalid: 'Please use a valid email address',
  link_invalid: 'This link is not valid any more.',
  too_many_attempts: 'Too many attempts, please try again later.',
  email_unverified: 'Please open the link in the e-mail that we have sent to this address first.',
  registration_closed: 'This server takes no new accounts.',
  registration_restricted: 'This server takes new accounts with certain addresses only.',
  proof_needed: 'Please enter your password again to go on.',
  password_missing: 'This account has no password to sign in with instead.',
  google_password_needed:
    'There is an account with this address already. Sign in with its password once, and Google will be connected to it.',
  google_unavailable: 'This server has no Google sign-in.',
  google_failed: 'Signing in with Google did not work, please try again.',
  google_email_unverified: 'Google has not verified this email address.',

  // Folders and prompts.
  name_missing: 'Please enter a name.',
  name_too_long: 'The name may have 200 characters at most.',
  color_invalid: 'Please choose a colour of six hex digits.',
  prompt_too_long: 'The prompt may have 200,000 characters at most.',
  notes_too_long: 'The notes may have 20,000 characters at most.',
  folder_limit_reached: 'You have reached the limit of 10,000 folders.',
  library_full: 'You have reached the limit of 200,000 prompts.',
  storage_full: 'You have reached the limit of 2 GB of text.',
  destination_missing: 'Please select a destination folder.',
  prompt_changed: 'This prompt has been changed elsewhere since you opened it.',
  search_too_short: 'Please enter at least 3 characters.',
  search_too_long: 'Please enter 200 characters at most.',

  // Plans.
  prompt_limit_reached:
    'You have reached the limit of 10 prompts for free usage, upgrade your plan',
  subscription_missing: 'You need an active subscription to create a folder or a prompt',
  subscription_active:
    'You have an active subscription, to subscribe to a new plan head to the profile page and unsubscribe first',
  paid_plan_missing: 'You have no paid plan to unsubscribe from.',
  free_plan_used: "You can't subscribe to a free plan because you already used your free plan",
  credits_missing: "You don't have enough credits, please buy or upgrade your plan",
  payments_off: 'This server takes no payments.',
  payment_unavailable:
    'The payment service cannot be reached right now. Please try again in a moment.',
} as const

export type ErrorCode = keyof typeof errorMessages

/** Whether a text from outside is one of our codes. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorMessages, text)
}
