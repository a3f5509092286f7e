import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { offeredPlans } from '#server/config/catalogue.rules.ts'
import { toPlan } from '#server/billing/plans/plans.present.ts'
import { readCatalogue } from '#server/config/read-catalogue.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const directory = makeScratchDirectory('catalogue')
afterAll(() => rmSync(directory, { recursive: true }))

const shipped = await readCatalogue(readConfig({}).plansFile)
const { plans } = shipped
const ids = (...args: Parameters<typeof offeredPlans>) => offeredPlans(...args).map(({ id }) => id)

describe('The plan catalogue', () => {
  test('comes with texts in both languages for every plan', () => {
    for (const plan of plans) {
      const { description, note } = plan
      expect(note.en.split('\n')).toHaveLength(note.de.split('\n').length)
      expect(description.en).not.toBe(description.de)
    }
  })

  test('mentions credits only if there are models to use them with', () => {
    for (const plan of plans) {
      expect(toPlan(plan, true).note).toMatch(/\d credits/)
      expect(toPlan(plan, true).dutchNote).toMatch(/\d Credits/)
      expect(toPlan(plan, false).note).not.toMatch(/credit/)
      expect(toPlan({ ...plan, creditsNote: undefined }, true).note).toBe(plan.note.en)
    }
  })

  test('can be replaced by the operator', async () => {
    const [free, ...others] = plans
    const catalogue = await readCatalogue(
      write({ recommended: 'Pro', plans: [{ ...free, credits: 5 }, ...others] }),
    )
    expect([catalogue.recommended, catalogue.freePlan.credits]).toEqual(['Pro', 5])
  })

  test.each([
    ['malformed JSON', 'not { json', /it is not JSON\.$/],
    [
      'no free plan',
      { recommended: 'Plus', plans: plans.slice(1) },
      /at least one plan with the price 0\.00/,
    ],
    [
      'a price in cents',
      { recommended: 'Plus', plans: [{ ...plans[0], price: '400' }] },
      /PLANS_FILE is "\S+"; in it, plans\.0\.price is "400"; it may be euros with two decimals/,
    ],
    [
      'a price that is a number',
      { recommended: 'Plus', plans: [plans[0], { ...plans[1], price: 4 }] },
      /plans\.1\.price is 4; it may be euros with two decimals, such as "4\.00", in quotes\.$/,
    ],
    [
      'a plan without a name',
      { recommended: 'Plus', plans: [{ ...plans[0], name: undefined }] },
      /plans\.0\.name is not set; it may be a text\.$/,
    ],
    [
      'a list instead of an object',
      plans,
      /in it, the whole is a list of 5; it may be an object with "recommended" and "plans"\.$/,
    ],
    [
      'a string instead of a plan',
      { recommended: 'Plus', plans: ['plus'] },
      /plans\.0 is "plus"; it may be an object with the fields of a plan\.$/,
    ],
    [
      'a text in one language only',
      { recommended: 'Plus', plans: [{ ...plans[0], note: { en: '10 prompts' } }] },
      /plans\.0\.note\.de is not set; it may be a text\.$/,
    ],
    [
      'a text in an unknown language',
      { recommended: 'Plus', plans: [{ ...plans[0], note: '10 prompts' }] },
      /plans\.0\.note is "10 prompts"; it may be an object with a text for each language\.$/,
    ],
    [
      'a negative limit',
      { recommended: 'Plus', plans: [{ ...plans[0], promptLimit: -1 }] },
      /promptLimit is -1; it may be a whole number, 0 or more, or null\.$/,
    ],
    ['a duplicate id', { recommended: 'Plus', plans: [...plans, ...plans] }, /an id of their own/],
  ])('with %s prevents the start with one line', async (_case, content, line) => {
    await expect(readCatalogue(write(content))).rejects.toThrow(line)
  })
})

function write(content: unknown): string {
  const file = join(directory, 'plans.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

test('With models, every plan is offered, and they differ in credits', () => {
  expect(offeredPlans(shipped, true)).toEqual(shipped.plans)
})

test('Without models, a plan that only repeats a cheaper one is offered only to users who have it', () => {
  expect(ids(shipped, false)).toEqual(['free', 'plus-monthly', 'plus-yearly'])
  expect(ids(shipped, false, 'pro-monthly')).toContain('pro-monthly')
})

test('Without models, a plan with more is offered', () => {
  const plans = shipped.plans.map((plan) =>
    plan.id === 'pro-monthly' ? { ...plan, versions: 1000 } : plan,
  )
  expect(ids({ plans }, false)).toEqual(['free', 'plus-monthly', 'plus-yearly', 'pro-monthly'])
})
