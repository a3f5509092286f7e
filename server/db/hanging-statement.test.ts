import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { actFor } from '#server/db/acting-owner.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { databases, type DatabaseKind } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'

/** A busy machine takes seconds to start the process for the next statement, and that time counts. */
const statementMs = 5_000

/** A statement that never ends by itself. */
const endless = {
  SQLite: sql`with recursive number (n) as (select 1 union all select n + 1 from number)
    select count(*) from number`,
  PostgreSQL: sql`select pg_sleep(3600)`,
}

/** The real server, whose database ends statements after five seconds. */
async function openApp(database: DatabaseKind) {
  const { location, drop } = await database.make()
  const db = openDatabase(location, { statementMs })
  const app = await makeTestApp({ ...database, make: async () => ({ location, drop }) }, { db })
  const close = async () => {
    await app.stop()
    await db.close()
    await app.close()
  }
  return { app, db, close }
}

/** By SQLite's watch, by PostgreSQL's limit, or, if a busy PostgreSQL is late, by the watch on its connection. */
const ended = /too long|timeout|does not answer/

describe.each(databases)('A statement that never ends on $name', (database) => {
  const hang = endless[database.name as keyof typeof endless]

  test('is ended, and requests that wait for it are answered', async () => {
    const { app, db, close } = await openApp(database)
    const ada = await app.signUp()
    await ada.makePrompt('A poem')
    const hanging = expect(hang.execute(db.background)).rejects.toThrow(ended)
    const searches = ['poem', 'a poem', 'poe'].map((search) =>
      ada.call(calls.searchPrompts, { search }),
    )
    await ada.makePrompt('Written meanwhile')
    await hanging
    for (const { prompts } of await Promise.all(searches)) expect(prompts).toHaveLength(1)
    await close()
  })

  test('ends only its own transaction', async () => {
    const { app, db, close } = await openApp(database)
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('A poem')
    const rename = (name: string, then?: typeof hang) =>
      db.background.transaction().execute(async (transaction) => {
        await transaction.updateTable('prompts').set({ name }).where('id', '=', promptId).execute()
        await then?.execute(transaction)
      })
    await expect(rename('Lost', hang)).rejects.toThrow(ended)
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    expect(prompt.name).toBe('A poem')
    await rename('Kept')
    expect((await ada.call(calls.getPrompt, { promptId })).prompt.name).toBe('Kept')
    await close()
  })
})

describe.each(databases.filter(({ name }) => name === 'SQLite'))('On $name', (database) => {
  test('health is 503 while a statement hangs, and 200 once it has been ended', async () => {
    const { app, db, close } = await openApp(database)
    const health = async () => (await app.server.inject('/api/health')).statusCode
    expect(await health()).toBe(200)
    const hanging = expect(endless.SQLite.execute(db.background)).rejects.toThrow('too long')
    await expect.poll(health).toBe(503)
    await hanging
    expect(await health()).toBe(200)
    await close()
  })

  test('the background serves accounts in turn', async () => {
    const { db, close } = await openApp(database)
    const served: string[] = []
    const ask = (account: number, name: string) =>
      actFor(account, async () => {
        await sql`select 1`.execute(db.background)
        served.push(name)
      })
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4'].map((name) => ask(1, name)),
      ...['b1', 'b2'].map((name) => ask(2, name)),
      actFor(3, () =>
        db.background.transaction().execute(async (transaction) => {
          await sql`select 1`.execute(transaction)
          served.push('c1')
        }),
      ),
    ])
    // Accounts take turns: none waits for two statements of another.
    expect(served).toEqual(['a1', 'b1', 'a2', 'c1', 'b2', 'a3', 'a4'])
    await close()
  })
})
