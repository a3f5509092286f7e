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
import type { SqliteEngine } from '#server/db/sqlite-engine.ts'

const busyRetryMs = 10
const busyPatienceMs = 5_000

/** Kysely's SQLite over an engine of ours. */
export function sqliteDialect(engine: SqliteEngine): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new SqliteEngineDriver(engine),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Lets the migrator run in one transaction, which also keeps two starting servers apart. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class SqliteEngineDriver implements Driver {
  readonly #engine: SqliteEngine
  readonly #connection: DatabaseConnection

  constructor(engine: SqliteEngine) {
    this.#engine = engine
    this.#connection = new SqliteEngineConnection(engine)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // A transaction that began as a reader could fail when it first writes, with nothing to retry.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'))
    } catch (error) {
      // After the gravest failures, such as a full disk, SQLite has done so by itself; what counts
      // is the failure that led here.
      if (!(error instanceof Error && error.message.includes('no transaction is active')))
        throw error
    }
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#engine.close()
  }
}

class SqliteEngineConnection implements DatabaseConnection {
  readonly #engine: SqliteEngine

  constructor(engine: SqliteEngine) {
    this.#engine = engine
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const givesUpAt = performance.now() + busyPatienceMs
    while (true) {
      try {
        const { rows, changes } = await this.#engine.run(query.sql, query.parameters)
        return changes === undefined
          ? { rows: rows as Row[] }
          : { rows: rows as Row[], numAffectedRows: changes }
      } catch (error) {
        if (!isBusy(error) || performance.now() > givesUpAt) throw error
      }
      await delay(busyRetryMs)
    }
  }

  // eslint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing here streams.')
  }
}
