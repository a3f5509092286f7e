import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import type { Call } from '#contract/core/call.ts'
import { calls } from '#contract/calls.ts'
import { copyDatabase } from '#server/operate/admin/copy/copy-database.ts'
import { listTableNames } from '#server/operate/admin/copy/read-tables.ts'
import type { Handle } from '#server/db/database.ts'
import type { DatabaseLocation } from '#server/config/config.ts'
import { migrateDatabase, openForMigrations } from '#server/db/migrations/migrate-database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { checkRows } from '#tests/faults/support/check-rows.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { oauthApp } from '#tests/support/clients/oauth-app.ts'
import { databases, type DatabaseKind } from '#tests/support/databases.ts'
import { makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import { insertSamples, sampleRows } from '#tests/support/sample-rows.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const [sqlite, postgres] = databases
if (sqlite === undefined || postgres === undefined) throw new Error('A database is missing.')
const password = 'correct horse'
const quiet = () => {}
const readingCalls = Object.entries<Call>(calls).filter(
  ([, { effect, access, params }]) =>
    effect === 'read' && access !== 'public' && params === undefined,
)

/** A new database, which the test drops. */
async function make(kind: DatabaseKind, content?: 'empty'): Promise<DatabaseLocation> {
  const { location, drop } = await kind.make(content)
  onTestFinished(drop)
  return location
}

function newFile(): DatabaseLocation & { kind: 'sqlite' } {
  const directory = makeScratchDirectory('copy')
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return { kind: 'sqlite', file: join(directory, 'data/promptshelf.sqlite') }
}

/** Runs a server on a database, and stops it. */
async function serve<Result>(
  kind: DatabaseKind,
  location: DatabaseLocation,
  work: (app: TestApp, db: Handle) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase(location)
  const app = await makeTestApp(kind, { db })
  app.clock.now = now
  try {
    return await work(app, db.main)
  } finally {
    await app.close()
    await db.close()
  }
}

const now = Date.now()

async function register(app: TestApp, email: string): Promise<ApiUser> {
  const user = app.visitor()
  await user.register(email, password)
  await user.signIn(email, password)
  return user
}

type Things = { cookies: [string, string][]; ids: Record<string, string | number> }

/** Fills every table: through the server's calls if that is short. */
async function fill(kind: DatabaseKind, location: DatabaseLocation): Promise<Things> {
  return serve(kind, location, async (app, db) => {
    const ada = await register(app, 'ada@example.com')
    await db.updateTable('subscriptions').set({ plan_id: 'plus-monthly' }).execute()
    const inner = await ada.makeFolder('Inner ☕')
    const outer = await ada.makeFolder('Outer')
    // A row that precedes the row it refers to.
    const moved = { folderIds: [inner], promptIds: [], folderId: outer }
    await ada.call(calls.changeSelection, { changes: [moved] })
    const text = 'Grüße an {<b>name</b>}, (y) "quoted"\nqàáâ ẞß ŉ İ {x}'
    const promptId = await ada.makePrompt('Poem 100 % (größer)', {
      folderId: inner,
      prompt: text,
      notes: 'Ünder_notes',
    })
    for (let index = 0; index < 30; index++) {
      await ada.makePrompt(`Prompt ${index}`, { folderId: index % 2 ? outer : null, prompt: text })
    }
    await ada.call(calls.updatePrompt, {
      promptId,
      name: 'Poem 100 % (größer)',
      color: '#f1f5f9',
      notes: 'Ünder_notes',
      prompt: `${text} more`,
      shortName: 'poem',
    })
    await ada.call(calls.togglePromptPublic, { promptId })
    await ada.call(calls.keepLastValues, { keepsLastValues: 1 })
    const lastValues = [{ name: 'name', value: 'Ünder\nrain' }]
    await ada.call(calls.notePromptUse, { promptId, values: lastValues })
    const bin = await ada.makeFolder('Bin')
    await ada.makePrompt('Gone', { folderId: bin })
    await ada.call(calls.deleteFolder, { folderId: bin })
    const { id: connectionId } = await ada.call(calls.createConnection, {
      name: 'Mine',
      dialect: 'openai',
      baseUrl: 'https://m.example/v1',
      key: 'sk-secret',
      models: ['m'],
    })
    await ada.call(calls.createToken, { name: 'Script', scopes: ['library:read'] })
    await oauthApp(app).connect(ada)
    const bob = await register(app, 'bob@example.com')
    await bob.makePrompt('His')
    // The number of a deleted account is not reused.
    const eve = await register(app, 'eve@example.com')
    await eve.call(calls.deleteAccount, {})
    const { owner_no } = await db
      .selectFrom('users')
      .select('owner_no')
      .where('email', '=', 'ada@example.com')
      .executeTakeFirstOrThrow()
    const runId = randomUUID()
    await insertTheRest(db, owner_no, { promptId, connectionId, runId })
    await app.recountLibraries()
    return {
      cookies: [...ada.cookies],
      ids: { promptId, folderId: inner, runId, number: 1, search: 'grüße' },
    }
  })
}

async function insertTheRest(
  db: Handle,
  owner_no: number,
  { promptId, connectionId, runId }: Record<'promptId' | 'connectionId' | 'runId', string>,
): Promise<void> {
  const run = { owner_no, id: runId, prompt_id: promptId, model: 'm', connection_id: connectionId }
  const times = { started_at: now - 9, beat_at: now - 5, ended_at: now - 5, expires_at: now + 9e8 }
  await db
    .insertInto('runs')
    .values({
      ...run,
      ...times,
      model_name: 'M',
      input_price: 0.1,
      output_price: 1 / 3,
      filled_in: null,
      text: 'Grüße',
      answer: 'Hallo ☕',
      state: 'done',
      error: null,
      is_cut: 0,
      reserved: 0,
      credits: 0,
      input_tokens: 3,
      output_tokens: null,
      stop_at: null,
    })
    .execute()
  await insertSamples(db, sampleRows(owner_no, 'Schlüssel ☕'))
}

/** Every answer about a library, with the session from the source. */
async function answersOf(
  kind: DatabaseKind,
  location: DatabaseLocation,
  { cookies, ids }: Things,
): Promise<Record<string, string>> {
  return serve(kind, location, async (app, db) => {
    const ada: ApiUser = app.visitor()
    for (const [name, value] of cookies) ada.cookies.set(name, value)
    const answers: Record<string, string> = {}
    const ask = async (name: string, call: Call, input: object) => {
      const { statusCode, body } = await ada.send(call, input)
      // A download is an entry in the activity, which includes itself.
      const same = body.replaceAll(/"id": ?"[\w-]+",\s*"kind": ?"account_downloaded"/g, '')
      answers[`${name} ${JSON.stringify(input)}`] = `${statusCode} ${same}`
      const kinds = ['account_downloaded', 'library_exported'] as const
      await db.deleteFrom('activity').where('kind', 'in', kinds).execute()
    }
    for (const [name, call] of readingCalls) {
      const { properties = {} } = z.toJSONSchema(call.input, {
        io: 'input',
        unrepresentable: 'any',
      })
      const fields = Object.keys(properties)
      const known = Object.entries(ids).filter(([field]) => fields.includes(field))
      await ask(name, call, Object.fromEntries(known))
    }
    for (const search of [
      'gruss',
      'qàáâ',
      '"quoted"',
      '(y)',
      '100 %',
      'poem',
      'his',
      'x',
      'promt',
    ]) {
      await ask('searchPrompts', calls.searchPrompts, { search })
    }
    return answers
  })
}

test('A library is copied from SQLite to PostgreSQL and back with every row and every answer', async () => {
  const first = await make(sqlite)
  const things = await fill(sqlite, first)
  const before = await answersOf(sqlite, first, things)
  expect(before[`searchPrompts ${JSON.stringify({ search: 'gruss' })}`]).toContain('Poem')

  const second = await make(postgres, 'empty')
  const there = await copyDatabase(first, second, quiet)
  expect(there.filter(({ rows }) => rows === 0)).toEqual([])
  await checkRows(second)
  expect(await answersOf(postgres, second, things)).toEqual(before)

  const third = newFile()
  const back = await copyDatabase(second, third, quiet)
  expect(existsSync(`${third.file}.part`)).toBe(false)
  await checkRows(third)
  expect(await answersOf(sqlite, third, things)).toEqual(before)
  expect(back).toEqual(there)

  for (const [kind, location] of [
    [postgres, second],
    [sqlite, third],
  ] as const) {
    await serve(kind, location, async (app, db) => {
      await register(app, 'new@example.com')
      const numbers = await db.selectFrom('users').select('owner_no').orderBy('owner_no').execute()
      // Eve had 3.
      expect(numbers.map(({ owner_no }) => owner_no)).toEqual([1, 2, 4])
    })
  }
})

describe.each([
  [sqlite, postgres],
  [postgres, sqlite],
])('A copy from $name', (kind, other) => {
  const target = () => (other === sqlite ? newFile() : make(other, 'empty'))
  test('is refused while a server uses the source', async () => {
    const source = await make(kind)
    const to = await target()
    const server = openDatabase(source)
    onTestFinished(server.close)
    await server.main.selectFrom('leases').selectAll().execute()
    await expect(copyDatabase(source, to, quiet)).rejects.toThrow('A server uses the source')
    await server.main.insertInto('leases').values({ name: 'x', expires_at: 1 }).execute()
    await server.close()
    expect(Object.values(await countTarget(to)).filter(Boolean)).toEqual([])
    expect((await copyDatabase(source, to, quiet)).filter(({ rows }) => rows > 0)).toHaveLength(1)
  })

  test('is refused if the target is not empty', async () => {
    const source = await makeWithRow(kind)
    const to = await target()
    await copyDatabase(source, to, quiet)
    const before = await countTarget(to)
    await expect(copyDatabase(source, to, quiet)).rejects.toThrow(/is not empty|is there already/)
    expect(await countTarget(to)).toEqual(before)
  })

  test('is refused if one database has tables that the other does not', async () => {
    const source = await makeWithRow(kind)
    const to = await target()
    await change(source, sql`create table of_another_version (id integer primary key)`)
    await expect(copyDatabase(source, to, quiet)).rejects.toThrow('only one has of_another_version')
    await change(source, sql`drop table of_another_version`)
    await change(source, sql`alter table devices add column of_another_version text`)
    await expect(copyDatabase(source, to, quiet)).rejects.toThrow('columns of devices')
    await change(source, sql`alter table devices drop column of_another_version`)
    expect(Object.values(await countTarget(to)).filter(Boolean)).toEqual([])
    expect(await copyDatabase(source, to, quiet)).not.toEqual([])
  })

  test('is refused for another version or the same kind of database', async () => {
    const to = await target()
    const empty = await make(kind, 'empty')
    await expect(copyDatabase(empty, to, quiet)).rejects.toThrow(/There is no database|it lacks/)
    const source = await make(kind)
    await expect(copyDatabase(source, source, quiet)).rejects.toThrow('Both are')
  })
})

test('A copy whose rows differ is abandoned', async () => {
  const source = await makeWithRow(sqlite)
  const to = await make(postgres, 'empty')
  await migrateDatabase(to)
  await change(
    to,
    sql`create function spoil() returns trigger language plpgsql
      as $$ begin new.expires_at = 2; return new; end $$`,
  )
  await change(
    to,
    sql`create trigger spoiled before insert on leases for each row execute function spoil()`,
  )
  await expect(copyDatabase(source, to, quiet)).rejects.toThrow('The copy of leases differs')
  expect(Object.values(await countTarget(to)).filter(Boolean)).toEqual([])
})

test('A row that the target cannot store aborts the copy, which leaves nothing', async () => {
  const source = await makeWithRow(sqlite)
  const to = await make(postgres, 'empty')
  await change(source, sql`insert into throttles (key, spent_until) values (${'a\0b'}, 1)`)
  await expect(copyDatabase(source, to, quiet)).rejects.toThrow()
  expect(Object.values(await countTarget(to)).filter(Boolean)).toEqual([])
  await change(source, sql`delete from throttles`)
  expect(await copyDatabase(source, to, quiet)).not.toEqual([])
})

/** A database that no server uses. */
async function makeWithRow(kind: DatabaseKind): Promise<DatabaseLocation> {
  const location = await make(kind)
  await change(location, sql`insert into leases (name, expires_at) values ('x', 1)`)
  return location
}

async function change(location: DatabaseLocation, statement: RawBuilder<unknown>): Promise<void> {
  const db = openForMigrations(location)
  await statement.execute(db)
  await db.destroy()
}

async function countTarget(location: DatabaseLocation): Promise<Record<string, number>> {
  if (location.kind === 'sqlite' && !existsSync(location.file)) return {}
  const db = openForMigrations(location)
  const counts: Record<string, number> = {}
  for (const name of await listTableNames(db)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)}`.execute(db)
    counts[name] = Number(rows[0]?.count)
  }
  await db.destroy()
  return counts
}
