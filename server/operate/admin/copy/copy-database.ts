import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely, type Transaction } from 'kysely'
import { CommandError } from '#server/operate/admin/define-command.ts'
import { copyTable, readTable, type Content } from '#server/operate/admin/copy/copy-table.ts'
import { listNumbered, listTableNames, readTables } from '#server/operate/admin/copy/read-tables.ts'
import { refuseOtherVersion } from '#server/operate/admin/open-services.ts'
import { checkIntegrity, moveIntoPlace } from '#server/operate/backup/copy-snapshot.ts'
import type { DatabaseLocation } from '#server/config/config.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { isBusy, isLockConflict } from '#server/db/failures.ts'
import { migrateDatabase, openForMigrations } from '#server/db/migrations/migrate-database.ts'
import { makePrivateDirectory } from '#server/db/sqlite/make-private.ts'
import { nameCommand } from '#server/config/name-command.ts'

/** How long to wait for another connection to end. */
const connectionTries = 50
const connectionPauseMs = 20

export type CopiedTable = Content & { table: string }

/**
 * Copies a whole database from SQLite to PostgreSQL, or back, into an empty one, and reads every row of the copy again.
 * The source is locked against changes during the copy, and is not changed. The whole copy is one transaction: after a
 * failure or a crash, the target is as empty as before, and the command can be repeated.
 *
 * @param report reports each table that is copied
 * @throws CommandError if a server uses one of them, if the target is not empty, if the tables are not those of this
 * version, or if a row of the copy differs
 */
export async function copyDatabase(
  source: DatabaseLocation,
  target: DatabaseLocation,
  report: (line: string) => void,
): Promise<CopiedTable[]> {
  if (source.kind === target.kind) {
    throw new CommandError(
      source.kind === 'sqlite'
        ? `Both are SQLite: use ${nameCommand('backup')} FILE and ${nameCommand('restore')} FILE.`
        : 'Both are PostgreSQL: use pg_dump and pg_restore.',
    )
  }
  await refuseOtherVersion(source)
  if (target.kind === 'postgres') {
    await refuseFilled(target)
    await migrateDatabase(target)
    return copyRows(source, target, report)
  }
  if (existsSync(target.file)) {
    throw new CommandError(`${target.file} is there already; it was left as it is.`)
  }
  makePrivateDirectory(dirname(target.file))
  const part = { kind: 'sqlite', file: `${target.file}.part` } as const
  // Left by an interrupted copy.
  for (const end of ['', '-wal', '-shm']) rmSync(part.file + end, { force: true })
  await migrateDatabase(part)
  const copied = await copyRows(source, part, report)
  checkIntegrity(part.file)
  moveIntoPlace(part.file, target.file)
  return copied
}

/** @throws CommandError unless the database has no tables, or only those left by an interrupted copy */
async function refuseFilled(location: DatabaseLocation): Promise<void> {
  const db = openForMigrations(location)
  try {
    for (const name of await listTableNames(db)) {
      const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
      if (rows.length > 0)
        throw new CommandError(`The target is not empty: it has rows in ${name}.`)
    }
  } finally {
    await db.destroy()
  }
}

async function copyRows(
  source: DatabaseLocation,
  target: DatabaseLocation,
  report: (line: string) => void,
): Promise<CopiedTable[]> {
  return whileLocked(source, 'source', (from) =>
    whileLocked(target, 'target', (to) => copyAll(from, to, report)),
  )
}

