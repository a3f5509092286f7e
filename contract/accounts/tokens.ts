import * as z from 'zod/mini'
import { GivenId } from '#contract/core/answers.ts'
import { defineCall } from '#contract/core/call.ts'
import { Attempt, code, Id, Moment, Name, NoInput, Success } from '#contract/core/schemas.ts'
import { Access, AllowedScopes } from './access.ts'

/** How long a token may last, in days. */
export const tokenDays = [30, 90, 365] as const

/** The prefix of every token. The pattern for secret scanners in docs/api.md has it, too. */
export const tokenPrefix = 'pshelf_pat_'

/** A token, without its secret. */
export const Token = z.extend(Access, {
  name: z.string(),
  /** The last four characters. */
  hint: z.string(),
  /** Null: it does not expire. */
  expiresAt: z.nullable(Moment),
  /** The program that last used it, by its own name, such as `curl`; null if unknown. */
  client: z.nullable(z.string()),
})
export type Token = z.output<typeof Token>

export const NewToken = z.object({
  /** A retry replaces the secret of the first attempt, whose response may have been lost. */
  attempt: Attempt,
  name: Name,
  scopes: AllowedScopes,
  /** Missing: the whole library. */
  folderId: z.optional(Id),
  /** Missing: it does not expire. */
  days: z.optional(
    z.union(
      tokenDays.map((days) => z.literal(days)),
      code('invalid_request'),
    ),
  ),
})
export type NewToken = z.output<typeof NewToken>

export const tokenCalls = {
  listTokens: defineCall({
    method: 'GET',
    path: 'tokens/list',
    access: 'session',
    forOperators: true,
    summary: 'The tokens of the account, newest first, and those that expired within 30 days.',
    input: NoInput,
    answer: z.object({ tokens: z.array(Token) }),
  }),
  createToken: defineCall({
    method: 'POST',
    path: 'tokens/create',
    access: 'session',
    needsProof: true,
    summary: 'Creates a token for a program. Only this answer contains its secret.',
    input: NewToken,
    answer: z.extend(Success, {
      id: z.string(),
      /** The secret, to be sent as `Authorization: Bearer`. */
      token: z.string(),
    }),
    errors: ['not_found', 'token_limit_reached'],
  }),
  revokeToken: defineCall({
    method: 'POST',
    path: 'tokens/revoke',
    access: 'session',
    forOperators: true,
    summary: 'Revokes a token immediately, on every server.',
    input: z.object({ tokenId: Id }),
    answer: Success,
    errors: ['not_found'],
  }),
  describeToken: defineCall({
    method: 'GET',
    path: 'tokens/me',
    access: 'library:read',
    within: 'anywhere',
    summary: 'The token that makes the call, or the app that owns it. Not found for a session.',
    input: NoInput,
    answer: z.extend(z.pick(Token, { name: true, scopes: true, folder: true, expiresAt: true }), {
      /** Whose library it accesses. Missing from older servers. */
      accountId: z.optional(GivenId),
    }),
    errors: ['not_found'],
  }),
}
