import { queryOptions } from '@tanstack/react-query'
import { emailCalls } from '#contract/accounts/email.ts'
import { send } from '#web/api/send.ts'

/** Uses a token up, so a query that runs once: however often the screen is drawn, it is one call. */
export function emailVerificationQuery(token: string) {
  return queryOptions({
    queryKey: ['email-verification', token],
    queryFn: () => send(emailCalls.verifyEmail, { token }),
    staleTime: 'static',
  })
}
