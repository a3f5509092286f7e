import { describe, expect, onTestFinished } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, makeTestApp } from '#tests/support/library-test.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import {
  serveModels,
  given,
  reserved,
  start,
  toInput,
  follow,
  creditsOf,
  untilSome,
  untilStored,
} from '#tests/support/clients/runs.ts'

const { server, environment } = await serveModels()
const minute = 60_000

describe.each(databases)('Runs on $name', (database) => {
  const it = libraryTest(database, environment)

  it('continue without followers', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const origin = await app.server.listen()
    const { runId } = await start(ada, promptId, 'slow')
    const leaving = new AbortController()
    const cookie = [...ada.cookies].map((pair) => pair.join('=')).join('; ')
    const url = `${origin}/api/runs/follow?runId=${runId}`
    const response = await fetch(url, { headers: { cookie }, signal: leaving.signal })
    const first = await response.body?.getReader().read()
    expect(Buffer.from(first?.value ?? []).toString()).toMatch(/^\{"text":"Answer t/)
    leaving.abort()
    expect(await follow(ada, runId)).toMatchObject({ state: 'done', text: 'Answer to: Hello' })
  })

  it('can be followed and stopped on another server, which settles them if theirs dies', async ({
    app,
  }) => {
    const other = await makeTestApp(
      { name: 'the same', make: async () => ({ location: app.location, drop: async () => {} }) },
      { environment },
    )
    onTestFinished(other.close)
    const ada = await app.signUp()
    const there = other.visitor()
    for (const [name, value] of ada.cookies) there.cookies.set(name, value)
    const promptId = await ada.makePrompt('Poem')

    const slow = await start(ada, promptId, 'slow')
    const moving = setInterval(() => (app.clock.now += 100), 100)
    onTestFinished(() => clearInterval(moving))
    const { text, state } = await follow(there, slow.runId)
    expect([text, state]).toEqual(['Answer to: Hello', 'done'])

    const endless = await start(ada, promptId, 'endless')
    await untilStored(there, endless.runId)
    await there.call(calls.stopRun, { runId: endless.runId })
    expect((await follow(there, endless.runId)).state).toBe('stopped')
    clearInterval(moving)

    // The state that a killed server leaves.
    const dead = await start(ada, promptId, 'endless')
    await untilSome(app, dead.runId)
    await app.stop()
    await app.db
      .updateTable('runs')
      .set({ state: 'running', error: null, ended_at: null, credits: null, answer: 'Some of it' })
      .where('id', '=', dead.runId)
      .execute()
    const last = app.db.selectFrom('credit_entries').select('id').orderBy('id', 'desc').limit(1)
    await app.db.deleteFrom('credit_entries').where('id', '=', last).execute()
    other.clock.now = app.clock.now
    const before = await creditsOf(there)
    other.clock.now = app.clock.now + 2 * minute - 1
    await other.sweepRuns()
    expect((await there.call(calls.getRun, { runId: dead.runId })).run.state).toBe('running')
    other.clock.now++
    await Promise.all([other.sweepRuns(), other.sweepRuns()])
    const end = await follow(there, dead.runId)
    expect(end).toMatchObject({ text: 'Some of it', state: 'failed', error: 'model_cut' })
    expect(end).toMatchObject({ credits: 1, left: before + reserved - 1 })
  })

  it('continue if only a clock is wrong', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const { runId } = await start(ada, promptId, 'endless')
    app.clock.now += 10 * minute
    await app.sweepRuns()
    expect((await ada.call(calls.getRun, { runId })).run.state).toBe('running')
    await ada.call(calls.stopRun, { runId })
    expect((await follow(ada, runId)).state).toBe('stopped')
  })

  it('are ended and settled when their server stops', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const { runId } = await start(ada, promptId, 'endless')
    await untilSome(app, runId)
    await app.stop()
    const row = await app.db.selectFrom('runs').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ id: runId, state: 'failed', error: 'model_cut', credits: 1 })
    expect(row.answer).toMatch(/^(more )+$/)
    await waitFor(() => expect(server.open).toBe(0))
  })

  it('whose server has died make room for another one of their owner', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    for (let count = 0; count < limits.runsAtOnce; count++) {
      await follow(ada, (await start(ada, promptId, 'failing', { maxOutput: 1 })).runId)
    }
    const killed = { state: 'running' as const, error: null, ended_at: null, credits: null }
    const leave = async (beat_at: number) =>
      app.db
        .updateTable('runs')
        .set({ ...killed, beat_at })
        .execute()
    await app.db.deleteFrom('credit_entries').where('reason', '=', 'returned:run').execute()
    await leave(app.clock.now - 9_999)
    expect(await ada.failure(calls.startRun, toInput(promptId))).toEqual([429, 'too_many_runs'])
    await leave(app.clock.now - 10_000)
    const { runId } = await start(ada, promptId, 'echo')
    expect(await follow(ada, runId)).toMatchObject({ state: 'done', left: given - 1 })
    const { runs } = await ada.call(calls.listRuns, { promptId })
    expect(runs.filter(({ error }) => error === 'model_cut')).toHaveLength(limits.runsAtOnce)
  })
})
