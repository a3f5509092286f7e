import { sessionCalls } from '#contract/accounts/session.ts'
import { send } from '#web/api/send.ts'
import { deviceStorage } from '#web/ui/browser/storage.ts'

const key = 'pending-logout'

/** Notes that the session has to be ended once the server can be reached. */
export function notePendingLogout(): void {
  deviceStorage.setItem(key, '1')
}

export function isLogoutPending(): boolean {
  return deviceStorage.getItem(key) !== null
}

/**
 * Ends the session.
 *
 * @throws ApiError
 */
export async function endSession(): Promise<void> {
  await send(sessionCalls.logout, {})
  deviceStorage.removeItem(key)
}
