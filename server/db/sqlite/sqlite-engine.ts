import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite'
import { keepPrivate, makePrivateFile } from '#server/db/sqlite/make-private.ts'

export type Outcome = { rows: unknown[]; changes: bigint | undefined }

/** Runs one SQL statement at a time on one SQLite connection. */
export type SqliteEngine = {
  run: (sql: string, parameters: readonly unknown[]) => Outcome | Promise<Outcome>
  close: () => void | Promise<void>
}

type SynchronousEngine = {
  run: (sql: string, parameters: readonly unknown[]) => Outcome
  close: () => void
}

const cachedStatements = 200
/** 64 MB. While writes never pause, background checkpoints do not reach the end of the log. */
const mostPagesLogged = 16_000

/**
 * Opens a SQLite file on the calling thread, and creates it if it does not exist. With `readsTogether`, the `select`
 * statements of one turn of the event loop share a read transaction until the next write: acquiring the locks of SQLite's
 * log costs more than most reads. Other reading statements, such as those that start with `with`, acquire their own.
 */
export function openSqlite(file: string, { readsTogether = false } = {}): SynchronousEngine {
  makePrivateFile(file)
  // SQLite creates these with the file's previous permissions, which may have let other users read them.
  for (const end of ['-wal', '-shm']) keepPrivate(file + end)
  // With a timeout, SQLite would block the thread. The caller retries instead.
  const db = new DatabaseSync(file, { timeout: 0 })
  const statements = new Map<string, { statement: StatementSync; columns: string[] }>()
  let configured = false
  let isReading = false

  function statementFor(sql: string) {
    let known = statements.get(sql)
    if (known === undefined) {
      const statement = db.prepare(sql)
      const columns = statement.columns().map((column) => column.name)
      // FTS reports row ids after a write that do not fit a number, and reading them would throw.
      if (columns.length === 0) statement.setReadBigInts(true)
      else statement.setReturnArrays(true)
      known = { statement, columns }
      const oldest = statements.keys().next()
      if (statements.size >= cachedStatements && !oldest.done) statements.delete(oldest.value)
      statements.set(sql, known)
    }
    return known
  }

  function startReading() {
    if (isReading || db.isTransaction) return
    statementFor('begin').statement.run()
    isReading = true
    setImmediate(stopReading)
  }

  function stopReading() {
    if (!isReading) return
    isReading = false
    // A failed read may have ended the transaction.
    if (db.isTransaction) statementFor('commit').statement.run()
  }

  return {
    run(sql, parameters) {
      if (!configured) {
        // Not done when opening: switching to WAL needs a lock, and only `run` is retried.
        db.exec('pragma journal_mode = wal')
        db.exec('pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -8000')
        db.exec(`pragma wal_autocheckpoint = ${mostPagesLogged}`)
        // Overwrites deleted rows instead of leaving them in the file.
        db.exec('pragma secure_delete = on')
        configured = true
      }
      if (!/^\s*select\s/i.test(sql)) stopReading()
      else if (readsTogether) startReading()
      const { statement, columns } = statementFor(sql)
      const bound = parameters.map(toBound)
      if (columns.length === 0) {
        return { rows: [], changes: BigInt(statement.run(...bound).changes) }
      }
      const rows = statement.all(...bound) as unknown as SQLOutputValue[][]
      return { rows: rows.map((row) => toObject(columns, row)), changes: undefined }
    },
    close: () => {
      stopReading()
      db.close()
    },
  }
}

/** The objects that Node returns have no prototype, which makes reading them several times slower. */
function toObject(columns: string[], values: SQLOutputValue[]): object {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index++) row[columns[index] ?? ''] = values[index]
  return row
}

/** Node binds every number as REAL, which keeps FTS from using a range of row ids, and a Date as NULL. */
function toBound(value: unknown): SQLInputValue {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (typeof value === 'string' || value === null || typeof value === 'bigint') return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`SQLite takes no ${typeof value} as a parameter.`)
}
