import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases, type DatabaseKind } from '#tests/support/databases.ts'
import { holdLock } from '#tests/support/hold-lock.ts'
import { makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import {
  startStripeDouble,
  type SignedEvent,
  type StripeDouble,
} from '#tests/support/servers/stripe-double.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute
const plusMonthly = { id: 'plus-monthly', type: 'monthly' } as const
const proYearly = { id: 'pro-yearly', type: 'yearly' } as const

/** A server with a Stripe double of the test's own, on the same clock. */
function stripeTest(database: DatabaseKind) {
  return test.extend<{ stripe: StripeDouble; app: TestApp }>({
    stripe: async ({}, provide) => {
      const stripe = await startStripeDouble()
      await provide(stripe)
      await stripe.stop()
    },
    app: async ({ stripe }, provide) => {
      const app = await makeTestApp(database, { environment: stripe.environment })
      stripe.clock.now = () => app.clock.now
      await provide(app)
      await app.close()
    },
  })
}

async function tell(
  app: TestApp,
  event: SignedEvent,
  signature: string | undefined = event.signature,
): Promise<number> {
  const { statusCode } = await app.server.inject({
    method: 'POST',
    url: '/api/payment/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload: event.payload,
  })
  return statusCode
}

async function planOf(user: ApiUser) {
  const { subDetails } = await user.call(calls.getProfile, {})
  const { credits } = await user.call(calls.checkLogin, {})
  return { ...subDetails, ...credits }
}

async function subscribe(app: TestApp, stripe: StripeDouble, user: ApiUser) {
  const { link } = await user.call(calls.checkOut, plusMonthly)
  const bought = stripe.pay(link)
  expect(await tell(app, bought.paid)).toBe(200)
  return bought
}

describe.each(databases)('Stripe on $name', (database) => {
  const it = stripeTest(database)

  it('receives the price, the plan and the language, and sends the buyer back', async ({
    app,
    stripe,
  }) => {
    const ada = await app.signUp()
    const response = await ada.send(calls.checkOut, proYearly, { 'accept-language': 'de' })
    const { link } = response.json<{ link: string }>()
    const [session] = stripe.sessions.values()
    expect(link).toContain(session?.id)
    expect(session).toMatchObject({
      amount: 9000,
      interval: 'year',
      locale: 'de',
      metadata: { site: 'http://localhost:3000', plan: 'pro-yearly' },
    })
    expect([...stripe.customers.values()]).toMatchObject([{ email: 'ada@example.com' }])
  })

  it.for(['completed', 'paid'] as const)(
    'activates a plan by a single event: %s',
    async (which, { app, stripe }) => {
      const ada = await app.signUp()
      const bought = stripe.pay((await ada.call(calls.checkOut, plusMonthly)).link)
      expect(await tell(app, bought[which])).toBe(200)
      expect(await planOf(ada)).toMatchObject({ name: 'Plus', isActive: 1, credits: 320 })
    },
  )

  it('has one effect with 50 identical concurrent webhooks', async ({ app, stripe }) => {
    const ada = await app.signUp()
    const { completed, paid } = stripe.pay((await ada.call(calls.checkOut, plusMonthly)).link)
    let untold = [...Array(50).fill(paid), ...Array(10).fill(completed)] as (typeof paid)[]
    while (untold.length > 0) {
      const answers = await Promise.all(untold.map((event) => tell(app, event)))
      expect([200, 503]).toEqual(expect.arrayContaining(answers))
      // If so many wait for one lock, some time out on a busy machine. Stripe resends those events.
      untold = untold.filter((_, at) => answers[at] === 503)
    }
    expect(await planOf(ada)).toMatchObject({ name: 'Plus', isActive: 1, credits: 320 })
    const grants = await app.db.selectFrom('credit_entries').selectAll().execute()
    expect(grants.map(({ amount }) => amount)).toEqual(expect.arrayContaining([20, 300]))
    expect(grants).toHaveLength(2)
  })

  it('reports renewals, failed payments and the end in any order', async ({ app, stripe }) => {
    const ada = await app.signUp()
    const { subscriptionId } = await subscribe(app, stripe, ada)
    const first = await planOf(ada)
    expect(await tell(app, stripe.failRenewal(subscriptionId))).toBe(200)
    expect(await planOf(ada)).toMatchObject({ isActive: 1, hasPaymentFailed: true })
    app.clock.now += 29 * day
    expect(await tell(app, stripe.renew(subscriptionId, 1))).toBe(200)
    const second = await planOf(ada)
    expect(second).toMatchObject({ isActive: 1, hasPaymentFailed: false })
    expect(second.expireAt?.localeCompare(first.expireAt ?? '')).toBe(1)
    // A late duplicate for the first period: nothing is reverted.
    expect(await tell(app, stripe.renew(subscriptionId, 0))).toBe(200)
    expect(await planOf(ada)).toEqual(second)
    const { deleted, updated } = stripe.end(subscriptionId)
    expect([await tell(app, deleted), await tell(app, updated)]).toEqual([200, 200])
    expect(await planOf(ada)).toMatchObject({ isActive: 0 })
    expect(await tell(app, stripe.renew(subscriptionId, 2))).toBe(200)
    expect(await planOf(ada)).toMatchObject({ isActive: 0 })
  })

  it('leaves an ended plan ended when the payment is reported afterwards', async ({
    app,
    stripe,
  }) => {
    const ada = await app.signUp()
    const bought = stripe.pay((await ada.call(calls.checkOut, plusMonthly)).link)
    app.clock.now += minute
    expect(await tell(app, stripe.end(bought.subscriptionId).deleted)).toBe(200)
    expect(await planOf(ada)).toMatchObject({ name: 'Free', isActive: 1 })
    expect(await tell(app, bought.paid)).toBe(200)
    expect(await planOf(ada)).toMatchObject({ name: 'Plus', isActive: 0 })
  })

  it('is queried again for an event of another API version', async ({ app, stripe }) => {
    const ada = await app.signUp()
    const { subscriptionId } = await subscribe(app, stripe, ada)
    const before = await planOf(ada)
    expect(await tell(app, stripe.renew(subscriptionId, 1, '2020-08-27'))).toBe(200)
    expect((await planOf(ada)).expireAt).not.toBe(before.expireAt)
  })

  it('ends the plan for a full refund, but not for a partial one', async ({ app, stripe }) => {
    const ada = await app.signUp()
    const { intent, subscriptionId } = await subscribe(app, stripe, ada)
    expect(await tell(app, stripe.refund(intent, { isWhole: false }))).toBe(200)
    expect(await planOf(ada)).toMatchObject({ isActive: 1 })
    app.clock.now += minute
    expect(await tell(app, stripe.refund(intent))).toBe(200)
    expect(await planOf(ada)).toMatchObject({ isActive: 0 })
    await app.doDuePaymentWork()
    expect(stripe.subscriptions.get(subscriptionId)?.status).toBe('canceled')
  })

  it('ends an unsubscribed plan as soon as it is reachable', async ({ app, stripe }) => {
    const ada = await app.signUp()
    const { subscriptionId } = await subscribe(app, stripe, ada)
    const statusAtStripe = () => stripe.subscriptions.get(subscriptionId)?.status
    for (const health of ['down', 'nonsense'] as const) {
      stripe.health.is = health
      app.clock.now += minute
      await ada.call(calls.unsubscribe, {})
      expect(await planOf(ada)).toMatchObject({ isActive: 0 })
      await app.doDuePaymentWork()
      expect(statusAtStripe()).toBe(health === 'down' ? 'active' : 'canceled')
    }
    stripe.health.is = 'up'
    await app.doDuePaymentWork()
    expect(await app.db.selectFrom('payment_endings').selectAll().execute()).toHaveLength(1)
    app.clock.now += day
    await app.doDuePaymentWork()
    expect(await app.db.selectFrom('payment_endings').selectAll().execute()).toEqual([])
    expect(statusAtStripe()).toBe('canceled')
  })

  it('ends everything of a deleted account, including its customer', async ({ app, stripe }) => {
    const ada = await app.signUp()
    const { subscriptionId, paid } = await subscribe(app, stripe, ada)
    stripe.health.is = 'down'
    await ada.call(calls.deleteAccount, {})
    await app.doDuePaymentWork()
    stripe.health.is = 'up'
    app.clock.now += day
    await app.doDuePaymentWork()
    expect(stripe.subscriptions.get(subscriptionId)?.status).toBe('canceled')
    expect([...stripe.customers.values()].map(({ deleted }) => deleted)).toEqual([true])
    // Late events find no account.
    const again = { ...paid, ...stripe.renew(subscriptionId) }
    expect(await tell(app, again)).toBe(200)
    expect(await app.db.selectFrom('subscriptions').selectAll().execute()).toEqual([])
  })

  it('charges nothing for an account that was deleted before paying', async ({ app, stripe }) => {
    const ada = await app.signUp()
    const { link } = await ada.call(calls.checkOut, plusMonthly)
    await ada.call(calls.deleteAccount, {})
    const { paid, subscriptionId } = stripe.pay(link)
    expect(await tell(app, paid)).toBe(200)
    await app.doDuePaymentWork()
    expect(stripe.subscriptions.get(subscriptionId)?.status).toBe('canceled')
  })

  it('keeps nothing of an account that is deleted while its checkout starts', async ({
    app,
    stripe,
  }) => {
    const ada = await app.signUp()
    stripe.health.beforeAnswer = async (call) => {
      if (call === 'POST /v1/customers') await ada.call(calls.deleteAccount, {})
    }
    expect(await ada.failure(calls.checkOut, plusMonthly)).toEqual([401, 'not_logged_in'])
    await app.doDuePaymentWork()
    expect([...stripe.customers.values()].map(({ deleted }) => deleted)).toEqual([true])
  })

  it('has its events deleted once it can no longer resend them', async ({ app, stripe }) => {
    await subscribe(app, stripe, await app.signUp())
    const known = () => app.db.selectFrom('payment_events').select('id').execute()
    app.clock.now += 29 * day
    await app.sweepExpired()
    expect(await known()).toHaveLength(1)
    app.clock.now += 2 * day
    await app.sweepExpired()
    expect(await known()).toEqual([])
  })

  it('has one open checkout per buyer, that of the latest tab', async ({ app, stripe }) => {
    const ada = await app.signUp()
    await ada.call(calls.checkOut, plusMonthly)
    await ada.call(calls.checkOut, proYearly)
    expect([...stripe.sessions.values()].map(({ status }) => status)).toEqual(['expired', 'open'])
    expect(stripe.customers.size).toBe(1)
  })

  it('has one checkout and one customer for a buyer who starts several concurrently', async ({
    app,
    stripe,
  }) => {
    const ada = await app.signUp()
    // All requests reach Stripe before the first is answered.
    stripe.health.beforeAnswer = () => delay(20)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ada.call(calls.checkOut, plusMonthly)),
    )
    const open = [...stripe.sessions.values()].filter(({ status }) => status === 'open')
    expect(open).toHaveLength(1)
    expect(answers.filter(({ link }) => link.endsWith(open[0]?.id ?? ''))).toHaveLength(1)
    expect(stripe.customers.size).toBe(1)
    await ada.call(calls.deleteAccount, {})
    await app.doDuePaymentWork()
    expect([...stripe.customers.values()].map(({ deleted }) => deleted)).toEqual([true])
  })

  it('ends the plan on a chargeback', async ({ app, stripe }) => {
    const ada = await app.signUp()
    const { intent, subscriptionId } = await subscribe(app, stripe, ada)
    expect(await tell(app, stripe.dispute('pi_of_somebody_else'))).toBe(200)
    expect(await planOf(ada)).toMatchObject({ isActive: 1 })
    expect(await tell(app, stripe.dispute(intent))).toBe(200)
    expect(await planOf(ada)).toMatchObject({ isActive: 0 })
    await app.doDuePaymentWork()
    expect(stripe.subscriptions.get(subscriptionId)?.status).toBe('canceled')
  })

  it('may send events of other sites, which are ignored', async ({ app, stripe }) => {
    const ada = await app.signUp()
    const { link } = await ada.call(calls.checkOut, plusMonthly)
    const { paid, subscriptionId } = stripe.pay(link)
    const subscription = stripe.subscriptions.get(subscriptionId)
    if (subscription) subscription.metadata['site'] = 'https://elsewhere.example'
    expect(await tell(app, paid)).toBe(200)
    expect(await planOf(ada)).toMatchObject({ name: 'Free' })
    await app.doDuePaymentWork()
    expect(subscription?.status).toBe('active')
  })

  it('is asked to resend an event while it cannot be queried', async ({ app, stripe }) => {
    const ada = await app.signUp()
    const { paid } = stripe.pay((await ada.call(calls.checkOut, plusMonthly)).link)
    for (const health of ['down', 'slow', 'nonsense'] as const) {
      stripe.health.is = health
      expect([health, await tell(app, paid)]).toEqual([health, 503])
    }
    stripe.health.is = 'up'
    expect(await tell(app, paid)).toBe(200)
    expect(await planOf(ada)).toMatchObject({ name: 'Plus', credits: 320 })
  })
})

