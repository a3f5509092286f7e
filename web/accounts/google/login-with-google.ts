import { queryOptions } from '@tanstack/react-query'
import { googleCalls } from '#contract/accounts/google.ts'
import { send } from '#web/api/send.ts'

/** Hands the query that Google sent the browser back with to the server; it counts once. */
export function googleLoginQuery(search: string) {
  return queryOptions({
    queryKey: ['google-login', search],
    queryFn: () =>
      send(googleCalls.loginWithGoogle, Object.fromEntries(new URLSearchParams(search))),
    staleTime: 'static',
    retry: false,
  })
}
