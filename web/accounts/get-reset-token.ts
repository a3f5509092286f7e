import { queryOptions } from '@tanstack/react-query'
import { recoveryCalls } from '#contract/accounts/recovery.ts'
import { send } from '#web/api/send.ts'

/** Whose password a reset token is for. */
export function resetTokenQuery(token: string) {
  return queryOptions({
    queryKey: ['reset-token', token],
    queryFn: ({ signal }) => send(recoveryCalls.getResetToken, {}, { signal, params: { token } }),
    // Once used it is not valid any more, which is nothing to tell who has just used it.
    staleTime: 'static',
  })
}