describe('Stripe on PostgreSQL', () => {
  const postgres = databases.find(({ name }) => name === 'PostgreSQL')
  if (postgres === undefined) throw new Error('There is no PostgreSQL.')
  const it = stripeTest(postgres)

  it('reports two concurrent payments: the buyer gets one plan, and the other ends', async ({
    app,
    stripe,
  }) => {
    const ada = await app.signUp()
    const bought = []
    for (const plan of [plusMonthly, proYearly]) {
      bought.push(stripe.pay((await ada.call(calls.checkOut, plan)).link))
    }
    // Without the lock, both have read the subscriptions by now.
    const lock = await holdLock(app, 'lock table subscriptions in share mode')
    const told = bought.map(({ paid }) => tell(app, paid))
    await lock.waitForQueue(2)
    await lock.release()
    expect(await Promise.all(told)).toEqual([200, 200])
    expect(await planOf(ada)).toMatchObject({ isActive: 1 })
    await app.doDuePaymentWork()
    const statuses = bought.map(
      ({ subscriptionId }) => stripe.subscriptions.get(subscriptionId)?.status,
    )
    expect(new Set(statuses)).toEqual(new Set(['active', 'canceled']))
  })
})

describe('Stripe', () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')
  const it = stripeTest(database)

  it('is trusted only with a valid and recent signature', async ({ app, stripe }) => {
    const ada = await app.signUp()
    const { paid } = stripe.pay((await ada.call(calls.checkOut, plusMonthly)).link)
    const { payload } = paid
    const now = Math.floor(app.clock.now / 1000)
    const forged = [
      '',
      'nonsense',
      stripe.sign(payload, now, 'whsec_other'),
      stripe.sign(payload, now - 301),
      stripe.sign(payload, now + 61),
      stripe.sign(`${payload} `),
      `t=${now + 9999},${stripe.sign(payload)}`,
    ]
    for (const signature of forged) {
      expect([signature, await tell(app, paid, signature)]).toEqual([signature, 400])
    }
    expect(await planOf(ada)).toMatchObject({ name: 'Free' })
    expect(await tell(app, paid, stripe.sign(payload, now + 59))).toBe(200)
    expect(await planOf(ada)).toMatchObject({ name: 'Plus' })
  })

  it('may send unrelated events', async ({ app, stripe }) => {
    const events = [
      stripe.toEvent('customer.created', { id: 'cus_1' }),
      stripe.toEvent('checkout.session.completed', {
        id: 'cs_1',
        payment_status: 'unpaid',
        invoice: null,
      }),
      stripe.toEvent('invoice.paid', { id: 'in_1', parent: null, lines: { data: [] } }),
      stripe.toEvent('customer.subscription.updated', { id: 'sub_1', status: 'active' }),
    ]
    for (const event of events) expect(await tell(app, event)).toBe(200)
  })

  it('is reported as unavailable if it cannot start a checkout', async ({ app, stripe }) => {
    const ada = await app.signUp()
    for (const health of ['down', 'nonsense'] as const) {
      stripe.health.is = health
      expect(await ada.failure(calls.checkOut, plusMonthly)).toEqual([503, 'payment_unavailable'])
    }
    stripe.health.is = 'up'
    await ada.call(calls.checkOut, plusMonthly)
  })

  it('gets a new customer if its operator has deleted the old one', async ({ app, stripe }) => {
    const ada = await app.signUp()
    await ada.call(calls.checkOut, plusMonthly)
    for (const customer of stripe.customers.values()) customer.deleted = true
    await ada.call(calls.checkOut, plusMonthly)
    expect(stripe.customers.size).toBe(2)
  })
})
