import { queryOptions } from '@tanstack/react-query'
import { accountCalls } from '#contract/accounts.ts'
import { send } from '#web/api/send.ts'

/** Uses a token up, so a query that runs once: however often the screen is drawn, it is one call. */
export function emailVerificationQuery(token: string) {
  return queryOptions({
    queryKey: ['email-verification', token],
    queryFn: () => send(accountCalls.verifyEmail, { token }),
    staleTime: 'static',
  })
}