async function copyAll(
  from: Transaction<unknown>,
  to: Transaction<unknown>,
  report: (line: string) => void,
): Promise<CopiedTable[]> {
  const tables = await (isPostgres(from) ? readTables(to, from) : readTables(from, to))
  const copied: CopiedTable[] = []
  for (const table of tables) {
    // Not even a lease of a server that has started in the meantime.
    if ((await readTable(to, table)).rows > 0) {
      throw new CommandError(`The target is not empty: it has rows in ${table.name}.`)
    }
    const content = await copyTable(from, to, table)
    copied.push({ table: table.name, ...content })
    report(`${table.name}: ${content.rows} rows`)
  }
  await copyNumbers(from, to)
  report('Reading the copy…')
  for (const table of tables) {
    const read = await readTable(to, table)
    const { rows, digest } = copied.find((one) => one.table === table.name) ?? {
      rows: 0,
      digest: '',
    }
    if (read.rows !== rows || read.digest !== digest) {
      throw new CommandError(`The copy of ${table.name} differs, so nothing was copied.`)
    }
  }
  await (isPostgres(to)
    ? sql`analyze`.execute(to)
    : sql`insert into prompt_trigrams (prompt_trigrams) values ('optimize')`.execute(to))
  return copied
}

/** Continues the numbers of rows from the source's, even if its last rows have been deleted. */
async function copyNumbers(from: Kysely<unknown>, to: Kysely<unknown>): Promise<void> {
  const [postgres, sqlite] = isPostgres(from) ? [from, to] : [to, from]
  for (const { table, column } of await listNumbered(postgres)) {
    const sequence = sql`pg_get_serial_sequence(${table}, ${column})::regclass`
    if (postgres === from) {
      const { rows } = await sql<{ last: number | null }>`
        select pg_sequence_last_value(${sequence}) as last`.execute(postgres)
      const last = rows[0]?.last ?? 0
      await sql`delete from sqlite_sequence where name = ${table}`.execute(sqlite)
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(sqlite)
      continue
    }
    const { rows } = await sql<{ seq: number }>`
      select seq from sqlite_sequence where name = ${table}`.execute(sqlite)
    const last = rows[0]?.seq ?? 0
    if (last > 0) await sql`select setval(${sequence}, ${last})`.execute(postgres)
  }
}

/**
 * Works in one transaction, which reads a snapshot and excludes every other program.
 *
 * @throws CommandError if one uses the database
 */
async function whileLocked<Result>(
  location: DatabaseLocation,
  which: 'source' | 'target',
  work: (transaction: Transaction<unknown>) => Promise<Result>,
): Promise<Result> {
  const inUse = new CommandError(
    `A server uses the ${which}: stop every server first. Nothing was copied.`,
  )
  if (location.kind === 'sqlite' && isOpenElsewhere(location.file)) throw inUse
  const db = openForMigrations(location)
  try {
    if (location.kind === 'sqlite') {
      // Excludes others for as long as the file is open.
      await sql`pragma locking_mode = exclusive`.execute(db)
      return await db.transaction().execute(work)
    }
    const names = await listTableNames(db)
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        if (!(await lockTables(transaction, names)) || (await hasOtherServers(transaction))) {
          throw inUse
        }
        return work(transaction)
      })
  } finally {
    await db.destroy()
  }
}

/** Whether another connection has the file open, even one that only reads. */
function isOpenElsewhere(file: string): boolean {
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    // Only a sole connection gets this lock.
    db.exec('pragma locking_mode = exclusive')
    db.exec('begin immediate; select 1 from users limit 1; rollback')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    db.close()
  }
}

/** Locks tables against changes. Returns false if others hold locks on them. */
async function lockTables(
  transaction: Transaction<unknown>,
  names: readonly string[],
): Promise<boolean> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
  await sql`set local lock_timeout = '5s'`.execute(transaction)
  try {
    // Before the first row is read, which determines the snapshot.
    await sql`lock table ${sql.join(names.map((name) => sql.table(name)))}
      in exclusive mode`.execute(transaction)
    return true
  } catch (error) {
    if (isLockConflict(error)) return false
    throw error
  }
}

/** Whether a server stays connected. It queries for work every few seconds. */
async function hasOtherServers(transaction: Transaction<unknown>): Promise<boolean> {
  for (let tries = 0; tries < connectionTries; tries++) {
    // A connection that has just been closed stays listed for a moment.
    if (tries > 0) await delay(connectionPauseMs)
    await sql`select pg_stat_clear_snapshot()`.execute(transaction)
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'promptshelf'
        and pid <> pg_backend_pid()`.execute(transaction)
    if (rows.length === 0) return false
  }
  return true
}
