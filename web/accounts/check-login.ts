import { queryOptions } from '@tanstack/react-query'
import { sessionCalls } from '#contract/accounts/session.ts'
import { send } from '#web/api/send.ts'

/** Whether the browser is logged in, and the user's credits. A check that fails counts as logged out. */
export const loginCheckQuery = queryOptions({
  queryKey: ['login'],
  meta: { shows: ['credits'] },
  queryFn: ({ signal }) => send(sessionCalls.checkLogin, {}, { signal }),
  staleTime: 60_000,
})
