import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createRunner } from '#server/runs/run-runner.ts'
import { databases } from '#tests/support/databases.ts'
import { logInto } from '#tests/support/log-into.ts'
import { libraryTest } from '#tests/support/library-test.ts'
import { wordsOfServer, type Behaviour } from '#tests/support/servers/model-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import {
  serveModels,
  given,
  reserved,
  missing,
  newAttempt,
  start,
  follow,
  creditsOf,
  ledgerOf,
  untilSome,
} from '#tests/support/clients/runs.ts'

const { server, environment } = await serveModels()

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
    let taken = 0
    for (const answer of ok) {
      const { runId } = answer.json<{ runId: string }>()
      await untilSome(app, runId)
      await ada.call(calls.stopRun, { runId })
      // One or more, depending on the machine's speed.
      const credits = (await follow(ada, runId)).credits ?? 0
      expect(credits).toBeGreaterThan(0)
      expect(credits).toBeLessThanOrEqual(reserved)
      taken += credits
    }
    expect(await creditsOf(ada)).toBe(given - taken)
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
    ['page', 'model_endpoint_missing'],
    ['redirect', 'model_endpoint_missing'],
  ] as const)('refund everything if they are refused: %s', async ([model, code], { app }) => {
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
  ] as const)('keep and cost the received part: %s', async ([model, state, error], { app }) => {
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

  it('arrive completely and cost the counted tokens, even with large events', async ({ app }) => {
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
