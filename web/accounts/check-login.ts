import { loginCheckCalls } from '#contract/accounts/login-check.ts'
import { queryOf } from '#web/api/query-of.ts'

/** Whether the browser is logged in, and the user's credits. A check that fails counts as logged out. */
export const loginCheckQuery = {
  ...queryOf(loginCheckCalls.checkLogin, {}, ['credits']),
  staleTime: 60_000,
}
