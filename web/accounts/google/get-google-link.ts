import { useMutation } from '@tanstack/react-query'
import { accountCalls } from '#contract/accounts.ts'
import { send } from '#web/api/send.ts'

/** Asks where signing in with Google begins, and goes there. */
export function useGoogleLogin() {
  return useMutation({
    mutationFn: () => send(accountCalls.getGoogleLink, {}),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => console.error(error),
  })
}
