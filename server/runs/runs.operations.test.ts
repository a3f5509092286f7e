import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import type { InputOf } from '#contract/core/call.ts'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/limits.ts'
import type { RunEnd, RunLine } from '#contract/runs/runs.ts'
import { checkRows } from '#tests/faults/support/check-rows.ts'
import { createRunner } from '#server/runs/run-runner.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { logInto } from '#tests/support/log-into.ts'
import { libraryTest, makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import {
  startModelServer,
  wordsOfServer,
  type Behaviour,
  type ModelServer,
} from '#tests/support/servers/model-server.ts'
import { writeModelsFile } from '#tests/support/servers/models-file.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const environment: NodeJS.ProcessEnv = {}
let server: ModelServer
let removeFile: () => void
beforeAll(async () => {
  server = await startModelServer()
  const { file, remove } = writeModelsFile(server)
  environment['MODELS_FILE'] = file
  removeFile = remove
})
afterAll(async () => {
  await server.close()
  removeFile()
})

/** The credits of a new account. */
const given = 20
/** For a text of a few characters and an answer of 500 tokens at a credit for 100. */
const reserved = 6
const minute = 60_000
const day = 24 * 60 * minute
const missing = [404, 'not_found']

let attempts = 0
function newAttempt(): string {
  return String(++attempts).padStart(32, '0')
}

type Start = Partial<InputOf<typeof calls.startRun>>

async function start(user: ApiUser, promptId: string, model: Behaviour, change: Start = {}) {
  const input = { attempt: newAttempt(), promptId, values: [], text: 'Hello', model, ...change }
  return user.call(calls.startRun, input)
}

function toInput(promptId: string) {
  return { attempt: newAttempt(), promptId, values: [], text: 'Hello', model: 'echo' }
}

/** Follows a run to its end. */
async function follow(user: ApiUser, runId: string, from = 0) {
  const { body, headers } = await user.send(calls.followRun, { runId, from })
  const lines = body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RunLine)
  const end = lines.pop() as { end: RunEnd }
  const text = lines.map((line) => ('text' in line ? line.text : '')).join('')
  return { text, ...end.end, headers }
}

async function creditsOf(user: ApiUser): Promise<number> {
  return (await user.call(calls.checkLogin, {})).credits.credits
}

async function ledgerOf(app: TestApp): Promise<[string, number][]> {
  const rows = await app.db
    .selectFrom('credit_entries')
    .select(['reason', 'amount'])
    .where('reason', '<>', 'plan_granted')
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ reason, amount }) => [reason, amount])
}

/** Waits until part of an answer has arrived at the server that runs it, which stores it only once a second. */
async function untilSome(app: TestApp, runId: string): Promise<void> {
  await waitFor(() => expect(app.services.runs.find(runId)?.pieces).not.toHaveLength(0))
}

/** Waits until part of an answer is stored, where every server finds it. */
async function untilStored(user: ApiUser, runId: string): Promise<void> {
  await waitFor(async () => {
    expect((await user.call(calls.getRun, { runId })).run.answer).not.toBe('')
  })
}

