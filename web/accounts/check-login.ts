import { queryOptions } from '@tanstack/react-query'
import { accountCalls } from '#contract/accounts.ts'
import { send } from '#web/api/send.ts'

/** Whether somebody is logged in here, and their credits. A check that fails counts as "no" (spec §4). */
export const loginCheckQuery = queryOptions({
  queryKey: ['login'],
  meta: { shows: ['credits'] },
  queryFn: ({ signal }) => send(accountCalls.checkLogin, {}, { signal }),
  staleTime: 60_000,
})
