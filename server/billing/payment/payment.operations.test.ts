import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import errorMessages from '#languages/en/errors.json' with { type: 'json' }
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { holdLock } from '#tests/support/hold-lock.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'

const hour = 60 * 60 * 1000
const plusMonthly = { id: 'plus-monthly', type: 'monthly' } as const
const plusYearly = { id: 'plus-yearly', type: 'yearly' } as const

/** Presses a button on the sandbox's page; returns the next page. */
async function press(
  app: TestApp,
  user: ApiUser,
  link: string,
  button: 'pay' | 'decline',
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
) {
  const cookie = [...user.cookies].map((pair) => pair.join('=')).join('; ')
  return app.server.inject({
    method: 'POST',
    url: `${link}/${button}`,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

async function buy(app: TestApp, user: ApiUser, plan: typeof plusMonthly | typeof plusYearly) {
  const { link } = await user.call(calls.checkOut, plan)
  const response = await press(app, user, link, 'pay')
  expect([response.statusCode, response.headers.location]).toEqual([303, '/profile?checkout=paid'])
  return link
}

async function planOf(user: ApiUser) {
  const { subDetails } = await user.call(calls.getProfile, {})
  const { currentPlanId } = await user.call(calls.listPlans, {})
  const { credits } = await user.call(calls.checkLogin, {})
  return { ...subDetails, id: currentPlanId, ...credits }
}

describe.each(databases)('Buying a plan on $name', (database) => {
  const it = libraryTest(database)

  it('leaves one checkout open when a buyer starts several concurrently', async ({ app }) => {
    const ada = await app.signUp()
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => ada.call(calls.checkOut, plusMonthly)),
      )
      const open = await app.db.selectFrom('sandbox_checkouts').select('id').execute()
      expect(open).toHaveLength(1)
      expect(answers.filter(({ link }) => link.endsWith(open[0]?.id ?? ''))).toHaveLength(1)
    }
  })

  it("starts on the provider's page and replaces the free plan by the paid one", async ({
    app,
  }) => {
    app.clock.now = Date.parse('2027-01-31T12:00:00Z')
    const ada = await app.signUp()
    const { link } = await ada.call(calls.checkOut, plusMonthly)
    expect(link).toMatch(/^\/sandbox\/checkout\/[0-9a-f-]{36}$/)
    expect(await planOf(ada)).toMatchObject({ id: 'free', credits: 20, given: 20 })
    await press(app, ada, link, 'pay')
    expect(await planOf(ada)).toEqual({
      id: 'plus-monthly',
      name: 'Plus',
      price: '4.00',
      isActive: 1,
      expireAt: '2027-02-28T12:00:00.000Z',
      hasPaymentFailed: false,
      isGiven: false,
      credits: 320,
      given: 300,
    })
    for (let count = 1; count <= 12; count++) await ada.makePrompt(`Prompt ${count}`)
  })

  it('is refused while a paid plan is active, and for the free plan', async ({ app }) => {
    const ada = await app.signUp()
    const free = { id: 'free', type: 'monthly' } as const
    expect(await ada.failure(calls.checkOut, free)).toEqual([403, 'free_plan_used'])
    await buy(app, ada, plusMonthly)
    expect(await ada.failure(calls.checkOut, plusYearly)).toEqual([409, 'subscription_active'])
    expect(await ada.failure(calls.checkOut, free)).toEqual([403, 'free_plan_used'])
    expect([errorMessages.free_plan_used, errorMessages.subscription_active]).toEqual([
      "You can't subscribe to a free plan because you already used your free plan",
      'You have an active subscription, to subscribe to a new plan head to the profile page and unsubscribe first',
    ])
  })

  it('needs a plan on offer, with the right type', async ({ app }) => {
    const ada = await app.signUp()
    const gone = { id: 'gold', type: 'monthly' } as const
    expect(await ada.failure(calls.checkOut, gone)).toEqual([404, 'not_found'])
    const wrong = { id: 'plus-monthly', type: 'yearly' } as const
    expect(await ada.failure(calls.checkOut, wrong)).toEqual([400, 'invalid_request'])
  })

  it('takes effect once, however often the button is pressed', async ({ app }) => {
    const ada = await app.signUp()
    const { link } = await ada.call(calls.checkOut, plusMonthly)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => press(app, ada, link, 'pay')),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(303))
    expect(await planOf(ada)).toMatchObject({ id: 'plus-monthly', credits: 320 })
  })

  it('changes nothing if the card is declined, and can be retried', async ({ app }) => {
    const ada = await app.signUp()
    const { link } = await ada.call(calls.checkOut, plusMonthly)
    const declined = await press(app, ada, link, 'decline')
    expect(declined.headers.location).toBe(`${link}?declined`)
    expect(await planOf(ada)).toMatchObject({ id: 'free', isActive: 1, credits: 20 })
    await press(app, ada, link, 'decline')
    await press(app, ada, link, 'pay')
    expect(await planOf(ada)).toMatchObject({ id: 'plus-monthly', hasPaymentFailed: false })
  })

  it('works only for its own buyer, from this site, on the newest page', async ({ app }) => {
    const ada = await app.signUp('ada@example.com')
    const bob = await app.signUp('bob@example.com')
    const { link: old } = await ada.call(calls.checkOut, plusYearly)
    const { link } = await ada.call(calls.checkOut, plusMonthly)
    expect((await press(app, bob, link, 'pay')).headers.location).toBe('/plans')
    expect((await press(app, app.visitor(), link, 'pay')).headers.location).toBe('/login')
    expect((await press(app, ada, old, 'pay')).headers.location).toBe('/plans')
    const forged = await press(app, ada, link, 'pay', { 'sec-fetch-site': 'cross-site' })
    expect(forged.statusCode).toBe(403)
    for (const user of [ada, bob]) expect((await planOf(user)).id).toBe('free')
  })

  it('for a year grants credits month by month', async ({ app }) => {
    app.clock.now = Date.parse('2027-01-31T12:00:00Z')
    const ada = await app.signUp()
    await buy(app, ada, plusYearly)
    expect(await planOf(ada)).toMatchObject({
      expireAt: '2028-01-31T12:00:00.000Z',
      credits: 320,
      given: 300,
    })
    app.clock.now = Date.parse('2027-02-28T11:59:59Z')
    expect(await planOf(ada)).toMatchObject({ credits: 320 })
    app.clock.now = Date.parse('2027-02-28T12:00:00Z')
    expect(await planOf(ada)).toMatchObject({ credits: 620, given: 300 })
  })
})

