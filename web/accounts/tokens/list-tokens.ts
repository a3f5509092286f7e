import { tokenCalls } from '#contract/accounts/tokens.ts'
import { queryOf } from '#web/api/query-of.ts'

/** The account's tokens, without their secrets. */
export const tokenListQuery = queryOf(
  tokenCalls.listTokens,
  {},
  ['tokens', 'folders'],
  ({ tokens }) => tokens,
)
