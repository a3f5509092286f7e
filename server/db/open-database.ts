import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Database, Handle } from '#server/db/database.ts'
import type { DatabaseLocation } from '#server/config/config.ts'
import { openPostgresPool } from '#server/db/postgres/postgres-pool.ts'
import { openSqliteInBackground } from '#server/db/sqlite/sqlite-background.ts'
import { sqliteDialect } from '#server/db/sqlite/sqlite-dialect.ts'
import { openSqlite } from '#server/db/sqlite/sqlite-engine.ts'
import type { Tables } from '#server/db/schema/tables.ts'

/**
 * Opens a migrated database. Connections are established on first use.
 *
 * @param connectMs how long a statement may wait for a connection to PostgreSQL
 * @param statementMs how long one statement may take: on PostgreSQL every one, on SQLite those in the background
 */
export function openDatabase(
  location: DatabaseLocation,
  { statementMs = 10_000, connectMs = 3_000 } = {},
): Database {
  if (location.kind === 'postgres') {
    const pool = () =>
      openPostgresPool(location.url, { statementTimeoutMs: statementMs, connectMs })
    const main = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    return { main, background: main, isHanging: () => false, close: () => main.destroy() }
  }
  const engine = openSqliteInBackground(location.file, statementMs)
  const background = new Kysely<Tables>({ dialect: sqliteDialect(engine) })
  const main = new Kysely<Tables>({
    dialect: sqliteDialect(
      openSqlite(location.file, { readsTogether: true }),
      checkpointIn(background),
    ),
  })
  return {
    main,
    background,
    isHanging: engine.isHanging,
    close: async () => {
      await background.destroy()
      await main.destroy()
    },
  }
}

const commitsPerCheckpoint = 400

/**
 * Returns a function to call after every commit. Once in 400 commits it checkpoints SQLite's log in the
 * background: on the main thread, a checkpoint would block every request.
 */
function checkpointIn(background: Handle): () => void {
  let commits = 0
  let isUnderWay = false
  return () => {
    commits += 1
    if (commits < commitsPerCheckpoint || isUnderWay) return
    commits = 0
    isUnderWay = true
    void checkpoint().then(() => (isUnderWay = false))
  }

  async function checkpoint(): Promise<void> {
    try {
      await sql`pragma wal_checkpoint(passive)`.execute(background)
    } catch {
      // The log keeps growing, and the next commits try again.
    }
  }
}
