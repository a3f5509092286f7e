import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { migrations, type Migration } from '#server/db/migrations/migrations.ts'
import { rebuildTable } from '#server/db/migrations/rebuild-table.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { UnusableDatabaseError } from '#server/db/unusable-database.ts'
import { checkRows } from '#tests/faults/support/check-rows.ts'
import { databases, type TestDatabase } from '#tests/support/databases.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { makeTestApp } from '#tests/support/library-test.ts'

test('Migrating PostgreSQL leaves no session state, which PgBouncer would share', async () => {
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

test('A migration of PostgreSQL yields to a request that waits for it, and is retried', async () => {
  const postgres = databases.find(({ name }) => name === 'PostgreSQL')
  if (postgres === undefined) throw new Error('There is no PostgreSQL.')
  const app = await makeTestApp(postgres)
  onTestFinished(app.close)
  if (app.location.kind !== 'postgres') throw new Error('It is not PostgreSQL.')
  const request = new Client({ connectionString: app.location.url })
  await request.connect()
  await request.query('begin')
  await request.query('select from users')
  let tries = 0
  const tables = ['prompts', 'users'] as const
  const migrated = migrateDatabase(app.location, {
    ...migrations,
    '9999-of-two-tables': {
      alters: tables,
      up: async (db) => {
        tries++
        for (const table of tables)
          await db.schema.alterTable(table).addColumn('x', 'text').execute()
      },
    },
  })
  const expectLocks = (count: number) =>
    waitFor(async () => {
      const { rows } = await request.query(
        `select from pg_locks where relation = 'prompts'::regclass and mode = 'AccessExclusiveLock'`,
      )
      expect(rows).toHaveLength(count)
    })
  // By now, `prompts` is locked and `users` is waited for, but not longer than others can wait.
  await expectLocks(1)
  await expectLocks(0)
  await expectLocks(1)
  await request.query('select from prompts')
  expect(tries).toBe(0)
  await request.query('commit')
  await migrated
  expect(tries).toBe(1)
  await request.end()
})

test('A migration of PostgreSQL whose tables stay locked reports it and changes nothing', async () => {
  const postgres = databases.find(({ name }) => name === 'PostgreSQL')
  if (postgres === undefined) throw new Error('There is no PostgreSQL.')
  const app = await makeTestApp(postgres)
  onTestFinished(app.close)
  // Like PostgreSQL after the last attempt.
  const conflict = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  const unlucky = { ...migrations, '9999-unlucky': { up: () => Promise.reject(conflict) } }
  const attempt = migrateDatabase(app.location, unlucky, { lockTries: 2 })
  await expect(attempt).rejects.toThrow(/^The upgrade 9999-unlucky cannot lock its tables/)
})

test('A migration that rebuilds a SQLite table and loses rows is rolled back', async () => {
  const sqlite = databases.find(({ name }) => name === 'SQLite')
  if (sqlite === undefined) throw new Error('There is no SQLite.')
  const app = await makeTestApp(sqlite)
  onTestFinished(app.close)
  const ada = await app.signUp()
  const folderId = await ada.makeFolder('Folder')
  await ada.makePrompt('Poem', { folderId })
  const loseFolders: Migration = {
    rebuilds: true,
    up: async (db) => void (await sql`delete from folders`.execute(db)),
  }
  const attempt = migrateDatabase(app.location, { ...migrations, '9999-lossy': loseFolders })
  await expect(attempt).rejects.toThrow('9999-lossy would leave broken references in prompts')
  const unguarded = migrateDatabase(app.location, {
    ...migrations,
    '9999-unguarded': { up: rebuildFolders.up },
  })
  await expect(unguarded).rejects.toThrow('Foreign keys must be off')
  expect((await ada.call(calls.listPrompts, { folderId })).prompts).toHaveLength(1)
  await checkRows(app.location)
})

/** Folders with a constraint and another column order, which SQLite's ALTER TABLE cannot change. */
const rebuildFolders: Migration = {
  rebuilds: true,
  up: async (db) => {
    if (isPostgres(db)) {
      await sql`alter table folders add constraint named check (name <> '')`.execute(db)
      return
    }
    const columns =
      'rid owner_no id parent_id color name sort_key folded_name created_at is_favourite changed_no'.split(
        ' ',
      )
    const create = async (name: string) => {
      await sql`create table ${sql.table(name)} (
        rid integer primary key,
        owner_no bigint not null references users (owner_no) on delete cascade,
        id text not null,
        parent_id text,
        color text not null,
        name text not null constraint named check (name <> ''),
        sort_key text not null,
        folded_name text not null,
        created_at text not null,
        is_favourite smallint not null default 0,
        changed_no bigint not null default 0,
        constraint folder_of_owner unique (owner_no, id),
        foreign key (owner_no, parent_id) references folders (owner_no, id)
      )`.execute(db)
    }
    const copied = Object.fromEntries(columns.map((column) => [column, column]))
    await rebuildTable(db, 'folders', create, copied)
  },
}

describe.each(databases)('Migrating on $name', ({ name: database, make }) => {
  test('runs every migration once when four servers start at the same time', async () => {
    const database = await make('empty')
    let runs = 0
    const counted = counting(migrations, () => runs++)
    await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(database.location, counted)))
    expect(runs).toBe(Object.keys(migrations).length)
    expect(await tablesOf(database)).toContain('prompt_search')
    await database.drop()
  })

  test('an interrupted migration is rolled back, and the next start completes it', async () => {
    const database = await make('empty')
    onTestFinished(database.drop)
    let isInterrupted = true
    const interrupted: Record<string, Migration> = {
      ...migrations,
      '9999-power-cut': {
        up: async (db) => {
          await db.schema.createTable('half_done').addColumn('id', 'integer').execute()
          if (isInterrupted) throw new Error('The power is gone.')
        },
      },
    }
    await expect(migrateDatabase(database.location, interrupted)).rejects.toThrow('The power')
    const tables = await tablesOf(database)
    expect(tables).toContain('prompts')
    expect(tables).not.toContain('half_done')
    isInterrupted = false
    await migrateDatabase(database.location, interrupted)
    expect(await tablesOf(database)).toContain('half_done')
  })

  test('rebuilds a table without losing the rows that reference it', async () => {
    const app = await makeTestApp({ name: '', make })
    onTestFinished(app.close)
    const ada = await app.signUp()
    const outer = await ada.makeFolder('Outer')
    const inner = await ada.makeFolder('Inner', outer)
    const promptId = await ada.makePrompt('Poem', { folderId: inner, prompt: 'Of a dragon' })
    await migrateDatabase(app.location, { ...migrations, '9999-rebuild': rebuildFolders })
    await checkRows(app.location)
    expect((await ada.call(calls.listPrompts, { folderId: inner })).prompts).toHaveLength(1)
    const { prompts } = await ada.call(calls.searchPrompts, { search: 'dragon' })
    expect(prompts).toMatchObject([{ id: promptId, folderPath: [{ id: outer }, { id: inner }] }])
    // The new constraint is in force, and so are the previous keys and indexes.
    const unnamed = app.db.updateTable('folders').set({ name: '' }).execute()
    await expect(unnamed).rejects.toThrow(/constraint/i)
    const orphan = app.db.updateTable('prompts').set({ folder_id: 'none' }).execute()
    await expect(orphan).rejects.toThrow(/foreign key/i)
    const { rows } = await (
      database === 'SQLite'
        ? sql`select 1 from sqlite_schema where name = 'folders_by_name'`
        : sql`select 1 from pg_indexes where indexname = 'folders_by_name'`
    ).execute(app.db)
    expect(rows).toHaveLength(1)
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
      /^The database was created by a newer version.*9999-from-the-future.*$/,
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
        ...migration,
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
