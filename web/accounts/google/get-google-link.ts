import { accountCalls } from '#contract/accounts.ts'
import { useCall } from '#web/api/use-call.ts'

/** Asks the server where signing in with Google starts, and goes there. */
export function useGoogleLogin() {
  return useCall(accountCalls.getGoogleLink, {
    changes: [],
    onSuccess: ({ url }) => location.assign(url),
  })
}