describe.each(databases)('Runs on $name', (database) => {
  const it = libraryTest(database, environment)

  it('reserve credits, stream the answer, and refund the rest', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const values = [{ name: 'topic', value: 'the sea' }]
    const run = await start(ada, promptId, 'echo', { values })
    expect(run.reserved).toBe(reserved)
    const { text, headers, ...end } = await follow(ada, run.runId)
    expect(text).toBe('Answer to: Hello')
    expect(headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'x-accel-buffering': 'no',
    })
    expect(end).toMatchObject({ state: 'done', error: null, credits: 1, left: given - 1 })
    expect(await creditsOf(ada)).toBe(given - 1)
    expect(await ledgerOf(app)).toEqual([
      ['spent:run', -reserved],
      ['returned:run', reserved - 1],
    ])
    const { run: kept } = await ada.call(calls.getRun, { runId: run.runId })
    expect(kept).toMatchObject({ values, text: 'Hello', answer: text, modelName: 'Model echo' })
    const { runs } = await ada.call(calls.listRuns, { promptId })
    expect(runs).toMatchObject([{ id: run.runId, preview: text, credits: 1, state: 'done' }])
    // Resumes at the caller's position.
    expect((await follow(ada, run.runId, 7)).text).toBe('to: Hello')
  })

  it('start and cost once, even if the request is repeated', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const attempt = newAttempt()
    const before = server.requests.length
    const started = await Promise.all(
      Array.from({ length: 4 }, () => start(ada, promptId, 'echo', { attempt })),
    )
    expect(new Set(started.map(({ runId }) => runId)).size).toBe(1)
    await follow(ada, started[0]?.runId ?? '')
    await start(ada, promptId, 'echo', { attempt })
    expect(await creditsOf(ada)).toBe(given - 1)
    expect(server.requests.length - before).toBe(1)
  })

  it('never take the credits below zero, and are limited in number', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const input = { promptId, values: [], text: 'Hello', model: 'endless' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        ada.send(calls.startRun, { ...input, attempt: newAttempt() }),
      ),
    )
    const ok = answers.filter(({ statusCode }) => statusCode === 200)
    expect(ok).toHaveLength(Math.floor(given / reserved))
    const lowest = Math.min(...ok.map((answer) => answer.json<{ left: number }>().left))
    expect(lowest).toBe(given - ok.length * reserved)
    expect(await creditsOf(ada)).toBe(given - ok.length * reserved)
    const codes = answers.map((answer) => answer.json<{ code?: string }>().code)
    expect(new Set(codes)).toEqual(new Set([undefined, 'credits_missing']))
    for (const answer of ok) {
      const { runId } = answer.json<{ runId: string }>()
      await untilSome(app, runId)
      await ada.call(calls.stopRun, { runId })
      await follow(ada, runId)
    }
    expect(await creditsOf(ada)).toBe(given - ok.length)
    // Small ones exceed the number of runs first.
    const small = { ...input, maxOutput: 1 }
    const more = await Promise.all(
      Array.from({ length: 50 }, () =>
        ada.send(calls.startRun, { ...small, attempt: newAttempt() }),
      ),
    )
    expect(more.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4)
    expect(more.filter(({ statusCode }) => statusCode === 429)).toHaveLength(46)
  })

  it('cost the partial answer when stopped, and abort the request to the model', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const { runId } = await start(ada, promptId, 'endless')
    await untilSome(app, runId)
    await ada.call(calls.stopRun, { runId })
    const end = await follow(ada, runId)
    expect(end).toMatchObject({ state: 'stopped', error: null, credits: 1, left: given - 1 })
    expect(end.text).toMatch(/^(more )+$/)
    await waitFor(() => expect(server.open).toBe(0))
    // Unchanged.
    await ada.call(calls.stopRun, { runId })
    expect((await follow(ada, runId)).text).toBe(end.text)
    expect(await creditsOf(ada)).toBe(given - 1)
  })

  it.for([
    ['no-key', 'key_refused'],
    ['unknown', 'model_unknown'],
    ['too-long', 'run_too_long'],
    ['busy', 'model_busy'],
    ['failing', 'model_failed'],
    ['filtered-before', 'run_filtered'],
    ['page', 'model_failed'],
    ['redirect', 'model_failed'],
  ] as const)('give everything back when they are refused: %s', async ([model, code], { app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const { runId } = await start(ada, promptId, model)
    const { text, ...end } = await follow(ada, runId)
    expect(end).toMatchObject({ state: 'failed', credits: 0, left: given })
    expect(end.error).toContain(code)
    expect(JSON.stringify([text, end])).not.toContain(wordsOfServer)
    expect(await creditsOf(ada)).toBe(given)
  })

  it.for([
    ['cut', 'failed', 'model_cut'],
    ['failing-inside', 'failed', 'model_busy'],
    ['filtered', 'failed', 'run_filtered'],
    ['short', 'done', null],
  ] as const)('keep and cost what came: %s', async ([model, state, error], { app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const { runId } = await start(ada, promptId, model)
    const { text, ...end } = await follow(ada, runId)
    expect(text).toBe('Answer t')
    expect(end).toMatchObject({ state, error, credits: 1, isCut: model === 'short' })
    expect(await creditsOf(ada)).toBe(given - 1)
  })

  it.for([
    ['nonsense', { state: 'failed', error: 'model_failed', credits: 1 }],
    ['wishing-for-tools', { state: 'failed', error: 'model_failed', credits: 1 }],
    ['thinking-only', { state: 'done', isCut: true, outputTokens: 450, credits: 5 }],
  ] as const)(
    'cost what an accepted request costs, without text: %s',
    async ([model, end], { app }) => {
      const ada = await app.signUp()
      const promptId = await ada.makePrompt('Poem')
      const { runId } = await start(ada, promptId, model)
      expect(await follow(ada, runId)).toMatchObject({ text: '', ...end })
      expect(await creditsOf(ada)).toBe(given - end.credits)
    },
  )

  it('cost their input when stopped before the first character', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const { runId } = await start(ada, promptId, 'announcing', { text: 'x'.repeat(700) })
    await waitFor(async () => {
      const { run } = await ada.call(calls.getRun, { runId })
      expect(run.inputTokens).toBe(700)
    })
    await ada.call(calls.stopRun, { runId })
    const end = await follow(ada, runId)
    expect(end).toMatchObject({ text: '', state: 'stopped', credits: 7, left: given - 7 })
  })

  it('arrive whole and cost the counted tokens, even with large events', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const connection = { name: 'Mine', dialect: 'openai' as const, key: 'k' }
    const models = ['long-openai', 'long-perplexity']
    const { id: connectionId } = await ada.call(calls.createConnection, {
      ...connection,
      models,
      baseUrl: server.baseUrls.openai,
    })
    for (const model of models) {
      const { runId } = await start(ada, promptId, model as Behaviour, { connectionId })
      const { text, state, outputTokens } = await follow(ada, runId)
      expect([text, state, outputTokens]).toEqual([' word'.repeat(8_192), 'done', 8_192])
    }
  })

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

  it('by a connection cost nothing', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const connection = { name: 'Mine', dialect: 'anthropic' as const, key: 'k', models: ['echo'] }
    const baseUrl = server.baseUrls.anthropic
    const { id } = await ada.call(calls.createConnection, { ...connection, baseUrl })
    const { runId, ...told } = await start(ada, promptId, 'echo', { connectionId: id })
    expect(told).toEqual({ reserved: 0, left: given })
    const { text, ...end } = await follow(ada, runId)
    expect([text, end.state, end.credits]).toEqual(['Answer to: Hello', 'done', 0])
    expect(await ledgerOf(app)).toEqual([])
    const other = { connectionId: id, model: 'large', attempt: newAttempt() }
    expect(
      await ada.failure(calls.startRun, { promptId, values: [], text: 'x', ...other }),
    ).toEqual([400, 'model_unknown'])
  })

  it('can be followed and stopped at another server, which settles them if theirs dies', async ({
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
    'stop, and cost what came, when their prompt is deleted %s',
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

  it('whose server died make room for another one of their owner', async ({ app }) => {
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

  it('to a refused address are in the security log', async ({ app }) => {
    await app.signUp()
    const lines: string[] = []
    const db = { main: app.db, background: app.db, isHanging: () => false, close: async () => {} }
    const runs = createRunner({ db, log: logInto(lines), now: () => app.clock.now })
    const price = { creditsPerMillionInput: 0, creditsPerMillionOutput: 0 }
    const { owner_no: owner } = await app.db
      .selectFrom('libraries')
      .select('owner_no')
      .executeTakeFirstOrThrow()
    const target = { dialect: 'openai', baseUrl: 'https://10.0.0.1', model: 'm', key: '' } as const
    const run = { owner, id: 'r', text: 'Hello', reserved: 0, price, startedAt: app.clock.now }
    runs.start(run, { ...target, reach: 'internet' }, 1)
    await waitFor(() => expect(runs.find('r')).toBe(undefined))
    const code = 'address_refused'
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      { level: 30, event: 'refused', runId: 'r', code, msg: 'security' },
    ])
  })

  it('of other accounts are not found', async ({ app }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    const promptId = await ada.makePrompt('Poem')
    const { runId } = await start(ada, promptId, 'slow')
    for (const call of [calls.getRun, calls.followRun, calls.stopRun, calls.deleteRun]) {
      expect(await eve.failure(call, { runId })).toEqual(missing)
    }
    for (const call of [calls.listRuns, calls.deleteRuns]) {
      expect(await eve.failure(call, { promptId })).toEqual(missing)
    }
    await eve.call(calls.deleteRuns, {})
    expect(await follow(ada, runId)).toMatchObject({ state: 'done', text: 'Answer to: Hello' })
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

  it.for([
    ['no attempt', { attempt: undefined }, 'invalid_request'],
    ['no text', { text: '' }, 'invalid_request'],
    ['a text that is too long', { text: 'x'.repeat(400_001) }, 'run_text_too_long'],
    ['a NUL', { text: '\0' }, 'invalid_characters'],
    ['an unknown model', { model: 'none' }, 'model_unknown'],
  ] as const)('are refused with %s', async ([, change, code], { app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const input = { attempt: newAttempt(), promptId, values: [], text: 'x', model: 'echo' }
    expect(await ada.failure(calls.startRun, { ...input, ...change })).toEqual([400, code])
    expect(await creditsOf(ada)).toBe(given)
  })
})
