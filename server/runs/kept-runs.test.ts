import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import { checkRows } from '#tests/faults/support/check-rows.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import {
  serveModels,
  given,
  missing,
  newAttempt,
  start,
  toInput,
  follow,
  creditsOf,
  untilSome,
} from '#tests/support/clients/runs.ts'

const { server, environment } = await serveModels()
const minute = 60_000
const day = 24 * 60 * minute

describe.each(databases)('Runs on $name', (database) => {
  const it = libraryTest(database, environment)

  it('are sent to a follower in pieces, exactly', async ({ app }) => {
    const ada = await app.signUp()
    const { runId } = await start(ada, await ada.makePrompt('Poem'), 'failing')
    await follow(ada, runId)
    // Between two pieces, a character is cut.
    const answer = `a${'😀'.repeat(100_000)}`
    await app.db.updateTable('runs').set({ answer }).execute()
    expect((await follow(ada, runId)).text === answer).toBe(true)
    expect((await follow(ada, runId, 70_001)).text === answer.slice(70_001)).toBe(true)
    const { body } = await ada.send(calls.followRun, { runId, from: 0 })
    expect(body.trim().split('\n')).toHaveLength(5)
  })

  it('are stored for a while, the newest ones of each prompt', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const other = await ada.makePrompt('Other')
    await follow(ada, (await start(ada, other, 'failing')).runId)
    const ids = []
    for (let count = 0; count < 22; count++) {
      app.clock.now += 1
      const { runId } = await start(ada, promptId, 'failing')
      await follow(ada, runId)
      ids.unshift(runId)
    }
    const list = async () => (await ada.call(calls.listRuns, { promptId })).runs.map(({ id }) => id)
    expect(await list()).toEqual(ids.slice(0, 20))
    expect((await ada.call(calls.listRuns, { promptId: other })).runs).toHaveLength(1)
    app.clock.now += 29 * day
    await app.sweepRuns()
    expect(await app.db.selectFrom('runs').select('id').execute()).toHaveLength(21)
    app.clock.now += 1 * day
    await app.sweepRuns()
    expect(await app.db.selectFrom('runs').select('id').execute()).toEqual([])
  })

  it('are deleted: one, those of a prompt, all; running ones stop', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const other = await ada.makePrompt('Other')
    const make = async (prompt: string) => {
      const { runId } = await start(ada, prompt, 'failing')
      await follow(ada, runId)
      return runId
    }
    const list = async (prompt: string) =>
      (await ada.call(calls.listRuns, { promptId: prompt })).runs.length
    const first = await make(promptId)
    await make(promptId)
    await make(other)
    await ada.call(calls.deleteRun, { runId: first })
    expect(await ada.failure(calls.deleteRun, { runId: first })).toEqual(missing)
    expect(await list(promptId)).toBe(1)
    const { runId } = await start(ada, promptId, 'endless')
    await untilSome(app, runId)
    await ada.call(calls.deleteRuns, { promptId })
    expect([await list(promptId), await list(other)]).toEqual([0, 1])
    for (const call of [calls.getRun, calls.followRun, calls.stopRun]) {
      expect(await ada.failure(call, { runId })).toEqual(missing)
    }
    await waitFor(async () => expect(await creditsOf(ada)).toBe(given - 1))
    await ada.call(calls.deleteRuns, {})
    expect(await list(other)).toBe(0)
    await app.sweepRuns()
    expect(await app.db.selectFrom('runs').select('id').execute()).toEqual([])
  })

  it('can be restored for an hour after being deleted, at most once and not after a permanent deletion', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    const promptId = await ada.makePrompt('Poem')
    const list = async () => (await ada.call(calls.listRuns, { promptId })).runs.map(({ id }) => id)
    const values = [
      { name: 'topic', value: 'gravity' },
      { name: 'long', value: 'x'.repeat(2_000) },
    ]
    const { runId } = await start(ada, promptId, 'echo', { values })
    await follow(ada, runId)
    const [card] = (await ada.call(calls.listRuns, { promptId })).runs
    expect(card?.firstValues).toEqual([values[0], { name: 'long', value: `${'x'.repeat(60)}…` }])
    const whole = await ada.call(calls.getRun, { runId })

    await ada.call(calls.deleteRun, { runId })
    expect(await list()).toEqual([])
    for (const call of [calls.getRun, calls.followRun, calls.stopRun, calls.deleteRun]) {
      expect(await ada.failure(call, { runId })).toEqual(missing)
    }
    expect(await ada.call(calls.downloadAccount, {})).toMatchObject({ runs: [] })
    expect(await eve.failure(calls.restoreRun, { runId })).toEqual(missing)
    await app.sweepRuns()
    await ada.call(calls.restoreRun, { runId })
    await ada.call(calls.restoreRun, { runId })
    expect(await list()).toEqual([runId])
    expect(await ada.call(calls.getRun, { runId })).toEqual(whole)
    const { expires_at, started_at } = await app.db
      .selectFrom('runs')
      .select(['expires_at', 'started_at'])
      .executeTakeFirstOrThrow()
    expect(expires_at - started_at).toBe(30 * day)

    // A deleted run does not count among the newest ones, and a new run does not delete it.
    await ada.call(calls.deleteRun, { runId })
    for (let count = 0; count < 20; count++) {
      app.clock.now += 1
      await follow(ada, (await start(ada, promptId, 'failing')).runId)
    }
    expect(await list()).toHaveLength(20)
    await ada.call(calls.restoreRun, { runId })

    await ada.call(calls.deleteRun, { runId })
    app.clock.now += 60 * minute
    expect(await ada.failure(calls.restoreRun, { runId })).toEqual(missing)
    await app.sweepRuns()
    expect(await ada.failure(calls.restoreRun, { runId })).toEqual(missing)
    await checkRows(app.location)
    const [newest = ''] = await list()
    await ada.call(calls.deleteRun, { runId: newest })
    await ada.call(calls.deleteRuns, { promptId })
    expect(await ada.failure(calls.restoreRun, { runId: newest })).toEqual(missing)
    expect(await app.db.selectFrom('runs').select('id').execute()).toEqual([])
    await checkRows(app.location)
  })

  it('stop when deleted while active, and are restored with the partial answer', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const { runId } = await start(ada, promptId, 'endless')
    await untilSome(app, runId)
    await ada.call(calls.deleteRun, { runId })
    await waitFor(() => expect(server.open).toBe(0))
    await waitFor(async () => expect(await creditsOf(ada)).toBe(given - 1))
    await ada.call(calls.restoreRun, { runId })
    const { run } = await ada.call(calls.getRun, { runId })
    expect(run).toMatchObject({ state: 'stopped', credits: 1 })
    expect(run.answer).not.toBe('')
    await checkRows(app.location)
    const again = await start(ada, promptId, 'endless')
    await untilSome(app, again.runId)
    await ada.call(calls.deleteRun, { runId: again.runId })
    await ada.call(calls.deleteRuns, {})
    expect(await ada.failure(calls.restoreRun, { runId: again.runId })).toEqual(missing)
  })

  it('count as storage with their answers, and do not start without space', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    await follow(ada, (await start(ada, promptId, 'echo', { text: 'Ä'.repeat(100) })).runId)
    const { runId } = await start(ada, promptId, 'endless')
    await untilSome(app, runId)
    await checkRows(app.location)
    await ada.call(calls.stopRun, { runId })
    await follow(ada, runId)
    await checkRows(app.location)
    await ada.call(calls.deleteRun, { runId })
    await checkRows(app.location)
    await ada.call(calls.deleteRuns, {})
    await checkRows(app.location)
    const { stored_bytes } = await app.db
      .selectFrom('libraries')
      .select('stored_bytes')
      .executeTakeFirstOrThrow()
    const before = await creditsOf(ada)
    const full = { stored_bytes: limits.storedBytes - 100 }
    await app.db.updateTable('libraries').set(full).execute()
    const input = { attempt: newAttempt(), promptId, values: [], text: 'Hello', model: 'echo' }
    expect(await ada.failure(calls.startRun, input)).toEqual([403, 'storage_full'])
    expect(await creditsOf(ada)).toBe(before)
    await app.db.updateTable('libraries').set({ stored_bytes }).execute()
    await follow(ada, (await start(ada, promptId, 'echo')).runId)
    app.clock.now += 30 * day
    await app.sweepRuns()
    await checkRows(app.location)
    expect(await app.db.selectFrom('runs').select('id').execute()).toEqual([])
  })

  it.for(['alone', 'with its folder', 'in a selection'] as const)(
    'stop, and cost the received part, when their prompt is deleted %s',
    async (how, { app }) => {
      const ada = await app.signUp()
      const folderId = await ada.makeFolder('Poems')
      const promptId = await ada.makePrompt('Poem', { folderId })
      const { runId } = await start(ada, promptId, 'endless')
      await untilSome(app, runId)
      if (how === 'alone') await ada.call(calls.deletePrompt, { promptId })
      else if (how === 'with its folder') await ada.call(calls.deleteFolder, { folderId })
      else await ada.call(calls.deleteSelection, { promptIds: [promptId], folderIds: [] })
      await waitFor(async () => {
        const { run } = await ada.call(calls.getRun, { runId })
        expect(run).toMatchObject({ state: 'stopped', credits: 1 })
      })
      expect(await creditsOf(ada)).toBe(given - 1)
      await waitFor(() => expect(server.open).toBe(0))
      expect(await ada.failure(calls.startRun, toInput(promptId))).toEqual(missing)
      await checkRows(app.location)
    },
  )

  it('are deleted when their prompt is permanently deleted', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const { runId } = await start(ada, promptId, 'echo')
    await follow(ada, runId)
    const { trashId } = await ada.call(calls.deletePrompt, { promptId })
    await ada.call(calls.restoreTrash, { trashId })
    expect((await ada.call(calls.listRuns, { promptId })).runs).toHaveLength(1)
    await start(ada, promptId, 'endless')
    await ada.call(calls.deletePrompt, { promptId })
    await ada.call(calls.emptyTrash, {})
    expect(await ada.failure(calls.getRun, { runId })).toEqual(missing)
    await waitFor(async () => {
      await app.sweepRuns()
      expect(await app.db.selectFrom('runs').select('id').execute()).toEqual([])
    })
  })

  it('are not kept if the account turns that off', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    expect((await ada.call(calls.getProfile, {})).keepsRuns).toBe(true)
    await ada.call(calls.keepRuns, { keepsRuns: 0 })
    expect((await ada.call(calls.getProfile, {})).keepsRuns).toBe(false)
    const { runId } = await start(ada, promptId, 'echo')
    await follow(ada, runId)
    expect((await follow(ada, runId)).text).toBe('Answer to: Hello')
    app.clock.now += 60 * minute
    expect(await ada.failure(calls.getRun, { runId })).toEqual(missing)
    await app.sweepRuns()
    expect(await app.db.selectFrom('runs').select('id').execute()).toEqual([])
  })

  it('end with their account, even while active', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const { runId } = await start(ada, promptId, 'endless')
    await untilSome(app, runId)
    await ada.call(calls.deleteAccount, {})
    expect(await app.db.selectFrom('runs').select('id').execute()).toEqual([])
    await waitFor(() => expect(server.open).toBe(0))
    expect(await app.db.selectFrom('credit_entries').select('id').execute()).toEqual([])
  })

  it('are in the download of the account', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const { runId } = await start(ada, promptId, 'echo')
    await follow(ada, runId)
    const held = await ada.call(calls.downloadAccount, {})
    expect(held).toMatchObject({ runs: [{ promptId, text: 'Hello', answer: 'Answer to: Hello' }] })
  })
})
