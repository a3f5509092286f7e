import { randomUUID } from 'node:crypto'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ColumnNode, DefaultQueryCompiler } from 'kysely'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { DatabaseLocation } from '#server/config/config.ts'

export type TestDatabase = { location: DatabaseLocation; drop: () => Promise<void> }

export type DatabaseKind = {
  name: string
  /** Creates a database for a test, migrated or empty. */
  make: (content?: 'migrated' | 'empty') => Promise<TestDatabase>
}

// Citus refuses to change the column by which it distributes rows, which PostgreSQL's own partitions allow.
const { compileQuery } = DefaultQueryCompiler.prototype
DefaultQueryCompiler.prototype.compileQuery = function (node, queryId) {
  const updates =
    node.kind === 'UpdateQueryNode'
      ? node.updates
      : node.kind === 'InsertQueryNode'
        ? node.onConflict?.updates
        : undefined
  for (const { column } of updates ?? []) {
    if (ColumnNode.is(column) && column.column.name === 'owner_no') {
      throw new Error('A statement sets owner_no, the key by which rows are distributed.')
    }
  }
  return compileQuery.call(this, node, queryId)
}

/** Both databases. The server behaves the same on each. */
export const databases: DatabaseKind[] = [
  { name: 'SQLite', make: makeSqlite },
  { name: 'PostgreSQL', make: makePostgres },
]

async function makeSqlite(content = 'migrated'): Promise<TestDatabase> {
  const directory = inject('sqliteDirectory')
  const file = join(directory, `${randomUUID()}.sqlite`)
  if (content === 'migrated') copyFileSync(join(directory, 'template.sqlite'), file)
  return {
    location: { kind: 'sqlite', file },
    drop: async () => {
      for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
    },
  }
}

async function makePostgres(content = 'migrated'): Promise<TestDatabase> {
  const adminUrls = inject('postgresUrls')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = content === 'migrated' ? 'template_library' : 'template0'
  // The default writes each page to the log, too.
  const create = `create database ${name} template ${template} strategy file_copy`
  await runOnAll(adminUrls, create)
  return {
    location: { kind: 'postgres', url: new URL(`/${name}`, adminUrls[0]).href },
    drop: async () => {
      try {
        await runOnAll(adminUrls, `drop database ${name} with (force)`)
      } catch (error) {
        // A Citus daemon may be connected. The whole cluster is removed after the run.
        if (adminUrls.length === 1) throw error
      }
    },
  }
}

async function runOnAll(urls: readonly string[], statement: string): Promise<void> {
  for (const url of urls) await runAsAdmin(url, statement)
}

async function runAsAdmin(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
