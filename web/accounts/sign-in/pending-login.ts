import { queryOptions } from '@tanstack/react-query'
import { signInCalls } from '#contract/accounts/factors.ts'
import { send } from '#web/api/send.ts'
import { isRefusedFor } from '#web/accounts/sign-in/passkeys.ts'
import { tabStorage } from '#web/ui/browser/storage.ts'

const key = 'pending-login'

/** By what the log-in that waits for a second factor can be finished. */
export const pendingLoginQuery = queryOptions({
  queryKey: ['pending-login'],
  queryFn: async ({ signal }) => {
    try {
      return await send(signInCalls.getPendingLogin, {}, { signal })
    } catch (error) {
      if (isRefusedFor(error, 'sign_in_expired')) forgetPendingLogin()
      throw error
    }
  },
  retry: false,
  staleTime: 'static',
  gcTime: 0,
})

/** Notes for this tab that a log-in waits, so that a reload asks the server and other visits do not. */
export function notePendingLogin(): void {
  tabStorage.setItem(key, '1')
}

export function hasPendingLogin(): boolean {
  return tabStorage.getItem(key) !== null
}

export function forgetPendingLogin(): void {
  tabStorage.removeItem(key)
}
