import { tabStorage } from '#web/ui/browser/storage.ts'

const key = 'passkey-offer'

/** Notes for this tab that its user has just logged in by a password. */
export function noteForOffer(): void {
  tabStorage.setItem(key, '1')
}

export function isNotedForOffer(): boolean {
  return tabStorage.getItem(key) !== null
}

export function forgetOffer(): void {
  tabStorage.removeItem(key)
}
