import { createStore } from '#web/ui/store.ts'
import { draftDatabase, isCopyWanted, storageOwner } from './account-storage.ts'
import { databaseOf } from './database.ts'

/** The form of a prompt that was filled in while the server was unreachable. */
export type DeviceDraft = {
  /** Also the idempotency key of a new prompt. */
  key: string
  accountId: string
  keptAt: number
  /** The prompt to change; undefined for a new one. */
  promptId: string | undefined
  /** The folder of a new prompt. */
  folderId: string | null
  /** The form's input. */
  form: unknown
  /** What the call saves; undefined if the user has not saved the form. */
  edit: unknown
}

const open = databaseOf(draftDatabase, 'key')
const mostMs = 30 * 24 * 60 * 60_000

/** The drafts of this account, as this tab knows them. */
export const deviceDrafts = createStore<readonly DeviceDraft[]>([])

/** Whether this browser keeps drafts: on the user's own device. */
export function keepsDrafts(): boolean {
  return isCopyWanted() && storageOwner() !== undefined && 'locks' in navigator
}

/**
 * Stores a draft in place of the one with its key.
 *
 * @throws if this browser keeps no drafts, or cannot store it
 */
export async function putDraft(draft: Omit<DeviceDraft, 'accountId' | 'keptAt'>): Promise<void> {
  const accountId = storageOwner()
  if (accountId === undefined || !keepsDrafts()) throw new Error('This browser keeps no drafts.')
  const kept = { ...draft, accountId, keptAt: Date.now() }
  await open((db) => db.put('drafts', kept))
  const others = deviceDrafts.get().filter(({ key }) => key !== draft.key)
  deviceDrafts.set([...others, kept])
}

export async function removeDraft(key: string): Promise<void> {
  if (!deviceDrafts.get().some((draft) => draft.key === key)) return
  deviceDrafts.set(deviceDrafts.get().filter((draft) => draft.key !== key))
  await open((db) => db.delete('drafts', key))
}

/** Reads the account's drafts, the oldest first, and erases those that are too old. */
export async function readDrafts(): Promise<readonly DeviceDraft[]> {
  if (!keepsDrafts()) return []
  const all = await open(async (db) => {
    const all: DeviceDraft[] = await db.getAll('drafts')
    const old = all.filter(({ keptAt }) => Date.now() - keptAt > mostMs)
    await Promise.all(old.map(({ key }) => db.delete('drafts', key)))
    return all.filter((draft) => !old.includes(draft))
  })
  const own = all
    .filter(({ accountId }) => accountId === storageOwner())
    .toSorted((one, other) => one.keptAt - other.keptAt)
  deviceDrafts.set(own)
  return own
}
