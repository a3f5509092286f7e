import { queryOptions } from '@tanstack/react-query'
import { emailCalls } from '#contract/accounts/email.ts'
import { send } from '#web/api/send.ts'

/** Consumes the token. As a query, it runs once however often the screen renders. */
export function emailVerificationQuery(token: string) {
  return queryOptions({
    queryKey: ['email-verification', token],
    queryFn: () => send(emailCalls.verifyEmail, { token }),
    staleTime: 'static',
  })
}
