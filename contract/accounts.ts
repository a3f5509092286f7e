import * as z from 'zod/mini'
import { defineCall } from './core/call.ts'
import { limits } from './limits.ts'
import { code, Moment, NoInput, storable, Success } from './core/schemas.ts'
import { SubscriptionDetails } from './plans.ts'

/**
 * Non-space text, an @, non-space text, a dot, non-space text. Only one way to match any input, so that
 * matching takes linear time.
 */
const emailFormat = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

const FilledField = z
  .string(code('fields_missing'))
  .check(z.minLength(1, { error: code('fields_missing'), abort: true }), storable)

/** An e-mail address, trimmed. Addresses are compared case-insensitively. */
const Email = z
  .string(code('fields_missing'))
  .check(
    z.trim(),
    z.minLength(1, { error: code('fields_missing'), abort: true }),
    storable,
    z.maxLength(limits.emailLength, { error: code('email_invalid'), abort: true }),
    z.regex(emailFormat, code('email_invalid')),
  )

const NewPassword = FilledField.check(
  z.minLength(limits.passwordMinLength, code('password_too_short')),
  z.maxLength(limits.passwordMaxLength, code('password_too_long')),
)

/** The account's password. One that is too long to be anyone's is simply wrong. */
const CurrentPassword = FilledField.check(
  z.maxLength(limits.passwordMaxLength, code('password_wrong')),
)

export const SignIn = z.object({ email: Email, password: CurrentPassword })

export const SignUp = z
  .object({ email: Email, password: NewPassword, cpassword: FilledField })
  .check(
    z.refine((form) => form.password === form.cpassword, {
      error: code('password_mismatch'),
      path: ['cpassword'],
    }),
  )

export const LoginCheck = z.object({
  isLoggedIn: z.boolean(),
  /** Missing without a session. */
  accountId: z.optional(z.string()),
  credits: z.object({ credits: z.number(), given: z.number() }),
})
export type LoginCheck = z.output<typeof LoginCheck>

export const Profile = z.object({
  profile: z.object({ email: z.string() }),
  subDetails: z.nullable(SubscriptionDetails),
  /** Whether the account has no password and signs in through Google only. */
  isSocialMedia: z.boolean(),
  /** Whether a mailed link or Google has verified the address. */
  isEmailVerified: z.boolean(),
  /** The address that replaces the account's once its link is opened; null: no pending change. */
  pendingEmail: z.nullable(z.string()),
  isGoogleLinked: z.boolean(),
  /** Whether calls that need a fresh proof would fail with `proof_needed` now. */
  needsProof: z.boolean(),
  usage: z.object({
    prompts: z.number(),
    /** Null: no limit. */
    promptLimit: z.nullable(z.number()),
    folders: z.number(),
  }),
})
export type Profile = z.output<typeof Profile>

/** An address to send a reset link to. */
export const ResetRequest = z.object({
  email: z
    .string(code('reset_email_invalid'))
    .check(
      z.trim(),
      storable,
      z.maxLength(limits.emailLength, { error: code('reset_email_invalid'), abort: true }),
      z.regex(emailFormat, code('reset_email_invalid')),
    ),
})

export const NewPasswords = z.object({ password: NewPassword, cPassword: FilledField }).check(
  z.refine((form) => form.password === form.cPassword, {
    error: code('password_mismatch'),
    path: ['cPassword'],
  }),
)

export const PasswordChange = z
  .object({
    password: CurrentPassword,
    newPassword: NewPassword,
    confirmPassword: FilledField,
  })
  .check(
    z.refine((form) => form.newPassword === form.confirmPassword, {
      error: code('password_mismatch'),
      path: ['confirmPassword'],
    }),
    z.refine((form) => form.newPassword !== form.password, {
      error: code('password_unchanged'),
      path: ['newPassword'],
    }),
  )

