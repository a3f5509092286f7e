import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { code, NoInput, storable } from '#contract/core/schemas.ts'
import { limits } from '#contract/core/limits.ts'
import {
  emailFormat,
  NewPassword,
  passwordErrors,
  RepeatedPassword,
  Token,
} from './account-fields.ts'

/** The address to send a reset link to. */
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

export const NewPasswords = z.object({ password: NewPassword, cPassword: RepeatedPassword }).check(
  z.refine((form) => form.password === form.cPassword, {
    error: code('password_mismatch'),
    path: ['cPassword'],
  }),
)

const Message = z.object({ status: z.literal('success'), msg: z.string() })

export const recoveryCalls = {
  sendResetLink: defineCall({
    method: 'POST',
    path: 'fp/send',
    access: 'public',
    throttle: 'mailResetLinkFromAddress',
    summary: 'Mails a link to reset the password, if the account exists.',
    input: ResetRequest,
    answer: Message,
  }),
  getResetToken: defineCall({
    method: 'GET',
    path: 'fp/reset/:token',
    access: 'public',
    throttle: 'followLinkFromAddress',
    summary: 'The address of the account that a reset token is for.',
    params: Token,
    input: NoInput,
    answer: z.object({ userEmail: z.string() }),
    errors: ['link_invalid', 'account_blocked'],
  }),
  resetPassword: defineCall({
    method: 'POST',
    path: 'fp/reset/:token',
    access: 'public',
    throttle: 'followLinkFromAddress',
    summary: 'Sets a new password by a reset token.',
    params: Token,
    input: NewPasswords,
    answer: Message,
    errors: ['link_invalid', 'account_blocked', ...passwordErrors],
  }),
}
