import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { DatabaseLocation } from '#server/db/database.ts'
import { migrations as allMigrations } from '#server/db/migrations.ts'
import { openPostgresPool } from '#server/db/postgres-pool.ts'
import { sqliteDialect } from '#server/db/sqlite-dialect.ts'
import { openSqlite } from '#server/db/sqlite-engine.ts'
import { toUnusable, UnusableDatabaseError } from '#server/db/unusable-database.ts'

/** Any number that nothing else locks. */
const migrationLock = 7_700_771

type MigrationLog = { kysely_migration: { name: string } }

/**
 * Brings a database up to this version, in one transaction: interrupted, nothing has happened, and
 * the next start does it all. Several servers starting at once wait for each other.
 *
 * @throws UnusableDatabaseError with nothing touched, where it is of a newer version above all
 */
export async function migrateDatabase(
  location: DatabaseLocation,
  migrations: Record<string, Migration> = allMigrations,
): Promise<void> {
  try {
    await migrate(location, migrations)
  } catch (error) {
    throw toUnusable(error, location)
  }
}

async function migrate(
  location: DatabaseLocation,
  migrations: Record<string, Migration>,
): Promise<void> {
  // A connection of its own, since a migration may take longer than a statement may otherwise.
  const db = new Kysely<MigrationLog>({
    dialect:
      location.kind === 'sqlite'
        ? sqliteDialect(openSqlite(location.file))
        : new UnlockedPostgresDialect({
            pool: () => openPostgresPool(location.url, { connections: 1, statementTimeoutMs: 0 }),
          }),
  })
  try {
    const done = await listDone(db)
    refuseNewer(done, migrations)
    if (done.length === Object.keys(migrations).length) return
    await db.transaction().execute(async (transaction) => {
      if (location.kind === 'postgres') await lockMigrations(transaction)
      const provider = { getMigrations: async () => migrations }
      const { error } = await new Migrator({ db: transaction, provider }).migrateToLatest()
      if (error !== undefined) throw error
    })
  } finally {
    await db.destroy()
  }
}

/** Without Kysely's own lock, which belongs to a session: behind PgBouncer, it would never be let go. */
class UnlockedPostgresDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new UnlockedPostgresAdapter()
  }
}

class UnlockedPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Keeps others that start from migrating until the transaction ends, however long it takes. */
async function lockMigrations(transaction: Kysely<MigrationLog>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction)
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction)
}

/** The names of the migrations that a database has had. */
async function listDone(db: Kysely<MigrationLog>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const rows = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()
  return rows.map((row) => row.name)
}

function refuseNewer(done: readonly string[], migrations: Record<string, Migration>): void {
  const unknown = done.find((name) => !Object.hasOwn(migrations, name))
  if (unknown === undefined) return
  throw new UnusableDatabaseError(
    `The database was made by a newer version of Promptshelf (it has the migration ` +
      `${unknown}). Nothing was changed; please update Promptshelf.`,
  )
}
