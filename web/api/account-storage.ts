/** The account whose things this browser keeps; logging out in any tab removes it. */
const ownerKey = 'last-values-of'
const keys = ['last-values', 'open-folders', 'move-destinations', 'import'] as const
type Key = (typeof keys)[number]
/** Holds what of an import has not been sent yet. */
export const importCache = 'imports'

let owner: string | undefined

/** Sets the account that things are kept for. Those of another account are erased. */
export function setStorageOwner(accountId: string): void {
  owner = accountId
  try {
    if (localStorage.getItem(ownerKey) === accountId) return
    eraseAccountStorage()
    localStorage.setItem(ownerKey, accountId)
  } catch {
    // Without storage, nothing is kept.
  }
}

/** What is kept for the account; null where there is nothing, or the account is no longer logged in. */
export function readForAccount(key: Key): string | null {
  try {
    return isOwner() ? localStorage.getItem(key) : null
  } catch {
    return null
  }
}

/** Keeps something in this browser until the account logs out. */
export function keepForAccount(key: Key, text: string): void {
  try {
    if (isOwner()) localStorage.setItem(key, text)
  } catch {
    // The storage is full or blocked: nothing is kept.
  }
}

/** Whether this page's account is still the one that is logged in. */
function isOwner(): boolean {
  return owner !== undefined && localStorage.getItem(ownerKey) === owner
}

/** Erases everything that is kept for an account, and which one it was. */
export function eraseAccountStorage(): void {
  try {
    for (const key of [...keys, ownerKey]) localStorage.removeItem(key)
    void caches.delete(importCache)
  } catch {
    // Without storage, nothing was kept.
  }
}
