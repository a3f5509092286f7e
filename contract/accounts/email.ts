import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { code, NoInput, Success } from '#contract/core/schemas.ts'
import { Email, Token } from './account-fields.ts'

/** The address to replace the account's. */
export const EmailChange = z.object({ email: Email })

/** The code from a mail, as typed: in any case, with or without its hyphen. */
export const MailedCode = z.object({
  code: z
    .string(code('fields_missing'))
    .check(
      z.minLength(1, { error: code('fields_missing'), abort: true }),
      z.maxLength(40, { error: code('mail_code_invalid'), abort: true }),
    ),
})

export const emailCalls = {
  verifyEmail: defineCall({
    method: 'POST',
    path: 'verify-email',
    access: 'public',
    identifies: true,
    throttle: 'followLinkFromAddress',
    summary: 'Verifies an e-mail address by the token mailed to it.',
    input: Token,
    /** `changedTo`: the account's new address, if the link was for a change of address. */
    answer: z.extend(Success, { changedTo: z.optional(z.string()) }),
    errors: ['link_invalid', 'account_blocked', 'email_taken'],
  }),
  verifyMailedCode: defineCall({
    method: 'POST',
    path: 'profile/verify-code',
    access: 'session',
    summary:
      'Verifies an e-mail address by the code mailed to it within the last ten minutes, in the session that asked for it.',
    input: MailedCode,
    answer: z.extend(Success, { changedTo: z.optional(z.string()) }),
    errors: ['mail_code_invalid', 'email_taken', 'too_many_attempts'],
  }),
  sendVerificationLink: defineCall({
    method: 'POST',
    path: 'profile/send-verification',
    access: 'session',
    summary:
      'Mails another link to verify the address, and a code for this session, unless it is verified.',
    input: NoInput,
    answer: Success,
    errors: ['too_many_attempts'],
  }),
  changeEmail: defineCall({
    method: 'POST',
    path: 'profile/email',
    access: 'session',
    needsProof: true,
    summary: 'Mails a link to a new address, which becomes the account’s when the link is opened.',
    input: EmailChange,
    answer: Success,
    errors: ['email_taken', 'registration_restricted', 'too_many_attempts'],
  }),
  undoEmailChange: defineCall({
    method: 'POST',
    path: 'profile/email/undo',
    access: 'public',
    throttle: 'followLinkFromAddress',
    summary:
      'Restores the account’s former address by the token mailed there, and ends all other access.',
    input: Token,
    answer: z.extend(Success, { userEmail: z.string() }),
    errors: ['link_invalid', 'account_blocked', 'email_taken'],
  }),
}
