import * as z from 'zod/mini'
import type { ErrorCode } from '#contract/core/errors.ts'
import { code, storable } from '#contract/core/schemas.ts'
import { limits } from '#contract/core/limits.ts'

/**
 * Non-space text, an @, non-space text, a dot, non-space text. Matches without backtracking, so in linear time.
 */
export const emailFormat = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

const FilledField = z
  .string(code('fields_missing'))
  .check(z.minLength(1, { error: code('fields_missing'), abort: true }), storable)

/** An e-mail address, trimmed. Addresses are compared case-insensitively. */
export const Email = z
  .string(code('fields_missing'))
  .check(
    z.trim(),
    z.minLength(1, { error: code('fields_missing'), abort: true }),
    storable,
    z.maxLength(limits.emailLength, { error: code('email_invalid'), abort: true }),
    z.regex(emailFormat, code('email_invalid')),
  )

export const NewPassword = FilledField.check(
  z.minLength(limits.passwordMinLength, code('password_too_short')),
  z.maxLength(limits.passwordMaxLength, code('password_too_long')),
)

/** A new password, entered twice. */
export const RepeatedPassword = FilledField.check(
  z.maxLength(limits.passwordMaxLength, code('password_too_long')),
)

/** The account's password. One beyond the maximum length is reported as wrong, not as too long. */
export const CurrentPassword = FilledField.check(
  z.maxLength(limits.passwordMaxLength, code('password_wrong')),
)

/** The token from a mailed link. */
export const Token = z.object({
  token: z.string(code('link_invalid')).check(z.regex(/^[\w-]{1,128}$/, code('link_invalid'))),
})

/** The errors of a new password that is easy to guess. */
export const passwordErrors = [
  'password_common',
  'password_guessable',
  'password_has_our_name',
] as const satisfies ErrorCode[]
