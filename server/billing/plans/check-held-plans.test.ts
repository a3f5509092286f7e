import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import catalogue from '#server/config/catalogue.json' with { type: 'json' }
import { checkHeldPlans } from '#server/billing/plans/check-held-plans.ts'
import { readCatalogue } from '#server/config/read-catalogue.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

type Plan = (typeof catalogue.plans)[number]

/** An operator's catalogue, derived from the shipped one. */
function writePlans(change: (plan: Plan) => object): string {
  const directory = makeScratchDirectory('plans')
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'plans.json')
  writeFileSync(file, JSON.stringify({ ...catalogue, plans: catalogue.plans.map(change) }))
  return file
}

describe.each(databases)('A plan in use on $name', (database) => {
  test('prevents the start if the catalogue lacks it', async () => {
    const app = await makeTestApp(database)
    onTestFinished(app.close)
    const renamed = writePlans((plan) => (plan.id === 'free' ? { ...plan, id: 'gratis' } : plan))
    const other = await readCatalogue(renamed)
    await checkHeldPlans(app.db, other)
    await app.signUp()
    await expect(checkHeldPlans(app.db, other)).rejects.toThrow('PLANS_FILE lacks the plan "free"')
  })

  test('counts as unused until its first payment', async () => {
    const app = await makeTestApp(database)
    onTestFinished(app.close)
    await app.signUp()
    const { owner_no } = await app.db
      .selectFrom('users')
      .select('owner_no')
      .executeTakeFirstOrThrow()
    await app.db.updateTable('subscriptions').set({ ended_at: 1 }).execute()
    await app.db
      .insertInto('subscriptions')
      .values({
        id: 'sub_declined',
        owner_no,
        plan_id: 'plus-monthly',
        provider: 'stripe',
        started_at: 1,
        period_started_at: 1,
        expires_at: 1,
      })
      .execute()
    const without = writePlans((plan) =>
      plan.id === 'plus-monthly' ? { ...plan, id: 'plus-monthly-2' } : plan,
    )
    await checkHeldPlans(app.db, await readCatalogue(without))
  })

  test('stays active when it is no longer sold', async () => {
    const file = writePlans((plan) => ({ ...plan, isOffered: plan.id !== 'plus-monthly' }))
    const app = await makeTestApp(database, { environment: { PLANS_FILE: file } })
    onTestFinished(app.close)
    const ada = await app.signUp()
    await app.liftLimits()
    const { plans, currentPlanId } = await ada.call(calls.listPlans, {})
    expect([plans.length, currentPlanId]).toEqual([3, 'plus-monthly'])
    expect((await ada.call(calls.getProfile, {})).subDetails).toMatchObject({ name: 'Plus' })
    const order = { id: 'plus-monthly', type: 'monthly' }
    expect(await ada.failure(calls.checkOut, order)).toEqual([404, 'not_found'])
  })
})
