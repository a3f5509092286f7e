const key = 'account-deleted'

/** Notes in this tab that the account has been deleted, for the start page. */
export function noteDeletion(): void {
  try {
    sessionStorage.setItem(key, '')
  } catch {
    // Without storage, the start page does not mention it.
  }
}

/** Returns whether the account has just been deleted in this tab, once. */
export function takeDeletionNote(): boolean {
  try {
    const isNoted = sessionStorage.getItem(key) !== null
    sessionStorage.removeItem(key)
    return isNoted
  } catch {
    return false
  }
}
