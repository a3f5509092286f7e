import { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { ClientBase, PoolClient } from 'pg'
import { isReadOnly } from '#server/db/failures.ts'

/** By then a server that is there has ended a statement itself. */
const graceMs = 1_000

/**
 * A pool of connections to a primary that never waits without end. `statementTimeoutMs` 0 lets a statement
 * run as long as it takes.
 */
export async function openPostgresPool(
  url: string,
  { connections = 10, statementTimeoutMs = 10_000 } = {},
): Promise<PostgresPool> {
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
    verify: (client, done) => {
      refuseStandby(client).then(() => done(), done)
    },
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
  return {
    options: pool.options,
    connect: async () => giveUpReadOnly(await pool.connect()),
    end: () => pool.end(),
  }
}

/**
 * While a cluster fails over, a proxy may still lead to a standby, where the latest changes can be missing:
 * a session that has just begun, say.
 */
async function refuseStandby(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_standby: boolean }>(
    'select pg_is_in_recovery() as is_standby',
  )
  if (rows[0]?.is_standby) throw new Error('Connection terminated: this PostgreSQL is a standby')
}

/** Takes a connection out of the pool on release once a change was refused on it as read-only. */
function giveUpReadOnly(client: PoolClient): PostgresPoolClient {
  let isLost = false
  const query = async (text: string, values: unknown[]) => {
    try {
      return await client.query(text, values)
    } catch (error) {
      isLost ||= isReadOnly(error)
      throw error
    }
  }
  return {
    // Without Kysely's other form, for cursors: no query of ours streams.
    query: query as unknown as PostgresPoolClient['query'],
    release: (isDiscarded = false) => client.release(isDiscarded || isLost),
  }
}

/** Gives up when nothing moves: of a server that hangs, or is cut off, nothing else would ever tell. */
function impatientSocket(patienceMs: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(patienceMs, () => {
    socket.destroy(new Error('Connection terminated: PostgreSQL does not answer'))
  })
}
