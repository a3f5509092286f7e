import { Socket } from 'node:net'
import type { Pool } from 'pg'

/** By then a server that is there has ended a statement itself. */
const graceMs = 1_000

/**
 * A pool of connections that never waits without end. `statementTimeoutMs` 0 lets a statement run as
 * long as it takes.
 */
export async function openPostgresPool(
  url: string,
  { connections = 10, statementTimeoutMs = 10_000 } = {},
): Promise<Pool> {
  // Loaded only here: on SQLite it is not needed.
  const { Pool, types } = await import('pg')
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 3_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 20_000,
    keepAlive: true,
    ...(statementTimeoutMs > 0 && { stream: () => impatientSocket(statementTimeoutMs + graceMs) }),
    application_name: 'promptshelf',
    types: {
      // Counts, moments and row keys all fit a number.
      getTypeParser: (oid, format) =>
        oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format),
    },
  })
  // A connection that breaks is replaced by the pool, and a query on it fails by itself; without
  // listeners, to the idle ones and to those in use, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Gives up when nothing moves: of a server that hangs, or is cut off, nothing else would ever tell. */
function impatientSocket(patienceMs: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(patienceMs, () => {
    socket.destroy(new Error('Connection terminated: PostgreSQL does not answer'))
  })
}
