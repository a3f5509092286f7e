import { queryOptions } from '@tanstack/react-query'
import { googleCalls } from '#contract/accounts/google.ts'
import { send } from '#web/api/send.ts'

/** Sends the query of Google's redirect to the server, which accepts it only once. */
export function googleLoginQuery(search: string) {
  return queryOptions({
    queryKey: ['google-login', search],
    queryFn: () =>
      send(googleCalls.loginWithGoogle, Object.fromEntries(new URLSearchParams(search))),
    staleTime: 'static',
    retry: false,
  })
}
