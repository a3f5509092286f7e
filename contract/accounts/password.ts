import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { code, Success } from '#contract/core/schemas.ts'
import {
  CurrentPassword,
  Email,
  NewPassword,
  passwordErrors,
  RepeatedPassword,
} from './account-fields.ts'

export const SignIn = z.object({ email: Email, password: CurrentPassword })

export const SignUp = z
  .object({ email: Email, password: NewPassword, cpassword: RepeatedPassword })
  .check(
    z.refine((form) => form.password === form.cpassword, {
      error: code('password_mismatch'),
      path: ['cpassword'],
    }),
  )

export const PasswordChange = z
  .object({
    password: CurrentPassword,
    newPassword: NewPassword,
    confirmPassword: RepeatedPassword,
    /** Missing: the account's tokens end, too. */
    keepsTokens: z.optional(z.boolean()),
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

export const passwordCalls = {
  register: defineCall({
    method: 'POST',
    path: 'register',
    access: 'public',
    throttle: 'registerFromAddress',
    summary: 'Creates an account; on a server with plans, on the free one.',
    input: SignUp,
    answer: Success,
    errors: ['email_taken', ...passwordErrors, 'registration_closed', 'registration_restricted'],
  }),
  login: defineCall({
    method: 'POST',
    path: 'login',
    access: 'public',
    throttle: 'signInFromAddress',
    summary:
      'Logs in and sets the session cookie. `second_factor_needed`: sets the cookie of a login that is pending for five minutes.',
    input: SignIn,
    answer: Success,
    errors: ['password_wrong', 'second_factor_needed', 'account_blocked', 'email_unverified'],
  }),
  updateProfile: defineCall({
    method: 'POST',
    path: 'update-profile',
    access: 'session',
    needsProof: 'with a factor',
    summary: 'Changes the password. Ends all other sessions and, unless they are kept, all tokens.',
    input: PasswordChange,
    answer: Success,
    errors: ['password_wrong', ...passwordErrors, 'too_many_attempts'],
  }),
}
