import { Kysely, PostgresDialect } from 'kysely'
import type { Database, DatabaseLocation } from '#server/db/database.ts'
import { openPostgresPool } from '#server/db/postgres/postgres-pool.ts'
import { openSqliteInBackground } from '#server/db/sqlite/sqlite-background.ts'
import { sqliteDialect } from '#server/db/sqlite/sqlite-dialect.ts'
import { openSqlite, type SqliteEngine } from '#server/db/sqlite/sqlite-engine.ts'
import type { Tables } from '#server/db/tables.ts'

/** Opens a migrated database. Connections are established on first use. */
export function openDatabase(location: DatabaseLocation): Database {
  if (location.kind === 'postgres') {
    const pool = () => openPostgresPool(location.url)
    const main = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    return { main, background: main, close: () => main.destroy() }
  }
  const engine = openSqliteInBackground(location.file)
  const background = new Kysely<Tables>({ dialect: sqliteDialect(engine) })
  const main = new Kysely<Tables>({
    dialect: sqliteDialect(
      openSqlite(location.file, { readsTogether: true }),
      checkpointIn(engine),
    ),
  })
  return {
    main,
    background,
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
function checkpointIn(background: SqliteEngine): () => void {
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
      await background.run('pragma wal_checkpoint(passive)', [])
    } catch {
      // The log keeps growing, and the next commits try again.
    }
  }
}
