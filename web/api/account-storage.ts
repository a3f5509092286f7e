/** The account whose items this browser stores; logging out in any tab removes it. */
const ownerKey = 'last-values-of'
const keys = ['last-values', 'open-folders', 'move-destinations', 'import', 'library-copy'] as const
type Key = (typeof keys)[number]
/** Name of the cache of import entries that have not been sent yet. */
export const importCache = 'imports'
/** Name of the database with the copy of the library. */
export const copyDatabase = 'library'

let owner: string | undefined

/** Sets the account that items are stored for, and erases those of another account. */
export function setStorageOwner(accountId: string): void {
  owner = accountId
  try {
    if (localStorage.getItem(ownerKey) === accountId) return
    eraseAccountStorage()
    localStorage.setItem(ownerKey, accountId)
  } catch {
    // Storage is unavailable: nothing is stored.
  }
}

/** Reads a stored item; null if there is none, or if the account is no longer logged in. */
export function readForAccount(key: Key): string | null {
  try {
    return isOwner() ? localStorage.getItem(key) : null
  } catch {
    return null
  }
}

/** Stores an item in this browser until the account logs out. */
export function storeForAccount(key: Key, text: string): void {
  try {
    if (isOwner()) localStorage.setItem(key, text)
  } catch {
    // Storage is full or unavailable: nothing is stored.
  }
}

/** Whether this page's account is still the one that is logged in. */
function isOwner(): boolean {
  return owner !== undefined && localStorage.getItem(ownerKey) === owner
}

/** Erases every stored item, and which account they belonged to. */
export function eraseAccountStorage(): void {
  eraseCopy()
  try {
    for (const key of [...keys, ownerKey]) localStorage.removeItem(key)
    void caches.delete(importCache)
  } catch {
    // Storage is unavailable: nothing was stored.
  }
}

/** Whether this browser keeps a copy of the library. Off until the account chooses it. */
export function isCopyWanted(): boolean {
  return readForAccount('library-copy') === 'on'
}

/** Erases the copy of the library, in all tabs. */
export function eraseCopy(): void {
  try {
    indexedDB.deleteDatabase(copyDatabase)
  } catch {
    // There is no IndexedDB, and no copy.
  }
}
