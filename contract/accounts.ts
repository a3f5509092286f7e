import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { limits } from './limits.ts'
import { code, Moment, NoInput, storable, Success } from './schemas.ts'
import { SubscriptionDetails } from './plans.ts'

/**
 * Spec §5: non-space text, an @, non-space text, a dot, non-space text. Written so that a match can be
 * tried in one way only, which takes time linear in the length.
 */
const emailFormat = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

const FilledField = z
  .string(code('fields_missing'))
  .check(z.minLength(1, { error: code('fields_missing'), abort: true }), storable)

/** An e-mail address, trimmed. Addresses are compared without regard to case. */
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

export const SignIn = z.object({
  email: Email,
  password: FilledField.check(z.maxLength(limits.passwordMaxLength, code('password_wrong'))),
})

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
  /** Whose session it is; missing without one. */
  accountId: z.optional(z.string()),
  credits: z.object({ credits: z.number(), given: z.number() }),
})
export type LoginCheck = z.output<typeof LoginCheck>

export const Profile = z.object({
  profile: z.object({ email: z.string() }),
  subDetails: z.nullable(SubscriptionDetails),
  /** Whether the account has no password, and signs in through Google only. */
  isSocialMedia: z.boolean(),
  /** Whether the address has been proved by a link that was mailed to it, or by Google. */
  isEmailVerified: z.boolean(),
  /** The address that takes over once the link mailed to it has been opened; null: none. */
  pendingEmail: z.nullable(z.string()),
  isGoogleLinked: z.boolean(),
  /** Whether the calls that need a fresh proof would answer `proof_needed` now. */
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
    password: FilledField.check(z.maxLength(limits.passwordMaxLength, code('password_wrong'))),
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

/** A browser that is signed in to the account. */
export const Session = z.object({
  id: z.string(),
  /** As the browser names itself. */
  userAgent: z.string(),
  signedInAt: Moment,
  lastUsedAt: Moment,
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof Session>

const Message = z.object({ status: z.literal('success'), msg: z.string() })
/** The address that takes the place of the account's. */
export const EmailChange = z.object({ email: Email })

/** What a user types to prove who is there. */
export const Proof = z.object({
  password: FilledField.check(z.maxLength(limits.passwordMaxLength, code('password_wrong'))),
})

/** A token of a link that was mailed. */
const Token = z.object({
  token: z.string(code('link_invalid')).check(z.regex(/^[\w-]{1,128}$/, code('link_invalid'))),
})

export const accountCalls = {
  checkLogin: defineCall({
    method: 'GET',
    path: 'login-checker',
    access: 'anyone',
    summary: 'Tells whether the caller is logged in, and the credits if so.',
    input: NoInput,
    answer: LoginCheck,
  }),
  getGoogleLink: defineCall({
    method: 'GET',
    path: 'login/google-link',
    access: 'anyone',
    summary: 'The address at which signing in with Google begins.',
    input: NoInput,
    answer: z.object({ url: z.string() }),
  }),
  loginWithGoogle: defineCall({
    method: 'GET',
    path: 'login/google-login',
    access: 'anyone',
    summary: 'Ends signing in with Google: takes the query that Google sent the browser back with.',
    input: z.looseObject({}),
    answer: Success,
  }),
  login: defineCall({
    method: 'POST',
    path: 'login',
    access: 'anyone',
    summary: 'Signs in and sets the session cookie.',
    input: SignIn,
    answer: Success,
  }),
  register: defineCall({
    method: 'POST',
    path: 'register',
    access: 'anyone',
    summary: 'Makes an account on the free plan.',
    input: SignUp,
    answer: Success,
  }),
  logout: defineCall({
    method: 'GET',
    path: 'logout',
    access: 'anyone',
    summary: 'Ends the session.',
    input: NoInput,
    answer: Success,
  }),
  verifyEmail: defineCall({
    method: 'POST',
    path: 'verify-email',
    access: 'anyone',
    summary: 'Proves an e-mail address by the token that was mailed to it.',
    input: Token,
    /** `changedTo`: the address that is the account’s from now on. */
    answer: z.extend(Success, { changedTo: z.optional(z.string()) }),
  }),
  sendResetLink: defineCall({
    method: 'POST',
    path: 'fp/send',
    access: 'anyone',
    summary: 'Mails a link to reset the password, if the account exists.',
    input: ResetRequest,
    answer: Message,
  }),
  getResetToken: defineCall({
    method: 'GET',
    path: 'fp/reset/:token',
    access: 'anyone',
    summary: 'Tells whose password a reset token is for.',
    params: Token,
    input: NoInput,
    answer: z.object({ userEmail: z.string() }),
  }),
  resetPassword: defineCall({
    method: 'POST',
    path: 'fp/reset/:token',
    access: 'anyone',
    summary: 'Sets a new password by a reset token.',
    params: Token,
    input: NewPasswords,
    answer: Message,
  }),
  getProfile: defineCall({
    method: 'GET',
    path: 'profile',
    access: 'logged-in',
    summary: 'The account, its subscription and what it uses of it.',
    input: NoInput,
    answer: Profile,
  }),
  updateProfile: defineCall({
    method: 'POST',
    path: 'update-profile',
    access: 'logged-in',
    summary: 'Changes the password.',
    input: PasswordChange,
    answer: Success,
  }),
  listSessions: defineCall({
    method: 'GET',
    path: 'sessions',
    access: 'logged-in',
    summary: 'Where the account is signed in, the last used first.',
    input: NoInput,
    answer: z.object({ sessions: z.array(Session) }),
  }),
  endOtherSessions: defineCall({
    method: 'POST',
    path: 'sessions/end-others',
    access: 'logged-in',
    summary: 'Signs the account out everywhere but here.',
    input: NoInput,
    answer: Success,
  }),
  endSession: defineCall({
    method: 'POST',
    path: 'sessions/end',
    access: 'logged-in',
    summary: 'Logs the account out in one browser.',
    input: z.object({
      sessionId: z
        .string(code('not_found'))
        .check(z.regex(/^[\w-]{43}$/, { error: code('not_found'), abort: true })),
    }),
    answer: Success,
  }),
  proveSession: defineCall({
    method: 'POST',
    path: 'sessions/prove',
    access: 'logged-in',
    summary: 'Takes the password once more, which counts as a fresh proof for fifteen minutes.',
    input: Proof,
    answer: Success,
  }),
  sendVerificationLink: defineCall({
    method: 'POST',
    path: 'profile/send-verification',
    access: 'logged-in',
    summary: 'Mails the link that proves the address once more, unless it has been proved.',
    input: NoInput,
    answer: Success,
  }),
  changeEmail: defineCall({
    method: 'POST',
    path: 'profile/email',
    access: 'logged-in',
    summary:
      'Mails a link to a new address; opening it makes the address the account’s. Needs a fresh proof.',
    input: EmailChange,
    answer: Success,
  }),
  undoEmailChange: defineCall({
    method: 'POST',
    path: 'profile/email/undo',
    access: 'anyone',
    summary:
      'Gives the account its former address back, by the token mailed there, and ends all other access to it.',
    input: Token,
    answer: z.extend(Success, { userEmail: z.string() }),
  }),
  unlinkGoogle: defineCall({
    method: 'POST',
    path: 'profile/unlink-google',
    access: 'logged-in',
    summary: 'Ends signing in with Google for an account with a password. Needs a fresh proof.',
    input: NoInput,
    answer: Success,
  }),
  downloadAccount: defineCall({
    method: 'GET',
    path: 'profile/data',
    access: 'logged-in',
    summary:
      'Everything the server holds about the account, as a file (GDPR 15 and 20). Needs a fresh proof.',
    input: NoInput,
    answer: z.looseObject({}),
  }),
  deleteAccount: defineCall({
    method: 'POST',
    path: 'profile/delete',
    access: 'logged-in',
    summary: 'Deletes the account with everything in it. Needs a fresh proof.',
    input: NoInput,
    answer: Success,
  }),
}
