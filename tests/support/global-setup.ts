import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { buildClient, requirePackages } from '#scripts/prepare.mjs'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { startCitus } from '#tests/support/servers/citus-cluster.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { startPostgres } from '#tests/support/servers/postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The PostgreSQL server of this run, by its administrative database; or the nodes of a Citus cluster,
     * its coordinator first.
     */
    postgresUrls: string[]
    /** The directory of this run's SQLite files; `template.sqlite` in it is migrated. */
    sqliteDirectory: string
  }
}

/** Builds the client unless it is up to date, and migrates one database of each kind, which every test copies. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  requirePackages()
  // For a mutation, the sources are tested, not the build.
  if (process.env['TRY_SOURCES'] === undefined) buildClient()
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

/** A cluster of three nodes if the programs of a PostgreSQL with Citus are given (`npm run test:citus`). */
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
