import { queryOptions } from '@tanstack/react-query'
import { accountCalls } from '#contract/accounts.ts'
import { send } from '#web/api/send.ts'

/** Hands the query that Google sent the browser back with to the server; it counts once. */
export function googleLoginQuery(search: string) {
  return queryOptions({
    queryKey: ['google-login', search],
    queryFn: () =>
      send(accountCalls.loginWithGoogle, Object.fromEntries(new URLSearchParams(search))),
    staleTime: 'static',
    retry: false,
  })
}
