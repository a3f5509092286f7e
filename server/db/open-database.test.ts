import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { hasDeletedTexts, sweepSomeTrigrams } from '#server/db/sqlite/trigrams.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'
import { startPostgres, startStandby } from '#tests/support/servers/postgres-server.ts'

const [sqlite, postgres] = databases
if (sqlite === undefined || postgres === undefined) throw new Error('SQLite comes first.')

describe('SQLite', () => {
  test('uses WAL, full synchronisation and foreign keys', async () => {
    const { location, drop } = await sqlite.make()
    const db = openDatabase(location)
    for (const handle of [db.main, db.background]) {
      const pragma = async (name: string) =>
        Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(handle)).rows[0] ?? {})
      expect(await pragma('journal_mode')).toEqual(['wal'])
      expect(await pragma('synchronous')).toEqual([2])
      expect(await pragma('foreign_keys')).toEqual([1])
    }
    await db.close()
    await drop()
  })

  test("waits for another program's write lock without blocking the process", async () => {
    const app = await makeTestApp(sqlite)
    const ada = await app.signUp()
    const { rows } = await sql<{ file: string }>`pragma database_list`.execute(app.db)
    const other = new DatabaseSync(rows[0]?.file ?? '')
    other.exec('begin immediate')
    // Gets its turn only if waiting leaves the process free.
    setTimeout(() => other.exec('commit'), 100)
    await ada.makeFolder('Patient')
    other.close()
    await app.close()
  })

  test('is unavailable when its disk is full, and recovers when there is room', async () => {
    const app = await makeTestApp(sqlite)
    const ada = await app.signUp()
    await sql`pragma max_page_count = 1`.execute(app.db)
    const input = { name: 'Long', color: 'f1f5f9', prompt: 'x'.repeat(200_000) }
    expect(await ada.failure(calls.createPrompt, input)).toEqual([503, 'unavailable'])
    await sql`pragma max_page_count = 1000000`.execute(app.db)
    await ada.call(calls.createPrompt, input)
    await app.close()
  })

  test('keeps the trigram index in sync with every change', async () => {
    const app = await makeTestApp(sqlite)
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Folder')
    await ada.makePrompt('In folder', { folderId })
    const promptId = await ada.makePrompt('Changed')
    await ada.call(calls.updatePrompt, { promptId, name: 'Other', color: 'f1f5f9', prompt: 'x' })
    await ada.call(calls.deletePrompt, { promptId: await ada.makePrompt('Deleted') })
    await ada.call(calls.deleteFolder, { folderId })
    expect(await hasDeletedTexts(app.db)).toBe(true)
    while (await sweepSomeTrigrams(app.db));
    expect(await hasDeletedTexts(app.db)).toBe(false)
    // FTS5 compares the index with the texts and fails if they differ.
    await sql`insert into prompt_trigrams (prompt_trigrams, rank) values ('integrity-check', 1)`.execute(
      app.db,
    )
    await app.close()
  })

  test('merges the segments of the trigram index', async () => {
    const app = await makeTestApp(sqlite)
    const ada = await app.signUp()
    await app.liftLimits()
    for (let count = 0; count < 255; count++) await ada.makePrompt(`Prompt ${count}`)
    const { rows } = await sql<{ pieces: number }>`
      select count(distinct segid) as pieces from prompt_trigrams_idx`.execute(app.db)
    expect(rows[0]?.pieces).toBeLessThan(10)
    await app.close()
  })

  test('refuses values that it would store differently', async () => {
    const { location, drop } = await sqlite.make()
    const db = openDatabase(location)
    await expect(sql`select ${new Date()}`.execute(db.main)).rejects.toThrow(TypeError)
    await expect(sql`select ${true}`.execute(db.main)).rejects.toThrow(TypeError)
    await db.close()
    await drop()
  })
})

describe('PostgreSQL', () => {
  test('is unavailable when it cannot be reached', async () => {
    const db = openDatabase({ kind: 'postgres', url: 'postgres://nobody@127.0.0.1:1/nothing' })
    const app = await makeTestApp(sqlite, { db })
    expect(await app.visitor().failure(calls.checkHealth, {})).toEqual([503, 'unavailable'])
    await app.close()
    await db.close()
  })

  test('retries on another connection when one has become read-only', async () => {
    const app = await makeTestApp(postgres)
    onTestFinished(app.close)
    const ada = await app.signUp()
    const input = { name: 'Poem', color: 'f1f5f9', prompt: 'x' }
    await sql`set default_transaction_read_only = on`.execute(app.db)
    expect((await ada.call(calls.listPrompts, {})).prompts).toEqual([])
    expect(await ada.failure(calls.createPrompt, input)).toEqual([503, 'unavailable'])
    await ada.call(calls.createPrompt, input)
  })

  test('is unavailable as a standby, for reads too, until it is promoted', async () => {
    const primary = await startPostgres()
    onTestFinished(primary.stop)
    await migrateDatabase({ kind: 'postgres', url: primary.url })
    const standby = await startStandby(primary.url)
    onTestFinished(standby.stop)
    const db = openDatabase({ kind: 'postgres', url: standby.url })
    onTestFinished(db.close)
    const app = await makeTestApp(sqlite, { db })
    onTestFinished(app.close)
    const ada = app.visitor()
    expect(await ada.failure(calls.checkHealth, {})).toEqual([503, 'unavailable'])
    await promote(standby.url)
    await ada.register('ada@example.com', 'correct horse')
    await ada.signIn('ada@example.com', 'correct horse')
  })
})

async function promote(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('select pg_promote()')
  await client.end()
}
