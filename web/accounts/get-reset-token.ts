import { queryOptions } from '@tanstack/react-query'
import { accountCalls } from '#contract/accounts.ts'
import { send } from '#web/api/send.ts'

/** Whose password a reset token is for. */
export function resetTokenQuery(token: string) {
  return queryOptions({
    queryKey: ['reset-token', token],
    queryFn: ({ signal }) => send(accountCalls.getResetToken, {}, { signal, params: { token } }),
    // Once used it is not valid any more, which is nothing to tell who has just used it.
    staleTime: 'static',
  })
}
