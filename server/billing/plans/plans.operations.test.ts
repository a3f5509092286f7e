import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import errorMessages from '#languages/en/errors.json' with { type: 'json' }
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const prompt = { folderId: null, name: 'One more', color: 'f1f5f9', notes: null, prompt: '' }
const folder = { folderId: null, name: 'One more', color: 'f1f5f9' }

describe.each(databases)('The plans on $name', (database) => {
  const it = libraryTest(database)

  it('are public, with Plus recommended, and show users their own', async ({ app }) => {
    const offer = await app.visitor().call(calls.listPlans, {})
    expect(offer.plans.map(({ name, type, price }) => [name, type, price])).toEqual([
      ['Free', 'monthly', '0.00'],
      ['Plus', 'monthly', '4.00'],
      ['Plus', 'yearly', '40.00'],
    ])
    expect([offer.recPlanName, offer.currentPlanId]).toEqual(['Plus', null])
    const ada = await app.signUp()
    expect((await ada.call(calls.listPlans, {})).currentPlanId).toBe('free')
  })

  it('include one that only repeats a cheaper one for users who have it', async ({ app }) => {
    const ada = await app.signUp()
    await sql`update subscriptions set plan_id = 'pro-yearly'`.execute(app.db)
    const { plans, currentPlanId } = await ada.call(calls.listPlans, {})
    expect(plans.map(({ id }) => id)).toEqual(['free', 'plus-monthly', 'plus-yearly', 'pro-yearly'])
    expect(currentPlanId).toBe('pro-yearly')
  })

  it('allow 10 free prompts, and any number of folders', async ({ app }) => {
    const ada = await app.signUp()
    for (let count = 1; count <= 10; count++) await ada.makePrompt(`Prompt ${count}`)
    const refusal = await ada.send(calls.createPrompt, prompt)
    expect([refusal.statusCode, refusal.json<{ msg: string }>().msg]).toEqual([
      403,
      'You have reached the limit of 10 prompts for free usage, upgrade your plan',
    ])
    for (let count = 1; count <= 11; count++) await ada.makeFolder(`Folder ${count}`)
  })

  it('enforce their limit on concurrent creations', async ({ app }) => {
    const ada = await app.signUp()
    const bob = await app.signUp('bob@example.com')
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => ada.send(calls.createPrompt, prompt)),
    )
    const created = answers.filter((answer) => answer.statusCode === 200)
    const refused = answers.filter((answer) => answer.statusCode === 403)
    expect([created.length, refused.length]).toEqual([10, 15])
    expect((await ada.call(calls.listPrompts, {})).prompts).toHaveLength(10)
    await bob.makePrompt('Not held back by Ada')
  })

  it('have room again after a prompt is deleted', async ({ app }) => {
    const ada = await app.signUp()
    const ids = await Promise.all(Array.from({ length: 10 }, () => ada.makePrompt('Poem')))
    await ada.call(calls.deletePrompt, { promptId: ids[0] ?? '' })
    await ada.makePrompt('Another poem')
  })

  it('have no limit if paid', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    for (let count = 1; count <= 12; count++) await ada.makePrompt(`Prompt ${count}`)
    expect((await ada.call(calls.getProfile, {})).usage.promptLimit).toBeNull()
  })

  it.for([
    ['has ended', sql`update subscriptions set ended_at = started_at`],
    ['has run out', sql`update subscriptions set expires_at = started_at + 1`],
  ] as const)('allow everything but creating to a user whose plan %s', async ([, end], { app }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Poems')
    const promptId = await ada.makePrompt('Poem', { folderId })
    await end.execute(app.db)
    app.clock.now += 1000

    const refusal = [403, 'subscription_missing']
    expect(await ada.failure(calls.createPrompt, prompt)).toEqual(refusal)
    expect(await ada.failure(calls.createFolder, folder)).toEqual(refusal)
    expect(errorMessages.subscription_missing).toBe(
      'You need an active subscription to create a folder or a prompt',
    )
    await ada.call(calls.updatePrompt, { ...prompt, promptId })
    await ada.call(calls.togglePromptPublic, { promptId })
    await ada.call(calls.movePrompt, { promptId, folderId: 'root' })
    await ada.call(calls.getPrompt, { promptId })
    await ada.call(calls.deleteFolder, { folderId })
    expect((await ada.call(calls.getProfile, {})).subDetails?.isActive).toBe(0)
    expect((await ada.call(calls.listPlans, {})).currentPlanId).toBeNull()
  })
})
