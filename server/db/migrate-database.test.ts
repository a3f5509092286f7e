import type { Migration } from 'kysely/migration'
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { migrateDatabase } from '#server/db/migrate-database.ts'
import { migrations } from '#server/db/migrations.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { UnusableDatabaseError } from '#server/db/unusable-database.ts'
import { databases, type TestDatabase } from '#tests/support/databases.ts'

test('Migrating PostgreSQL leaves nothing in a session, which PgBouncer would hand on to others', async () => {
  const postgres = databases.find(({ name }) => name === 'PostgreSQL')
  if (postgres === undefined) throw new Error('There is no PostgreSQL.')
  const database = await postgres.make('empty')
  onTestFinished(database.drop)
  const asked = vi.spyOn(Client.prototype, 'query')
  onTestFinished(() => asked.mockRestore())
  await migrateDatabase(database.location)
  const statements = asked.mock.calls.map(([query]) => toText(query))
  expect(statements.some((text) => text.includes('pg_advisory_xact_lock'))).toBe(true)
  expect(statements.filter((text) => /pg_advisory_(?:un)?lock|^set (?!local)/i.test(text))).toEqual(
    [],
  )
})

describe.each(databases)('Migrating on $name', ({ make }) => {
  test('two servers that start at once migrate once', async () => {
    const database = await make('empty')
    let runs = 0
    const counted = counting(migrations, () => runs++)
    await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(database.location, counted)))
    expect(runs).toBe(Object.keys(migrations).length)
    expect(await tablesOf(database)).toContain('prompt_search')
    await database.drop()
  })

  test('what libraries hold already is counted', async () => {
    const database = await make('empty')
    const before = Object.entries(migrations).filter(([name]) => name < '0007')
    await migrateDatabase(database.location, Object.fromEntries(before))
    const db = openDatabase(database.location)
    const run = (statement: string) => sql.raw(statement).execute(db.main)
    for (const owner of [1, 2]) {
      await run(`insert into users (owner_no, id, email, email_key, created_at)
        values (${owner}, 'u${owner}', 'a${owner}', 'a${owner}', 0)`)
      await run(`insert into libraries (owner_no, last_seq) values (${owner}, 3)`)
    }
    const folder = `'', '', 'ffffff', ''`
    await run(`insert into folders (rid, owner_no, id, name, sort_key, folded_name, color, created_at)
      values (1, 1, 'f', 'Folder', ${folder}), (2, 1, 'g', 'Folder', ${folder})`)
    await run(`insert into prompts (rid, owner_no, id, name, sort_key, color, is_public, card,
        created_at, updated_at, notes, body)
      values (3, 1, 'p', 'Größe', '', 'ffffff', 0, '{}', '', '', null, '😀'),
        (4, 1, 'q', 'Q', '', 'ffffff', 0, '{}', '', '', 'ä', 'text')`)
    await migrateDatabase(database.location)
    const counts = ['folder_count', 'prompt_count', 'stored_bytes'] as const
    const libraries = await db.main
      .selectFrom('libraries')
      .select(counts)
      .orderBy('owner_no')
      .execute()
    expect(libraries).toEqual([
      { folder_count: 2, prompt_count: 2, stored_bytes: 7 + 4 + 1 + 2 + 4 },
      { folder_count: 0, prompt_count: 0, stored_bytes: 0 },
    ])
    await db.close()
    await database.drop()
  })

  test('an interrupted migration leaves nothing behind, and the next start completes it', async () => {
    const database = await make('empty')
    const interrupted: Record<string, Migration> = {
      ...migrations,
      '9999-power-cut': {
        up: async (db) => {
          await db.schema.createTable('half_done').addColumn('id', 'integer').execute()
          throw new Error('The power is gone.')
        },
      },
    }
    await expect(migrateDatabase(database.location, interrupted)).rejects.toThrow('The power')
    expect(await tablesOf(database)).toEqual([])
    await migrateDatabase(database.location)
    expect(await tablesOf(database)).toContain('prompts')
    await database.drop()
  })

  test('a migrated database is left as it is', async () => {
    const database = await make()
    let runs = 0
    await migrateDatabase(
      database.location,
      counting(migrations, () => runs++),
    )
    expect(runs).toBe(0)
    await database.drop()
  })

  test('a database of a newer version is refused in one line, with nothing touched', async () => {
    const database = await make()
    const newer: Record<string, Migration> = {
      ...migrations,
      '9999-from-the-future': { up: async () => {} },
    }
    await migrateDatabase(database.location, newer)
    const attempt = migrateDatabase(database.location, {
      ...migrations,
      '9998-of-ours': {
        up: (db) => db.schema.createTable('ours').addColumn('id', 'text').execute(),
      },
    })
    await expect(attempt).rejects.toThrow(UnusableDatabaseError)
    await expect(attempt).rejects.toThrow(
      /^The database was made by a newer version.*9999-from-the-future.*$/,
    )
    expect(await tablesOf(database)).not.toContain('ours')
    await database.drop()
  })
})

function counting(all: Record<string, Migration>, count: () => void): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(all).map(([name, migration]) => [
      name,
      {
        up: (db) => {
          count()
          return migration.up(db)
        },
      },
    ]),
  )
}

async function tablesOf({ location }: TestDatabase): Promise<string[]> {
  const db = openDatabase(location)
  try {
    return (await db.main.introspection.getTables()).map((table) => table.name)
  } finally {
    await db.close()
  }
}

function toText(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as { text?: string }).text
  return (text ?? '').trim()
}
