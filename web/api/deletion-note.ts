const key = 'account-deleted'

let isNoted: boolean | undefined

/** Stores in this tab that the account has been deleted, for the start page. */
export function noteDeletion(): void {
  try {
    sessionStorage.setItem(key, '')
  } catch {
    // Without storage, the start page does not mention it.
  }
}

/** Returns whether the account has just been deleted in this tab, once. */
export function takeDeletionNote(): boolean {
  isNoted ??= take()
  return isNoted
}

function take(): boolean {
  try {
    const wasNoted = sessionStorage.getItem(key) !== null
    sessionStorage.removeItem(key)
    return wasNoted
  } catch {
    return false
  }
}
