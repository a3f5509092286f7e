import { queryOptions } from '@tanstack/react-query'
import { recoveryCalls } from '#contract/accounts/recovery.ts'
import { send } from '#web/api/send.ts'

/** Looks up the account that a reset token belongs to. */
export function resetTokenQuery(token: string) {
  return queryOptions({
    queryKey: ['reset-token', token],
    queryFn: ({ signal }) => send(recoveryCalls.getResetToken, {}, { signal, params: { token } }),
    // Do not refetch: the user who has just used the token would see an invalid link.
    staleTime: 'static',
  })
}
