import { tabStorage } from '#web/ui/browser/storage.ts'

const key = 'passkey-offer'

/** Stores in this tab that the user has just logged in with a password. */
export function noteForOffer(): void {
  tabStorage.setItem(key, '1')
}

export function isNotedForOffer(): boolean {
  return tabStorage.getItem(key) !== null
}

export function forgetOffer(): void {
  tabStorage.removeItem(key)
}