describe.each(databases)('A paid plan on $name', (database) => {
  const it = libraryTest(database)

  it('renews automatically, with its credits, and catches up on missed renewals', async ({
    app,
  }) => {
    app.clock.now = Date.parse('2027-01-31T12:00:00Z')
    const ada = await app.signUp()
    await buy(app, ada, plusMonthly)
    await app.doDuePaymentWork()
    expect(await planOf(ada)).toMatchObject({ expireAt: '2027-02-28T12:00:00.000Z' })
    app.clock.now = Date.parse('2027-02-28T11:59:30Z')
    await Promise.all([app.doDuePaymentWork(), app.doDuePaymentWork(), app.doDuePaymentWork()])
    expect(await planOf(ada)).toMatchObject({ expireAt: '2027-03-31T12:00:00.000Z', credits: 320 })
    app.clock.now = Date.parse('2027-02-28T12:00:00Z')
    expect(await planOf(ada)).toMatchObject({ isActive: 1, credits: 620, given: 300 })
    app.clock.now = Date.parse('2027-06-01T00:00:00Z')
    // The sessions have expired since March.
    await ada.signIn('ada@example.com', 'correct horse')
    expect(await planOf(ada)).toMatchObject({ isActive: 0, id: null })
    await app.doDuePaymentWork()
    expect(await planOf(ada)).toMatchObject({ expireAt: '2027-06-30T12:00:00.000Z', isActive: 1 })
    expect(await planOf(ada)).toMatchObject({ credits: 20 + 5 * 300 })
  })

  it('ends immediately and permanently by unsubscribing, and keeps the library', async ({
    app,
  }) => {
    const ada = await app.signUp()
    await buy(app, ada, plusYearly)
    await ada.makePrompt('Poem')
    app.clock.now += hour
    await ada.call(calls.unsubscribe, {})
    expect(await planOf(ada)).toMatchObject({ name: 'Plus', isActive: 0, id: null })
    expect(await planOf(ada)).toMatchObject({ credits: 320, given: 0 })
    const folder = { folderId: null, name: 'Folder', color: 'f1f5f9' }
    expect(await ada.failure(calls.createFolder, folder)).toEqual([403, 'subscription_missing'])
    // A retry, after the answer was lost.
    await ada.call(calls.unsubscribe, {})
    app.clock.now += 24 * hour * 300
    await app.doDuePaymentWork()
    await ada.signIn('ada@example.com', 'correct horse')
    expect(await planOf(ada)).toMatchObject({ isActive: 0, credits: 320 })
  })

  it('can be bought again after unsubscribing', async ({ app }) => {
    const ada = await app.signUp()
    await buy(app, ada, plusMonthly)
    app.clock.now += hour
    await ada.call(calls.unsubscribe, {})
    app.clock.now += hour
    await buy(app, ada, plusYearly)
    expect(await planOf(ada)).toMatchObject({ id: 'plus-yearly', isActive: 1, credits: 620 })
    await ada.makeFolder('Folder')
  })

  it('is the only kind that can be unsubscribed from', async ({ app }) => {
    const ada = await app.signUp()
    expect(await ada.failure(calls.unsubscribe, {})).toEqual([409, 'paid_plan_missing'])
    expect(await planOf(ada)).toMatchObject({ id: 'free', isActive: 1 })
  })

  it('is deleted with its account', async ({ app }) => {
    const ada = await app.signUp()
    await buy(app, ada, plusMonthly)
    await ada.call(calls.deleteAccount, {})
    await app.doDuePaymentWork()
    for (const table of ['subscriptions', 'credit_entries', 'payment_endings'] as const) {
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })
})

describe('Checkouts on PostgreSQL', () => {
  const postgres = databases.find(({ name }) => name === 'PostgreSQL')
  if (postgres === undefined) throw new Error('There is no PostgreSQL.')
  const it = libraryTest(postgres)

  it('that start concurrently leave one open', async ({ app }) => {
    const ada = await app.signUp()
    await ada.call(calls.checkOut, plusYearly)
    const lock = await holdLock(app, 'select from sandbox_checkouts for update')
    const begun = [0, 1].map(() => ada.call(calls.checkOut, plusMonthly))
    await lock.waitForQueue(2)
    await lock.release()
    await Promise.all(begun)
    expect(await app.db.selectFrom('sandbox_checkouts').selectAll().execute()).toHaveLength(1)
  })
})

describe('The page of the sandbox', () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')
  const it = libraryTest(database)

  it('is marked as a test in both languages, and has no script', async ({ app }) => {
    const ada = await app.signUp()
    const { link } = await ada.call(calls.checkOut, plusMonthly)
    const cookie = [...ada.cookies].map((pair) => pair.join('=')).join('; ')
    const open = (language: string) =>
      app.server.inject({
        url: link,
        headers: { cookie, 'accept-language': language },
      })
    const english = await open('en')
    expect(english.body).toContain('This is a test. No money is taken')
    expect(english.body).toContain('€4.00')
    const german = await open('de-AT')
    expect(german.body).toContain('Das ist ein Test.')
    expect(german.body).toMatch(/4,00\s€/)
    for (const { body, headers } of [english, german]) {
      expect(body).not.toMatch(/<script| on\w+=/i)
      expect(headers['content-security-policy']).toContain("script-src 'self'")
      expect(headers['cache-control']).toBe('no-store')
    }
    await press(app, ada, link, 'pay')
    const after = await open('en')
    expect([after.statusCode, after.headers.location]).toEqual([303, '/profile?checkout=paid'])
  })
})

describe('Without payments', () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')
  const it = libraryTest(database, { PAYMENTS: 'off' })

  it('nothing can be bought, and the free plan stays active', async ({ app }) => {
    const ada = await app.signUp()
    expect(await ada.failure(calls.checkOut, plusMonthly)).toEqual([503, 'payments_off'])
    expect((await app.server.inject('/sandbox/checkout/x')).statusCode).toBe(404)
    await ada.makePrompt('Poem')
  })
})

describe('Checkouts', () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')
  const it = libraryTest(database, { RATE_LIMITS: 'on' })

  it('can be started twenty times in a row, then once a minute', async ({ app }) => {
    const ada = await app.signUp()
    for (let count = 1; count <= 20; count++) await ada.call(calls.checkOut, plusMonthly)
    const refusal = await ada.send(calls.checkOut, plusMonthly)
    expect([refusal.statusCode, refusal.headers['retry-after']]).toEqual([429, '60'])
    app.clock.now += 60_000
    await ada.call(calls.checkOut, plusMonthly)
  })
})
