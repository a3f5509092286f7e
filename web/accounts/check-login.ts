import { queryOptions } from '@tanstack/react-query'
import { loginCheckCalls } from '#contract/accounts/login-check.ts'
import { send } from '#web/api/send.ts'

/** Whether the browser is logged in, and the user's credits. A check that fails counts as logged out. */
export const loginCheckQuery = queryOptions({
  queryKey: ['login'],
  meta: { shows: ['credits'] },
  queryFn: ({ signal }) => send(loginCheckCalls.checkLogin, {}, { signal }),
  staleTime: 60_000,
})
