import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { startPostgres, type PostgresServer } from '#tests/support/servers/postgres-server.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { findFreePort } from '#tests/support/server-process.ts'

const settings = {
  shared_preload_libraries: 'citus',
  // All nodes are on one machine.
  'citus.node_conninfo': 'sslmode=disable',
  max_connections: '500',
  // Each test has its own database, with a Citus daemon.
  max_worker_processes: '200',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
}

/**
 * Starts a Citus coordinator and two workers with a database that is migrated and distributed by docs/citus.sql.
 * If copied under one name on all three, it is distributed in the same way, because Citus stores the addresses of
 * nodes and not the names of databases.
 *
 * @param programs the folder of the programs of a PostgreSQL that has Citus
 */
export async function startCitus(
  programs: string,
  database: string,
): Promise<{ urls: string[]; stop: () => Promise<void> }> {
  const directories = ['coordinator', 'worker', 'worker'].map(makeScratchDirectory)
  const ports = await Promise.all(directories.map(findFreePort))
  const startAll = () =>
    Promise.all(
      directories.map((directory, index) => {
        const port = String(ports[index])
        return startPostgres({ directory, programs, settings: { ...settings, port } })
      }),
    )
  const stopAll = async () => {
    for (const node of nodes) await node.stop()
  }
  const stop = async () => {
    await stopAll()
    for (const directory of directories) rmSync(directory, { recursive: true, force: true })
  }

  let nodes = await startAll()
  try {
    await spread(nodes, programs, database)
  } catch (error) {
    await stop()
    throw error
  }
  // Restarted without Citus' daemons, which would prevent copying the database.
  await stopAll()
  nodes = await startAll()
  return { urls: nodes.map(({ url }) => url), stop }
}

async function spread(nodes: PostgresServer[], programs: string, database: string): Promise<void> {
  for (const { url } of nodes) {
    await ask(url, `create database ${database}`)
    await ask(at(url, database), 'create extension citus')
  }
  const [coordinator = '', ...workers] = nodes.map(({ url }) => at(url, database))
  await ask(
    coordinator,
    `select citus_set_coordinator_host('127.0.0.1', ${new URL(coordinator).port})`,
  )
  for (const worker of workers) {
    await ask(coordinator, `select citus_add_node('127.0.0.1', ${new URL(worker).port})`)
  }
  await migrateDatabase({ kind: 'postgres', url: coordinator })
  const file = join(import.meta.dirname, '../../../docs/citus.sql')
  execFileSync(join(programs, 'psql'), [coordinator, '-v', 'ON_ERROR_STOP=1', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function at(url: string, database: string): string {
  return new URL(`/${database}`, url).href
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
