import { setTimeout as delay } from 'node:timers/promises'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import { isBusy } from '#server/db/failures.ts'
import type { Outcome, SqliteEngine } from '#server/db/sqlite-engine.ts'

const lockRetryMs = 2
const lockPatienceMs = 5_000

/** Kysely's SQLite over an engine of ours; `afterCommit` is told of every change that is on the disk. */
export function sqliteDialect(engine: SqliteEngine, afterCommit = () => {}): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new SqliteEngineDriver(engine, afterCommit),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  /** Lets the migrator run in one transaction, which also keeps two starting servers apart. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Kysely would have a reader wait for a writer that itself waits for another process. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class SqliteEngineDriver implements Driver {
  readonly #engine: SqliteEngine
  readonly #turns: Turns
  readonly #afterCommit: () => void
  /** To be used again: Kysely keeps a note of each that it has ever been given. */
  readonly #idle: SqliteEngineConnection[] = []

  constructor(engine: SqliteEngine, afterCommit: () => void) {
    this.#engine = engine
    this.#turns = new Turns(engine)
    this.#afterCommit = afterCommit
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteEngineConnection> {
    return this.#idle.pop() ?? new SqliteEngineConnection(this.#turns, this.#afterCommit)
  }

  async beginTransaction(connection: SqliteEngineConnection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: SqliteEngineConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
    this.#afterCommit()
  }

  async rollbackTransaction(connection: SqliteEngineConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'))
    } catch (error) {
      // After the gravest failures, such as a full disk, SQLite has done so by itself; what counts
      // is the failure that led here.
      if (!(error instanceof Error && error.message.includes('no transaction is active')))
        throw error
    }
  }

  async releaseConnection(connection: SqliteEngineConnection): Promise<void> {
    connection.end()
    this.#idle.push(connection)
  }

  async destroy(): Promise<void> {
    await this.#engine.close()
  }
}

/** One caller's use of the engine, for a statement or a transaction. */
class SqliteEngineConnection implements DatabaseConnection {
  readonly #turns: Turns
  readonly #afterCommit: () => void
  #endTransaction: (() => void) | undefined

  constructor(turns: Turns, afterCommit: () => void) {
    this.#turns = turns
    this.#afterCommit = afterCommit
  }

  async begin(): Promise<void> {
    this.#endTransaction = await this.#turns.begin()
  }

  end(): void {
    this.#endTransaction?.()
    this.#endTransaction = undefined
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const isInTransaction = this.#endTransaction !== undefined
    const { rows, changes } = await this.#turns.run(query, isInTransaction)
    if (changes !== undefined && !isInTransaction) this.#afterCommit()
    return changes === undefined
      ? { rows: rows as Row[] }
      : { rows: rows as Row[], numAffectedRows: changes }
  }

  // eslint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing here streams.')
  }
}

/**
 * Who may use an engine when: a transaction has it to itself, and a statement that another connection's
 * lock keeps back is tried again. Whoever waits for such a lock holds up nobody else, readers above all.
 */
class Turns {
  readonly #engine: SqliteEngine
  /** Until the transaction that is going on has ended. */
  #transaction: Promise<void> | undefined
  /** Until everybody has left whom a lock keeps waiting; only the first of them tries. */
  #line: Promise<void> = Promise.resolve()

  constructor(engine: SqliteEngine) {
    this.#engine = engine
  }

  run({ sql, parameters }: CompiledQuery, isInTransaction: boolean): Promise<Outcome> {
    const attempt = async () => this.#engine.run(sql, parameters)
    return isInTransaction ? attempt() : this.#outlastLocks(attempt)
  }

  /** Gives what ends the transaction's turn. */
  begin(): Promise<() => void> {
    return this.#outlastLocks(async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#transaction = promise
      const end = () => {
        this.#transaction = undefined
        resolve()
      }
      try {
        // A transaction that began as a reader could fail when it first writes, with nothing to retry.
        await this.#engine.run('begin immediate', [])
        return end
      } catch (error) {
        end()
        throw error
      }
    })
  }

  async #outlastLocks<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const givesUpAt = performance.now() + lockPatienceMs
    let leaveLine: (() => void) | undefined
    try {
      while (true) {
        try {
          while (this.#transaction !== undefined) await this.#transaction
          return await attempt()
        } catch (error) {
          if (!isBusy(error) || performance.now() > givesUpAt) throw error
        }
        if (leaveLine === undefined) leaveLine = await this.#joinLine()
        else await delay(lockRetryMs)
      }
    } finally {
      leaveLine?.()
    }
  }

  /** Gives, when all before have left the line, what leaves it. */
  async #joinLine(): Promise<() => void> {
    const before = this.#line
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#line = promise
    await before
    return resolve
  }
}