/** A browser signed in to the account. */
export const Session = z.object({
  id: z.string(),
  /** The browser's `User-Agent`. */
  userAgent: z.string(),
  signedInAt: Moment,
  lastUsedAt: Moment,
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof Session>

const Message = z.object({ status: z.literal('success'), msg: z.string() })
/** The address to replace the account's. */
export const EmailChange = z.object({ email: Email })

/** The password, entered again before a change that cannot be undone. */
export const Proof = z.object({ password: CurrentPassword })

/** The token in a mailed link. */
const Token = z.object({
  token: z.string(code('link_invalid')).check(z.regex(/^[\w-]{1,128}$/, code('link_invalid'))),
})

export const accountCalls = {
  checkLogin: defineCall({
    method: 'GET',
    path: 'login-checker',
    access: 'public',
    identifies: true,
    effect: 'read',
    summary: 'Whether the caller is signed in, and their credits.',
    input: NoInput,
    answer: LoginCheck,
  }),
  getGoogleLink: defineCall({
    method: 'GET',
    path: 'login/google-link',
    access: 'public',
    effect: 'write',
    throttle: 'signInWithGoogleFromAddress',
    summary: 'The address to start signing in with Google at.',
    input: NoInput,
    answer: z.object({ url: z.string() }),
    errors: ['google_unavailable'],
  }),
  loginWithGoogle: defineCall({
    method: 'GET',
    path: 'login/google-login',
    access: 'public',
    effect: 'write',
    throttle: 'signInWithGoogleFromAddress',
    summary:
      'Finishes signing in with Google, by the query that Google sent the browser back with.',
    input: z.looseObject({}),
    answer: Success,
    errors: [
      'google_unavailable',
      'google_failed',
      'google_email_unverified',
      'google_password_needed',
      'registration_closed',
      'registration_restricted',
      'email_taken',
    ],
  }),
  login: defineCall({
    method: 'POST',
    path: 'login',
    access: 'public',
    effect: 'write',
    throttle: 'signInFromAddress',
    summary: 'Signs in and sets the session cookie.',
    input: SignIn,
    answer: Success,
    errors: ['password_wrong', 'email_unverified'],
  }),
  register: defineCall({
    method: 'POST',
    path: 'register',
    access: 'public',
    effect: 'write',
    throttle: 'registerFromAddress',
    summary: 'Creates an account on the free plan.',
    input: SignUp,
    answer: Success,
    errors: ['email_taken', 'password_common', 'registration_closed', 'registration_restricted'],
  }),
  logout: defineCall({
    method: 'GET',
    path: 'logout',
    access: 'public',
    identifies: true,
    effect: 'write',
    summary: 'Ends the session.',
    input: NoInput,
    answer: Success,
  }),
  verifyEmail: defineCall({
    method: 'POST',
    path: 'verify-email',
    access: 'public',
    identifies: true,
    effect: 'write',
    throttle: 'followLinkFromAddress',
    summary: 'Verifies an e-mail address by the token mailed to it.',
    input: Token,
    /** `changedTo`: the account's new address, where the link was for a change of address. */
    answer: z.extend(Success, { changedTo: z.optional(z.string()) }),
    errors: ['link_invalid', 'email_taken'],
  }),
  sendResetLink: defineCall({
    method: 'POST',
    path: 'fp/send',
    access: 'public',
    effect: 'write',
    throttle: 'mailResetLinkFromAddress',
    summary: 'Mails a link to reset the password, if the account exists.',
    input: ResetRequest,
    answer: Message,
  }),
  getResetToken: defineCall({
    method: 'GET',
    path: 'fp/reset/:token',
    access: 'public',
    effect: 'read',
    throttle: 'followLinkFromAddress',
    summary: 'The address of the account that a reset token is for.',
    params: Token,
    input: NoInput,
    answer: z.object({ userEmail: z.string() }),
    errors: ['link_invalid'],
  }),
  resetPassword: defineCall({
    method: 'POST',
    path: 'fp/reset/:token',
    access: 'public',
    effect: 'write',
    throttle: 'followLinkFromAddress',
    summary: 'Sets a new password by a reset token.',
    params: Token,
    input: NewPasswords,
    answer: Message,
    errors: ['link_invalid', 'password_common'],
  }),
  getProfile: defineCall({
    method: 'GET',
    path: 'profile',
    access: 'account',
    effect: 'read',
    summary: 'The account, its subscription and its usage.',
    input: NoInput,
    answer: Profile,
  }),
  updateProfile: defineCall({
    method: 'POST',
    path: 'update-profile',
    access: 'session',
    effect: 'write',
    summary: 'Changes the password.',
    input: PasswordChange,
    answer: Success,
    errors: ['password_wrong', 'password_common', 'too_many_attempts'],
  }),
  listSessions: defineCall({
    method: 'GET',
    path: 'sessions',
    access: 'session',
    effect: 'read',
    summary: 'The sessions of the account, most recently used first.',
    input: NoInput,
    answer: z.object({ sessions: z.array(Session) }),
  }),
  endOtherSessions: defineCall({
    method: 'POST',
    path: 'sessions/end-others',
    access: 'session',
    effect: 'write',
    summary: 'Signs the account out of all other browsers.',
    input: NoInput,
    answer: Success,
  }),
  endSession: defineCall({
    method: 'POST',
    path: 'sessions/end',
    access: 'session',
    effect: 'write',
    summary: 'Signs the account out of one browser.',
    input: z.object({
      sessionId: z
        .string(code('not_found'))
        .check(z.regex(/^[\w-]{43}$/, { error: code('not_found'), abort: true })),
    }),
    answer: Success,
    errors: ['not_found'],
  }),
  proveSession: defineCall({
    method: 'POST',
    path: 'sessions/prove',
    access: 'session',
    effect: 'write',
    summary: 'Checks the password again, as a fresh proof for the next fifteen minutes.',
    input: Proof,
    answer: Success,
    errors: ['password_wrong', 'too_many_attempts'],
  }),
  sendVerificationLink: defineCall({
    method: 'POST',
    path: 'profile/send-verification',
    access: 'account',
    effect: 'write',
    summary: 'Mails another link to verify the address, unless it is verified.',
    input: NoInput,
    answer: Success,
    errors: ['too_many_attempts'],
  }),
  changeEmail: defineCall({
    method: 'POST',
    path: 'profile/email',
    access: 'session',
    effect: 'write',
    summary:
      'Mails a link to a new address, which becomes the account’s when the link is opened. Needs a fresh proof.',
    input: EmailChange,
    answer: Success,
    errors: ['proof_needed', 'email_taken', 'registration_restricted', 'too_many_attempts'],
  }),
  undoEmailChange: defineCall({
    method: 'POST',
    path: 'profile/email/undo',
    access: 'public',
    effect: 'write',
    throttle: 'followLinkFromAddress',
    summary:
      'Restores the account’s former address by the token mailed there, and ends all other access.',
    input: Token,
    answer: z.extend(Success, { userEmail: z.string() }),
    errors: ['link_invalid', 'email_taken'],
  }),
  unlinkGoogle: defineCall({
    method: 'POST',
    path: 'profile/unlink-google',
    access: 'session',
    effect: 'write',
    summary: 'Disconnects Google from an account with a password. Needs a fresh proof.',
    input: NoInput,
    answer: Success,
    errors: ['proof_needed', 'password_missing'],
  }),
  downloadAccount: defineCall({
    method: 'GET',
    path: 'profile/data',
    access: 'session',
    effect: 'read',
    summary:
      'All data the server holds about the account, as a file (GDPR 15 and 20). Needs a fresh proof.',
    input: NoInput,
    answer: z.looseObject({}),
    answerAs: 'file',
    errors: ['proof_needed'],
  }),
  deleteAccount: defineCall({
    method: 'POST',
    path: 'profile/delete',
    access: 'session',
    effect: 'write',
    summary: 'Deletes the account with everything in it. Needs a fresh proof.',
    input: NoInput,
    answer: Success,
    errors: ['proof_needed'],
  }),
}
