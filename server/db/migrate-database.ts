import { Kysely, PostgresDialect } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { DatabaseLocation } from '#server/db/database.ts'
import { migrations as allMigrations } from '#server/db/migrations.ts'
import { openPostgresPool } from '#server/db/postgres-pool.ts'
import { sqliteDialect } from '#server/db/sqlite-dialect.ts'
import { openSqlite } from '#server/db/sqlite-engine.ts'
import { toUnusable, UnusableDatabaseError } from '#server/db/unusable-database.ts'

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
        : new PostgresDialect({
            pool: () => openPostgresPool(location.url, { connections: 1, statementTimeoutMs: 0 }),
          }),
  })
  try {
    await refuseNewer(db, migrations)
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
  } finally {
    await db.destroy()
  }
}

async function refuseNewer(
  db: Kysely<MigrationLog>,
  migrations: Record<string, Migration>,
): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return
  const done = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()
  const unknown = done.find(({ name }) => !Object.hasOwn(migrations, name))
  if (unknown === undefined) return
  throw new UnusableDatabaseError(
    `The database was made by a newer version of Promptshelf (it has the migration ` +
      `${unknown.name}). Nothing was changed; please update Promptshelf.`,
  )
}
