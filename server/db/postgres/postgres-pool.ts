import { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { ClientBase, PoolClient } from 'pg'
import { isReadOnly } from '#server/db/failures.ts'

/** Within this time, a server that responds has ended the statement itself. */
const graceMs = 1_000

/**
 * A pool of connections to a primary. Every wait has a limit, except that `statementTimeoutMs: 0` lets
 * statements run as long as they take.
 */
export async function openPostgresPool(
  url: string,
  { connections = 10, statementTimeoutMs = 10_000, connectMs = 3_000 } = {},
): Promise<PostgresPool> {
  // Not needed on SQLite.
  const { Pool, types } = await import('pg')
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 20_000,
    keepAlive: true,
    ...(statementTimeoutMs > 0 && { stream: () => impatientSocket(statementTimeoutMs + graceMs) }),
    application_name: 'promptshelf',
    verify: (client, done) => {
      refuseStandby(client).then(() => done(), done)
    },
    types: {
      // Counts, times and row keys fit a number.
      getTypeParser: (oid, format) =>
        oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format),
    },
  })
  // The pool replaces broken connections, and their queries fail. Without listeners, the errors would end the
  // process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    options: pool.options,
    connect: async () => giveUpReadOnly(await pool.connect()),
    end: () => pool.end(),
  }
}

/** During a failover, a proxy may still lead to a standby, which can lack the latest changes. */
async function refuseStandby(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_standby: boolean }>(
    'select pg_is_in_recovery() as is_standby',
  )
  if (rows[0]?.is_standby) throw new Error('Connection terminated: this PostgreSQL is a standby')
}

/** Removes a connection from the pool on release if PostgreSQL refused a change on it as read-only. */
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
    // Without the overload for cursors, which serves streaming.
    query: query as unknown as PostgresPoolClient['query'],
    release: (isDiscarded = false) => client.release(isDiscarded || isLost),
  }
}

/**
 * Returns a socket that fails after a period without traffic: nothing else detects a server that hangs or is cut off.
 */
function impatientSocket(patienceMs: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(patienceMs, () => {
    socket.destroy(new Error('Connection terminated: PostgreSQL does not answer'))
  })
}
