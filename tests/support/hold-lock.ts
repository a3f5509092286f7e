import { Client } from 'pg'
import { expect } from 'vitest'
import type { TestApp } from '#tests/support/library-test.ts'
import { waitFor } from './wait-for.ts'

/**
 * Takes a lock in PostgreSQL with a statement, like another server in a transaction, so that a test's race has a known
 * order.
 */
export async function holdLock({ location }: TestApp, statement: string) {
  if (location.kind !== 'postgres') throw new Error('SQLite has one writer, and no such locks.')
  const holder = await connect(location.url)
  const watcher = await connect(location.url)
  await holder.query('begin')
  await holder.query(statement)
  return {
    /** Resolves once this many statements wait for a lock. */
    waitForQueue: (length: number) =>
      waitFor(async () => {
        const { rows } = await watcher.query(
          `select pid from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows).toHaveLength(length)
      }),
    release: async () => {
      await Promise.all([holder.end(), watcher.end()])
    },
  }
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  // If a test fails before releasing it, its database is dropped first.
  client.on('error', () => {})
  await client.connect()
  return client
}
