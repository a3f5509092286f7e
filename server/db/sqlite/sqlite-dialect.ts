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
import type { Outcome, SqliteEngine } from '#server/db/sqlite/sqlite-engine.ts'
import { Turns } from '#server/db/sqlite/sqlite-turns.ts'

/**
 * Kysely's SQLite dialect over `node:sqlite`. Kysely's own driver holds its only connection while a transaction waits for
 * a lock, so readers would wait for writers of another process. `afterCommit` is called once a change is on disk.
 */
export function sqliteDialect(engine: SqliteEngine, afterCommit = () => {}): Dialect {
  return {
    createAdapter: () => new ConcurrentSqliteAdapter(),
    createDriver: () => new SqliteEngineDriver(engine, afterCommit),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class SqliteEngineDriver implements Driver {
  readonly #engine: SqliteEngine
  readonly #turns: Turns
  readonly #afterCommit: () => void
  /** A free list, because Kysely keeps a weak reference to every connection that it has received. */
  readonly #idle: SqliteEngineConnection[] = []

  constructor(engine: SqliteEngine, afterCommit: () => void) {
    this.#engine = engine
    this.#turns = new Turns(engine)
    this.#afterCommit = afterCommit
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteEngineConnection> {
    return (
      this.#idle.pop() ?? new SqliteEngineConnection(this.#engine, this.#turns, this.#afterCommit)
    )
  }

  async beginTransaction(connection: SqliteEngineConnection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: SqliteEngineConnection): Promise<void> {
    await connection.commit()
    this.#afterCommit()
  }

  async rollbackTransaction(connection: SqliteEngineConnection): Promise<void> {
    await connection.rollback()
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
  readonly #engine: SqliteEngine
  readonly #turns: Turns
  readonly #afterCommit: () => void
  #endTurn: (() => void) | undefined

  constructor(engine: SqliteEngine, turns: Turns, afterCommit: () => void) {
    this.#engine = engine
    this.#turns = turns
    this.#afterCommit = afterCommit
  }

  async begin(): Promise<void> {
    this.#endTurn = await this.#turns.begin()
  }

  /** Kysely rolls back if this throws. */
  async commit(): Promise<void> {
    await this.#engine.run('commit', [])
    this.#end()
  }

  async rollback(): Promise<void> {
    try {
      await this.#engine.run('rollback', [])
    } catch {
      // After a serious failure, such as a full disk, SQLite has already rolled back.
    }
    this.#end()
  }

  #end(): void {
    this.#endTurn?.()
    this.#endTurn = undefined
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#endTurn !== undefined) {
      return toResult(await this.#engine.run(query.sql, query.parameters))
    }
    const outcome = await this.#turns.run(query)
    if (outcome.changes !== undefined) this.#afterCommit()
    return toResult(outcome)
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported.')
  }
}

function toResult<Row>({ rows, changes }: Outcome): QueryResult<Row> {
  return changes === undefined
    ? { rows: rows as Row[] }
    : { rows: rows as Row[], numAffectedRows: changes }
}
