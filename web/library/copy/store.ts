import { openDB, type DBSchema } from 'idb'
import { CopiedFolder, CopiedPrompt } from '#contract/library/changes.ts'
import { databaseVersion, copyDatabase, copyIsErased } from '#web/api/account-storage.ts'
import type { ChangePage } from './catch-up.ts'
import type { LibraryCopy } from './library-copy.ts'

type State = {
  accountId: string
  fields: string
  cursor: string
  isComplete: boolean
  keepsLastValues: boolean
}

interface Schema extends DBSchema {
  folders: { key: string; value: CopiedFolder }
  prompts: { key: string; value: CopiedPrompt }
  state: { key: 'state'; value: State }
}

/** Rows of a release with other fields are not read. */
const fields = [
  ...[CopiedFolder, CopiedPrompt].map(({ shape }) => Object.keys(shape).join()),
  'isComplete,keepsLastValues',
].join(';')

export type CopyStore = Awaited<ReturnType<typeof openStore>>

/**
 * Opens the copy that this browser stores. When any tab erases it, it is closed and `onErase` is called.
 *
 * @throws if IndexedDB is missing, blocked or broken
 */
export async function openStore(accountId: string, onErase: () => void) {
  await copyIsErased()
  const db = await openDB<Schema>(copyDatabase, databaseVersion, {
    upgrade(db) {
      db.createObjectStore('folders', { keyPath: 'id' })
      db.createObjectStore('prompts', { keyPath: 'id' })
      db.createObjectStore('state')
    },
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase).close()
      onErase()
    },
  })

  return {
    /** Reads the stored rows into an empty copy, unless they are another account's. */
    async readInto(copy: LibraryCopy): Promise<void> {
      const transaction = db.transaction(['folders', 'prompts', 'state'])
      const [state, folders, prompts] = await Promise.all([
        transaction.objectStore('state').get('state'),
        transaction.objectStore('folders').getAll(),
        transaction.objectStore('prompts').getAll(),
      ])
      if (state?.accountId !== accountId || state.fields !== fields) return
      copy.applyChanges({ folders, prompts })
      copy.cursor = state.cursor
      copy.isComplete = state.isComplete
      copy.keepsLastValues = state.keepsLastValues
    },

    /** Stores a page of changes with the state of the copy after it, all or nothing. The first page replaces everything. */
    async write({ page, ids }: ChangePage, copy: LibraryCopy, isFirst: boolean): Promise<void> {
      const transaction = db.transaction(['folders', 'prompts', 'state'], 'readwrite')
      const done = [transaction.done]
      for (const name of ['folders', 'prompts'] as const) {
        const store = transaction.objectStore(name)
        const kept = ids && new Set(ids[name])
        if (isFirst) void store.clear()
        for (const row of page[name]) void store.put(row)
        if (!kept || isFirst) continue
        done.push(
          store.getAllKeys().then((keys) => {
            for (const id of keys) if (!kept.has(id)) void store.delete(id)
          }),
        )
      }
      const { isComplete, keepsLastValues } = copy
      const state = { accountId, fields, cursor: page.next, isComplete, keepsLastValues }
      void transaction.objectStore('state').put(state, 'state')
      await Promise.all(done)
    },

    /** Stores when a prompt was used. */
    async noteUse(id: string, usedAt: string): Promise<void> {
      const transaction = db.transaction('prompts', 'readwrite')
      const prompt = await transaction.store.get(id)
      if (prompt) await transaction.store.put({ ...prompt, usedAt })
      await transaction.done
    },

    close: () => db.close(),
  }
}
