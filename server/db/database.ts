import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/tables.ts'

/** What a query function takes first: the database, or a transaction in it. */
export type Handle = Kysely<Tables>

export type Database = {
  /** For point reads and short writes. */
  main: Handle
  /**
   * For what may take longer: searches and bulk deletes. On SQLite, which works on the thread that
   * asks it, this is a second connection in a worker thread; on PostgreSQL it is the same pool.
   */
  background: Handle
  close: () => Promise<void>
}

/** Which database: the path of a SQLite file, or the address of a PostgreSQL database. */
export type DatabaseLocation = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }
