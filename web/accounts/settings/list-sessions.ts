import { queryOptions } from '@tanstack/react-query'
import { accountCalls } from '#contract/accounts.ts'
import { send } from '#web/api/send.ts'

/** Where the account is signed in. */
export const sessionListQuery = queryOptions({
  queryKey: ['sessions'],
  meta: { shows: ['sessions'] },
  queryFn: async ({ signal }) => (await send(accountCalls.listSessions, {}, { signal })).sessions,
})
