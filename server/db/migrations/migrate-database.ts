import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { DatabaseLocation } from '#server/config/config.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { isLockConflict } from '#server/db/failures.ts'
import { migrations as allMigrations, type Migration } from '#server/db/migrations/migrations.ts'
import { openPostgresPool } from '#server/db/postgres/postgres-pool.ts'
import { sqliteDialect } from '#server/db/sqlite/sqlite-dialect.ts'
import { openSqlite } from '#server/db/sqlite/sqlite-engine.ts'
import { toUnusable, UnusableDatabaseError } from '#server/db/unusable-database.ts'

/** Key of an advisory lock that nothing else acquires. */
const migrationLock = 7_700_771
/**
 * How long a migration waits for the locks of its tables. Requests queue behind it, and PostgreSQL looks for deadlocks
 * after a second: the migration gives up earlier, so that no request is cancelled instead.
 */
const lockMs = 500
/** Lets requests continue between attempts. */
const lockPauseMs = 500

type Options = {
  /** Reports each step of an upgrade, which may take long. */
  report?: (line: string) => void
  /** Called before the first step of an upgrade, with its name. */
  beforeUpgrade?: (name: string) => void
  /** How often a migration tries to lock its tables, at most once a second. */
  lockTries?: number
}

/**
 * Migrates a database to this version. Every migration has its own transaction, so after an interruption the next start
 * continues with the interrupted migration. Servers that start at the same time wait for each other. On PostgreSQL, a
 * migration that cannot lock its tables within half a second is retried for minutes.
 *
 * @throws UnusableDatabaseError, before anything is changed, if the database is of a newer version, or of one before
 * the first migration
 */
export async function migrateDatabase(
  location: DatabaseLocation,
  migrations: Record<string, Migration> = allMigrations,
  options: Options = {},
): Promise<void> {
  try {
    await migrate(location, migrations, options)
  } catch (error) {
    throw toUnusable(error, location)
  }
}

async function migrate(
  location: DatabaseLocation,
  migrations: Record<string, Migration>,
  { report = () => {}, beforeUpgrade = () => {}, lockTries = 240 }: Options,
): Promise<void> {
  const db = openForMigrations(location)
  try {
    const done = await listDone(db)
    refuseOther(done, migrations)
    const due = Object.entries(migrations).filter(([name]) => !done.includes(name))
    const [next] = due
    if (done.length > 0 && next !== undefined) beforeUpgrade(next[0])
    for (const [name, migration] of due) {
      if (done.length > 0) report(`Upgrading the database (${name}): a large one takes minutes`)
      await runUntilUnlocked(db, name, migration, lockTries)
    }
  } finally {
    await db.destroy()
  }
}

/** Opens a separate connection, because a migration may take longer than any other statement. */
export function openForMigrations(location: DatabaseLocation): Kysely<unknown> {
  const dialect =
    location.kind === 'sqlite'
      ? sqliteDialect(openSqlite(location.file))
      : new PostgresDialect({
          pool: () => openPostgresPool(location.url, { connections: 1, statementTimeoutMs: 0 }),
        })
  return new Kysely<unknown>({ dialect })
}

/** Runs a migration, and retries it while requests hold the locks that it needs. */
async function runUntilUnlocked(
  db: Kysely<unknown>,
  name: string,
  migration: Migration,
  lockTries: number,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await runOnce(db, name, migration)
      return
    } catch (error) {
      if (!isPostgres(db) || !isLockConflict(error)) throw error
      if (tries === lockTries) {
        throw new UnusableDatabaseError(
          `The upgrade ${name} cannot lock its tables, which something else holds (${(error as Error).message}). ` +
            `Nothing was changed; please end long transactions and start again.`,
          { cause: error },
        )
      }
      await delay(lockPauseMs)
    }
  }
}

/** Runs a migration, unless another server has run it in the meantime. */
async function runOnce(
  db: Kysely<unknown>,
  name: string,
  { up, rebuilds = false, alters = [] }: Migration,
): Promise<void> {
  const isRebuild = rebuilds && !isPostgres(db)
  // SQLite ignores this inside a transaction. The connection ends with the migrations, also after a failure.
  if (isRebuild) await sql`pragma foreign_keys = off`.execute(db)
  await db.transaction().execute(async (transaction) => {
    await lockMigrations(transaction)
    if ((await listNames(transaction)).includes(name)) return
    await lockTables(transaction, alters)
    await up(transaction)
    if (isRebuild) await refuseBrokenReferences(transaction, name)
    await sql`insert into kysely_migration (name, timestamp)
      values (${name}, ${new Date().toISOString()})`.execute(transaction)
  })
  if (isRebuild) await sql`pragma foreign_keys = on`.execute(db)
}

/**
 * Waits until no other server migrates, and creates the table of migrations in the format of Kysely's migrator, which
 * every released version reads. On SQLite, the transaction itself excludes others. PostgreSQL's lock belongs to the
 * transaction: behind PgBouncer, a lock of the session would never be released.
 */
async function lockMigrations(transaction: Kysely<unknown>): Promise<void> {
  if (isPostgres(transaction)) {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction)
  }
  await transaction.schema
    .createTable('kysely_migration')
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute()
}

/**
 * The order in which requests lock tables: a change of a library locks its row first, and a new row the user that it
 * references. In another order, most attempts would wait for a request that waits for the migration.
 */
const requestOrder = ['libraries', 'others', 'sessions', 'users']

function placeOf(table: string): number {
  return requestOrder.indexOf(requestOrder.includes(table) ? table : 'others')
}

/** Locks tables in one statement, so that `lockMs` bounds the wait for all of them. */
async function lockTables(db: Kysely<unknown>, tables: readonly string[]): Promise<void> {
  if (!isPostgres(db)) return
  // Bounds the waits for other locks in `up`.
  await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(db)
  if (tables.length === 0) return
  const inOrder = tables.toSorted((one, other) => placeOf(one) - placeOf(other))
  await sql`set local statement_timeout = ${sql.lit(lockMs)}`.execute(db)
  const names = sql.join(inOrder.map((table) => sql.table(table)))
  await sql`lock table ${names} in access exclusive mode`.execute(db)
  await sql`set local statement_timeout = 0`.execute(db)
}

/** Foreign keys were not enforced during the migration, so every row is checked at its end. */
async function refuseBrokenReferences(db: Kysely<unknown>, name: string): Promise<void> {
  const { rows } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db)
  if (rows.length === 0) return
  const tables = [...new Set(rows.map(({ table }) => table))].join(', ')
  throw new Error(`Migration ${name} would leave broken references in ${tables}.`)
}

/** Lists the migrations that a database has had. */
export async function listDone(db: Kysely<unknown>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return tables.some((table) => table.name === 'kysely_migration') ? listNames(db) : []
}

async function listNames(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

function refuseOther(done: readonly string[], migrations: Record<string, Migration>): void {
  const [first = ''] = Object.keys(migrations)
  if (done.length > 0 && !done.includes(first)) {
    throw new UnusableDatabaseError(
      'The database was made by a version of Promptshelf before 0.2.0, which this one cannot upgrade. Nothing was ' +
        'changed; please export the libraries with that version, start this one with an empty data directory or ' +
        'database, and import them.',
    )
  }
  const unknown = done.find((name) => !Object.hasOwn(migrations, name))
  if (unknown === undefined) return
  throw new UnusableDatabaseError(
    `The database was made by a newer version of Promptshelf (it has the migration ` +
      `${unknown}). Nothing was changed; please update Promptshelf.`,
  )
}
