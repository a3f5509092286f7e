import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { startCitus } from '#tests/support/citus-cluster.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The PostgreSQL server of this run, by its administrative database; or the nodes of a Citus cluster,
     * its coordinator first.
     */
    postgresUrls: string[]
    /** Where this run's SQLite files are; `template.sqlite` in it is migrated. */
    sqliteDirectory: string
  }
}

/** Migrates one database of each kind, for every test to take a copy of. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const sqliteDirectory = makeScratchDirectory('sqlite')
  await migrateDatabase({ kind: 'sqlite', file: join(sqliteDirectory, 'template.sqlite') })

  const postgres = await startTemplate('template_library')
  project.provide('postgresUrls', postgres.urls)
  project.provide('sqliteDirectory', sqliteDirectory)
  return async () => {
    await postgres.stop()
    rmSync(sqliteDirectory, { recursive: true, force: true })
  }
}

/** With the programs of a PostgreSQL that has Citus (`npm run test:citus`), a cluster of three nodes. */
async function startTemplate(database: string) {
  const programs = process.env['CITUS_PROGRAMS']
  if (programs !== undefined) return startCitus(programs, database)
  const { url, stop } = await startPostgres()
  const admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${database}`)
  await admin.end()
  await migrateDatabase({ kind: 'postgres', url: new URL(`/${database}`, url).href })
  return { urls: [url], stop }
}
