import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite'
import { keepPrivate, makePrivateFile } from '#server/db/make-private.ts'

export type Outcome = { rows: unknown[]; changes: bigint | undefined }

/** Something that runs one SQL statement at a time on one SQLite connection. */
export type SqliteEngine = {
  run: (sql: string, parameters: readonly unknown[]) => Outcome | Promise<Outcome>
  close: () => void | Promise<void>
}

type SynchronousEngine = {
  run: (sql: string, parameters: readonly unknown[]) => Outcome
  close: () => void
}

const cachedStatements = 200
/** 64 MB; where writing never pauses, the checkpoints in the background do not get to the end of the log. */
const mostPagesLogged = 16_000

/**
 * Opens a SQLite file, made if it is not there, on the calling thread. `readsTogether`: what is read in one
 * turn of the event loop is read from one state of the file, that of the first of these reads, unless
 * something is written between. It takes SQLite's locks once then, which cost more than most reads do.
 */
export function openSqlite(file: string, { readsTogether = false } = {}): SynchronousEngine {
  makePrivateFile(file)
  // SQLite gives these the rights of the file; an older version of ours made that for everybody.
  for (const end of ['-wal', '-shm']) keepPrivate(file + end)
  // Node would block while SQLite waits for a lock; the caller retries without blocking.
  const db = new DatabaseSync(file, { timeout: 0 })
  const statements = new Map<string, { statement: StatementSync; columns: string[] }>()
  let configured = false
  let isReading = false

  function statementFor(sql: string) {
    let known = statements.get(sql)
    if (known === undefined) {
      const statement = db.prepare(sql)
      const columns = statement.columns().map((column) => column.name)
      // The row ids that FTS reports after a write do not fit a number, and reading them would throw.
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
    // A read that failed may have ended it.
    if (db.isTransaction) statementFor('commit').statement.run()
  }

  return {
    run(sql, parameters) {
      if (!configured) {
        // Not on opening: switching to WAL needs a lock, and only `run` is retried.
        db.exec('pragma journal_mode = wal')
        db.exec('pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -8000')
        db.exec(`pragma wal_autocheckpoint = ${mostPagesLogged}`)
        // What is deleted is overwritten, not left in the file until its place is needed.
        db.exec('pragma secure_delete = on')
        configured = true
      }
      if (!sql.startsWith('select ')) stopReading()
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

/** Node's own objects have no prototype, which makes everything that reads them several times slower. */
function toObject(columns: string[], values: SQLOutputValue[]): object {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index++) row[columns[index] ?? ''] = values[index]
  return row
}

/**
 * Node would bind every number as REAL, which keeps FTS from using a range of row ids, and a Date as
 * NULL.
 */
function toBound(value: unknown): SQLInputValue {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (typeof value === 'string' || value === null || typeof value === 'bigint') return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`SQLite takes no ${typeof value} as a parameter.`)
}
