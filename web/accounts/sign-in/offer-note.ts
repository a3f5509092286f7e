const key = 'passkey-offer'

/** Notes for this tab that its user has just logged in by a password. */
export function noteForOffer(): void {
  sessionStorage.setItem(key, '1')
}

export function isNotedForOffer(): boolean {
  return sessionStorage.getItem(key) !== null
}

export function forgetOffer(): void {
  sessionStorage.removeItem(key)
}
