import { sql } from 'kysely'
import { describe, expect, onTestFinished } from 'vitest'
import { calls } from '#contract/calls.ts'
import { startSweeping } from '#server/operate/sweeping/start-sweeping.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const minutes = 60_000

describe.each(databases)('The background work on $name', (database) => {
  const it = libraryTest(database)

  it('recounts libraries once, an hour after a migration', async ({ app }) => {
    const ada = await app.signUp()
    await ada.makePrompt('Poem')
    const miscount = () => app.db.updateTable('libraries').set({ prompt_count: 9 }).execute()
    const count = async () => {
      const rows = await app.db.selectFrom('libraries').select('prompt_count').execute()
      return rows.map((row) => row.prompt_count)
    }
    const sweep = app.makeSweeper()
    // As a server of a release that counts differently does.
    await miscount()
    await sweep()
    expect(await count()).toEqual([9])
    app.clock.now += 70 * minutes
    await sweep()
    expect(await count()).toEqual([1])
    await miscount()
    app.clock.now += 70 * minutes
    await sweep()
    expect(await count()).toEqual([9])
  })

  it('is done by one of several servers, every ten minutes, and by each that starts', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const servers = [app.makeSweeper(), app.makeSweeper(), app.makeSweeper()]
    for (const sweep of servers) await sweep()
    const expire = async () => {
      await ada.call(calls.deletePrompt, { promptId: await ada.makePrompt('Deleted') })
      await app.db.updateTable('trash').set({ deleted_at: 0 }).execute()
    }
    const trashed = async () => (await app.db.selectFrom('trash').select('id').execute()).length
    await expire()
    app.clock.now += 9 * minutes
    for (const sweep of servers) await sweep()
    expect(await trashed()).toBe(1)
    app.clock.now += 1 * minutes
    await servers[1]?.()
    expect(await trashed()).toBe(0)
    await expire()
    for (const sweep of servers) await sweep()
    expect(await trashed()).toBe(1)
    await app.makeSweeper()()
    expect(await trashed()).toBe(0)
  })
})

const longWork = [
  ['removing deleted texts from the index', 'deleted_search_texts'],
  ['erasing the trash', 'trashed_prompts'],
] as const

describe.each(databases.filter(({ name }) => name === 'SQLite'))('On $name', (database) => {
  const it = libraryTest(database)

  it.for(longWork)('%s yields to restorations', async ([, table], { app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const folderId = await ada.makeFolder('Large')
    const promptIds = [await ada.makePrompt('Poem', { folderId })]
    for (let doublings = 0; doublings < 9; doublings++) {
      const { ids } = await ada.call(calls.copySelection, { promptIds })
      promptIds.push(...ids)
    }
    await ada.call(calls.deletePrompt, { promptId: await ada.makePrompt('Comes back') })
    await ada.call(calls.deleteFolder, { folderId })
    const trash = app.db.updateTable('trash')
    await trash.set({ deleted_at: 0 }).where('name', '=', 'Large').execute()
    const left = async () =>
      (await sql`select rid from ${sql.table(table)}`.execute(app.db)).rows.length
    const first = await left()
    const sweeping = startSweeping(app.services)
    onTestFinished(sweeping.stop)
    await expect.poll(left, { interval: 1 }).toBeLessThan(first)
    // The state that the first transaction of a restoration leaves.
    await trash.set({ restoring_at: 1 }).where('name', '=', 'Comes back').execute()
    sweeping.wake()
    const isBack = async () => (await ada.call(calls.listPrompts, {})).prompts.length
    await expect.poll(isBack, { interval: 1 }).toBe(1)
    expect(await left()).toBeGreaterThan(0)
  })
})
