import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases, type DatabaseKind } from '#tests/support/databases.ts'
import { logInto } from '#tests/support/log-into.ts'
import { libraryTest, makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import { writeModelsFile } from '#tests/support/servers/models-file.ts'
import { startModelServer, type ModelServer } from '#tests/support/servers/model-server.ts'
import { makeServices } from '#server/make-services.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const environment: NodeJS.ProcessEnv = { PLANS: 'off' }
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

const look = { name: 'Poem', color: '4ECDC4', notes: null }
const day = 24 * 60 * 60_000
/** Of a new account on a server with plans. */
const given = 20
/** For a text of a few characters and an answer of 500 tokens at one credit per 100 tokens; then one is used. */
const reserved = 6

let attempts = 0
function toRun(promptId: string, model: string) {
  const attempt = String(++attempts).padStart(32, '0')
  return { attempt, promptId, values: [], text: 'Hello', model }
}

/** Runs a prompt to its end, and returns the balance in the answer. */
async function run(user: ApiUser, promptId: string): Promise<number> {
  const { runId } = await user.call(calls.startRun, toRun(promptId, 'echo'))
  const { body } = await user.send(calls.followRun, { runId })
  const { end } = JSON.parse(body.trim().split('\n').at(-1) ?? '') as { end: { left: number } }
  return end.left
}

async function ledgerOf(user: ApiUser): Promise<[string, number][]> {
  const { creditEntries } = (await user.call(calls.downloadAccount, {})) as {
    creditEntries: { reason: string; amount: number }[]
  }
  return creditEntries.map(({ reason, amount }) => [reason, amount])
}

async function creditsOf(user: ApiUser) {
  return (await user.call(calls.checkLogin, {})).credits
}

/** The same library and sessions on a server with other settings, as after a restart. */
async function restart(database: DatabaseKind, former: TestApp, settings: NodeJS.ProcessEnv) {
  const app = await makeTestApp(database, {
    db: former.services.db,
    environment: { ...environment, ...settings },
  })
  onTestFinished(app.close)
  app.clock.now = former.clock.now + 1000
  const as = (user: ApiUser) => {
    const same = app.visitor()
    for (const [name, value] of user.cookies) same.cookies.set(name, value)
    return same
  }
  return { app, as }
}

describe.each(databases)('A server without plans on $name', (database) => {
  const it = libraryTest(database, environment)

  it('sells nothing, and has only fair-use limits', async ({ app }) => {
    const ada = await app.signUp()
    for (let number = 1; number <= 12; number++) await ada.makePrompt(`Prompt ${number}`)
    await ada.makeFolder('Folder')
    expect(await ada.call(calls.listPlans, {})).toEqual({
      plans: [],
      recPlanName: '',
      currentPlanId: null,
      runPrices: [],
    })
    const { subDetails, usage } = await ada.call(calls.getProfile, {})
    expect(subDetails).toEqual({
      name: 'Unlimited',
      price: '0.00',
      expireAt: null,
      isActive: 1,
      hasPaymentFailed: false,
      isGiven: false,
    })
    expect(usage).toEqual({ prompts: 12, promptLimit: null, folders: 1 })
    expect(await creditsOf(ada)).toEqual({ credits: 0, given: 0 })
    const order = { id: 'plus-monthly', type: 'monthly' }
    expect(await ada.failure(calls.checkOut, order)).toEqual([503, 'payments_off'])
  })

  it('keeps two hundred versions of each prompt', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    for (let number = 1; number <= 25; number++) {
      app.clock.now += 11 * 60_000
      await ada.call(calls.updatePrompt, { promptId, ...look, prompt: `Text ${number}` })
    }
    expect((await ada.call(calls.listVersions, { promptId })).versions).toHaveLength(25)
  })

  it('requires no balance for runs, and records their usage', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    for (let number = 1; number <= 5; number++) expect(await run(ada, promptId)).toBe(0)
    const once = [
      ['used:run', -reserved],
      ['used:run', reserved - 1],
    ]
    expect(await ledgerOf(ada)).toEqual([
      ['plan_granted', given],
      ...Array.from({ length: 5 }, () => once).flat(),
    ])
  })

  it('can turn plans on and off again without a loss', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    await run(ada, promptId)
    for (let number = 2; number <= 12; number++) await ada.makePrompt(`Prompt ${number}`)

    const on = await restart(database, app, { PLANS: 'on' })
    const adaWithPlans = on.as(ada)
    expect(await creditsOf(adaWithPlans)).toEqual({ credits: given, given })
    expect((await adaWithPlans.call(calls.getProfile, {})).subDetails?.name).toBe('Free')
    expect((await adaWithPlans.call(calls.listPrompts, {})).prompts).toHaveLength(12)
    const prompt = { name: 'One more', prompt: 'x', color: '4ECDC4' }
    expect(await adaWithPlans.failure(calls.createPrompt, prompt)).toEqual([
      403,
      'prompt_limit_reached',
    ])
    expect(await run(adaWithPlans, promptId)).toBe(given - 1)

    const off = await restart(database, on.app, { PLANS: 'off' })
    await off.as(ada).makePrompt('One more')
    await run(off.as(ada), promptId)
    expect((await creditsOf(adaWithPlans)).credits).toBe(given - 1)
  })

  test('can give each account credits per month, which concurrent runs share', async () => {
    const app = await makeTestApp(database, {
      environment: { ...environment, MONTHLY_CREDITS: String(2 * reserved - 1) },
    })
    onTestFinished(app.close)
    app.clock.now = Date.UTC(2026, 10, 30, 23, 59)
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    expect(await creditsOf(ada)).toEqual({ credits: 11, given: 11 })
    const answers = await Promise.all(
      [1, 2].map(() => ada.send(calls.startRun, toRun(promptId, 'slow'))),
    )
    const two = answers.map((answer) => answer.json<{ code?: string; runId?: string }>())
    expect(two.map(({ code = 'started' }) => code).toSorted()).toEqual([
      'allowance_used',
      'started',
    ])
    const runId = two.find((one) => one.runId !== undefined)?.runId ?? ''
    await ada.send(calls.followRun, { runId })
    expect(await creditsOf(ada)).toEqual({ credits: 10, given: 11 })
    expect(await run(ada, promptId)).toBe(9)
    app.clock.now += day
    expect(await creditsOf(ada)).toEqual({ credits: 11, given: 11 })
  })

  test('warns its operator of users who still pay for a plan', async () => {
    const app = await makeTestApp(database)
    onTestFinished(app.close)
    await app.signUp()
    const directory = makeScratchDirectory('plans')
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const start = async (hasPlans: boolean) => {
      const lines: string[] = []
      const { close } = await makeServices(
        { ...app.services.config, dataDir: directory, database: app.location, hasPlans },
        { log: logInto(lines), jobs: [] },
      )
      await close()
      return lines.filter((line) => line.includes('Stripe goes on charging'))
    }
    expect(await start(false)).toEqual([])
    await app.db
      .updateTable('subscriptions')
      .set({ provider: 'stripe', plan_id: 'plus-monthly', expires_at: app.clock.now + day })
      .execute()
    expect(await start(true)).toEqual([])
    expect(await start(false)).toEqual([expect.stringContaining('"subscriptions":1')])
  })
})
