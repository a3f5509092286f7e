import { Pool, types } from 'pg'

/**
 * A pool of connections that never waits without end. `statementTimeoutMs` 0 lets a statement run as
 * long as it takes.
 */
export function openPostgresPool(
  url: string,
  { connections = 10, statementTimeoutMs = 10_000 } = {},
): Pool {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 3_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 20_000,
    keepAlive: true,
    application_name: 'promptshelf',
    types: {
      // Counts, moments and row keys all fit a number.
      getTypeParser: (oid, format) =>
        oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format),
    },
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  return pool
}
