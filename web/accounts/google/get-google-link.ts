import { googleCalls } from '#contract/accounts/google.ts'
import { useCall } from '#web/api/use-call.ts'

/** Asks the server where signing in with Google starts, and goes there. */
export function useGoogleLogin() {
  return useCall(googleCalls.getGoogleLink, {
    changes: [],
    onSuccess: ({ url }) => location.assign(url),
  })
}
