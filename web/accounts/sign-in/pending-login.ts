import { queryOptions } from '@tanstack/react-query'
import { signInCalls } from '#contract/accounts/factors.ts'
import { send } from '#web/api/send.ts'
import { isRefusedFor } from '#web/accounts/sign-in/passkeys.ts'
import { tabStorage } from '#web/ui/browser/storage.ts'

const key = 'pending-login'

/** The proofs that can complete this browser's pending login. */
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

/** Marks this tab's login as pending, so that a reload asks the server and other visits do not. */
export function notePendingLogin(): void {
  tabStorage.setItem(key, '1')
}

export function hasPendingLogin(): boolean {
  return tabStorage.getItem(key) !== null
}

export function forgetPendingLogin(): void {
  tabStorage.removeItem(key)
}
