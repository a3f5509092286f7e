import { createStore } from '#web/ui/store.ts'
import { deviceStorage } from '#web/ui/browser/storage.ts'
import { eraseShell } from './shell-storage.ts'

/** The account whose items this browser stores; logging out in any tab removes it. */
const ownerKey = 'last-values-of'
const keys = [
  // Written by earlier releases: Chromium keeps removed texts in its files.
  'last-values',
  // Another one after each change of the last values; missing without any.
  'values-version',
  'open-folders',
  'move-destinations',
  'import',
  // When the copy of the library last had the server's state; missing without one. `first-paint.js` reads it, too.
  'copied-at',
  'copy-refused-at',
] as const
type Key = (typeof keys)[number]
/** Name of the cache of import entries that have not been sent yet. */
export const importCache = 'imports'
/** Name of the database with the copy of the library. */
export const copyDatabase = 'library'
/** Name of the database with drafts. It outlasts sessions. */
export const draftDatabase = 'drafts'
/** Name of the database with the values last copied with each prompt. */
export const valueDatabase = 'last-values'
/** Erasing opens databases at version 1: if it is interrupted, empty ones remain. */
export const databaseVersion = 2
/** Storage key of this device's last choice: `on` or `off`. It outlasts logouts. */
const choiceKey = 'library-copy'
/** The limits of a copy. A unit is one of UTF-16, of bodies and notes. */
export const copyLimits = { prompts: 20_000, folders: 20_000, units: 50_000_000 }
/** How long a library that was too large is not read again, in milliseconds. */
const refusalTime = 7 * 24 * 60 * 60_000

/** Whether the user has chosen this device as their own, as of this tab's last choice. */
export const ownDevice = createStore(!import.meta.env.SSR && isCopyWanted())

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

/** This page's account; undefined once another tab has logged out. */
export function storageOwner(): string | undefined {
  try {
    return isOwner() ? owner : undefined
  } catch {
    return undefined
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
    for (const name of [draftDatabase, valueDatabase]) erase(name)
    for (const key of [...keys, ownerKey]) localStorage.removeItem(key)
    void caches.delete(importCache)
  } catch {
    // Storage is unavailable: nothing was stored.
  }
}

/** Whether the user has chosen this device as their own: the browser then keeps a copy of the library. */
export function isCopyWanted(): boolean {
  return deviceStorage.getItem(choiceKey) === 'on'
}

/** The account whose copy of the library this browser has stored, for a start without a connection. */
export function copiedAccount(): string | undefined {
  if (!isCopyWanted() || deviceStorage.getItem('copied-at') === null) return undefined
  return deviceStorage.getItem(ownerKey) ?? undefined
}

/** Whether a login suggests that this is the user's own device: the last choice, at first yes. */
export function suggestsOwnDevice(): boolean {
  return deviceStorage.getItem(choiceKey) !== 'off'
}

/** Stores whether this is the user's own device; if not, erases the copy. */
export function chooseOwnDevice(isOwn: boolean): void {
  deviceStorage.setItem(choiceKey, isOwn ? 'on' : 'off')
  deviceStorage.removeItem('copy-refused-at')
  if (!isOwn) {
    eraseCopy()
    erase(draftDatabase)
  }
  ownDevice.set(isOwn)
}

/** Whether the library was too large for a copy. It is read again after a while. */
export function wasTooLarge(): boolean {
  const at = readForAccount('copy-refused-at')
  return at !== null && Date.now() - Date.parse(at) < refusalTime
}

/** Stores the choice with which the user has just logged in. */
export function keepOwnDevice(): void {
  chooseOwnDevice(suggestsOwnDevice())
}

/** Erases the values last copied with each prompt, in all tabs. */
export function eraseLastValues(): void {
  deviceStorage.removeItem('last-values')
  deviceStorage.removeItem('values-version')
  erase(valueDatabase)
}

let erasing: Promise<unknown> = Promise.resolve()

/** Erases the copy of the library, in all tabs, and what shows it without a connection. */
export function eraseCopy(): void {
  eraseShell()
  deviceStorage.removeItem('copied-at')
  erase(copyDatabase)
}

function erase(database: string): void {
  // Without IndexedDB, there is no database.
  erasing = erasing.then(() => eraseFiles(database)).catch(() => {})
}

/** Resolves once no copy, draft or value is being erased. */
export function copyIsErased(): Promise<unknown> {
  return erasing
}

/** Chromium keeps deleted rows in its files until it opens the database again. */
async function eraseFiles(database: string): Promise<void> {
  await ended(indexedDB.deleteDatabase(database))
  const { result } = await ended(indexedDB.open(database))
  result.close()
  await ended(indexedDB.deleteDatabase(database))
}

function ended<Request extends IDBRequest>(request: Request): Promise<Request> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })
}
