import { queryOptions } from '@tanstack/react-query'
import { tokenCalls } from '#contract/accounts/tokens.ts'
import { send } from '#web/api/send.ts'

/** The account's tokens, without their secrets. */
export const tokenListQuery = queryOptions({
  queryKey: ['tokens'],
  // It names their folders.
  meta: { shows: ['tokens', 'folders'] },
  queryFn: async ({ signal }) => (await send(tokenCalls.listTokens, {}, { signal })).tokens,
})
