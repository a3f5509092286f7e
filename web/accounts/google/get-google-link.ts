import { googleCalls } from '#contract/accounts/google.ts'
import { useCall } from '#web/api/use-call.ts'

/** Requests Google's login address from the server, and navigates to it. */
export function useGoogleLogin() {
  return useCall(googleCalls.getGoogleLink, {
    changes: [],
    onSuccess: ({ url }) => location.assign(url),
  })
}
