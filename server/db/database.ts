import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/schema/tables.ts'

/** The first parameter of a query function: the database, or a transaction in it. */
export type Handle = Kysely<Tables>

export type Database = {
  /** For point reads and short writes. */
  main: Handle
  /**
   * For longer work, such as searches and bulk deletes. On SQLite, which blocks the calling thread, a second
   * connection in a separate process that serves accounts in turn; on PostgreSQL the same pool.
   */
  background: Handle
  /** Whether one statement has blocked the background for seconds; false on PostgreSQL. */
  isHanging: () => boolean
  close: () => Promise<void>
}
