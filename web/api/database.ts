import type { IDBPDatabase } from 'idb'
import { copyIsErased, databaseVersion } from './account-storage.ts'

/**
 * Returns a function that runs a task on a database of this browser. Its only store has the same name, and rows with
 * their key at `keyPath`. Each task has its own connection, so that a logout in another tab can erase the database.
 *
 * The function throws if IndexedDB is missing, blocked, full or broken.
 */
export function databaseOf(name: string, keyPath: string) {
  return async <Answer>(task: (db: IDBPDatabase) => Promise<Answer>): Promise<Answer> => {
    const { openDB } = await import('idb')
    await copyIsErased()
    const db = await openDB(name, databaseVersion, {
      upgrade: (db) => void db.createObjectStore(name, { keyPath }),
    })
    try {
      return await task(db)
    } finally {
      db.close()
    }
  }
}
