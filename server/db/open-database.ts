import { Kysely, PostgresDialect } from 'kysely'
import type { Database, DatabaseLocation } from '#server/db/database.ts'
import { openPostgresPool } from '#server/db/postgres-pool.ts'
import { openSqliteInBackground } from '#server/db/sqlite-background.ts'
import { sqliteDialect } from '#server/db/sqlite-dialect.ts'
import { openSqlite } from '#server/db/sqlite-engine.ts'
import type { Tables } from '#server/db/tables.ts'

/** Opens a database that has been migrated. Connections are made when they are first needed. */
export function openDatabase(location: DatabaseLocation): Database {
  if (location.kind === 'postgres') {
    const pool = () => openPostgresPool(location.url)
    const main = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    return { main, background: main, close: () => main.destroy() }
  }
  const main = new Kysely<Tables>({ dialect: sqliteDialect(openSqlite(location.file)) })
  const background = new Kysely<Tables>({
    dialect: sqliteDialect(openSqliteInBackground(location.file)),
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
