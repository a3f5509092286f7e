import * as z from 'zod/mini'
import { openEnum } from '#contract/core/answers.ts'
import { tokenScopes, withIncluded } from '#contract/core/scopes.ts'
import { code, Moment } from '#contract/core/schemas.ts'

/** The common fields of tokens and connected apps. Each of the two adds its name and its expiry. */
export const Access = z.object({
  id: z.string(),
  scopes: z.array(openEnum(tokenScopes)),
  /** The only folder that it can access, with everything in it; null: the whole library. */
  folder: z.nullable(
    z.object({
      id: z.string(),
      /** Null if the folder has been deleted: the token or app then has no access. */
      name: z.nullable(z.string()),
    }),
  ),
  createdAt: Moment,
  /** The day, as YYYY-MM-DD in UTC; null: never. */
  lastUsedOn: z.nullable(z.string()),
})
export type Access = z.output<typeof Access>

/** What a user allows: the least scope, and with each scope those that it includes. */
export const AllowedScopes = z
  .array(z.enum(tokenScopes, code('invalid_request')), code('invalid_request'))
  .check(
    z.maxLength(tokenScopes.length, { error: code('invalid_request'), abort: true }),
    z.refine(
      (scopes) => withIncluded(scopes).every((scope) => scopes.includes(scope)),
      code('invalid_request'),
    ),
  )
