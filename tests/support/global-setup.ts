import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '#server/db/migrate-database.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of this run, by its administrative database. */
    postgresUrl: string
    /** Where this run's SQLite files are; `template.sqlite` in it is migrated. */
    sqliteDirectory: string
  }
}

/** Migrates one database of each kind, for every test to take a copy of. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const sqliteDirectory = makeScratchDirectory('sqlite')
  await migrateDatabase({ kind: 'sqlite', file: join(sqliteDirectory, 'template.sqlite') })

  const postgres = await startPostgres()
  const admin = new Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query('create database template_library')
  await admin.end()
  await migrateDatabase({
    kind: 'postgres',
    url: new URL('/template_library', postgres.url).href,
  })

  project.provide('postgresUrl', postgres.url)
  project.provide('sqliteDirectory', sqliteDirectory)
  return async () => {
    await postgres.stop()
    rmSync(sqliteDirectory, { recursive: true, force: true })
  }
}
