import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { code, Moment, NoInput, Success } from '#contract/core/schemas.ts'
import { limits } from '#contract/core/limits.ts'
import { CurrentPassword } from './account-fields.ts'
import { Assertion, FactorCode } from './factors.ts'

/** A browser that is logged in to the account. */
export const Session = z.object({
  id: z.string(),
  /** The browser's `User-Agent`. */
  userAgent: z.string(),
  signedInAt: Moment,
  lastUsedAt: Moment,
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof Session>

/**
 * One form of re-authentication before an irreversible change. An account with an active factor needs `answer` or
 * `code`, any other its password.
 */
const Proof = z
  .object({
    password: z.optional(CurrentPassword),
    /** From the authenticator app, or a recovery code. */
    code: z.optional(FactorCode),
    /** A passkey's response to the options of `getProofOptions`. */
    answer: z.optional(Assertion),
  })
  .check(
    z.refine(
      (proof) => Object.values(proof).filter((one) => one !== undefined).length === 1,
      code('fields_missing'),
    ),
  )

export const sessionCalls = {
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
  listSessions: defineCall({
    method: 'GET',
    path: 'sessions',
    access: 'session',
    summary: 'The sessions of the account, most recently used first.',
    input: NoInput,
    answer: z.object({ sessions: z.array(Session) }),
  }),
  endOtherSessions: defineCall({
    method: 'POST',
    path: 'sessions/end-others',
    access: 'session',
    forOperators: true,
    summary:
      'Signs the account out of all other browsers, and ends its tokens unless they are kept.',
    input: z.object({
      /** Missing: the account's tokens end, too. */
      keepsTokens: z.optional(z.boolean()),
    }),
    answer: Success,
  }),
  endSession: defineCall({
    method: 'POST',
    path: 'sessions/end',
    access: 'session',
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
    bodyBytes: limits.passkeyRequestBytes,
    access: 'session',
    summary:
      'Checks the password again, or a second factor where there is one, as a fresh proof for the next fifteen minutes.',
    input: Proof,
    answer: Success,
    errors: [
      'password_wrong',
      'second_factor_needed',
      'code_wrong',
      'totp_off',
      'passkeys_off',
      'passkey_failed',
      'passkey_expired',
      'passkey_unknown',
      'passkey_waiting',
      'too_many_attempts',
    ],
  }),
  getProofOptions: defineCall({
    method: 'POST',
    path: 'sessions/prove-options',
    access: 'session',
    summary: 'Options to ask the browser for one of the account’s passkeys with.',
    input: NoInput,
    answer: z.object({ options: z.looseObject({}) }),
    errors: ['passkeys_off'],
  }),
}
