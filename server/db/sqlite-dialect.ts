import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { SqliteEngine } from '#server/db/sqlite-engine.ts'
import { Turns, type SqliteTransaction } from '#server/db/sqlite-turns.ts'

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
    await connection.endTransaction()?.commit()
    this.#afterCommit()
  }

  /** Kysely also asks for it where a commit has failed, which has undone the transaction already. */
  async rollbackTransaction(connection: SqliteEngineConnection): Promise<void> {
    await connection.endTransaction()?.rollback()
  }

  async releaseConnection(connection: SqliteEngineConnection): Promise<void> {
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
  #transaction: SqliteTransaction | undefined

  constructor(turns: Turns, afterCommit: () => void) {
    this.#turns = turns
    this.#afterCommit = afterCommit
  }

  async begin(): Promise<void> {
    this.#transaction = await this.#turns.begin()
  }

  /** Gives the transaction that is under way, for the last time. */
  endTransaction(): SqliteTransaction | undefined {
    const transaction = this.#transaction
    this.#transaction = undefined
    return transaction
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes } = await (this.#transaction ?? this.#turns).run(query)
    if (changes !== undefined && this.#transaction === undefined) this.#afterCommit()
    return changes === undefined
      ? { rows: rows as Row[] }
      : { rows: rows as Row[], numAffectedRows: changes }
  }

  // eslint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing here streams.')
  }
}
