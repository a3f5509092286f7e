import { expect, test } from 'vitest'
import { fileURLToPath } from 'node:url'
import { offeredPlans } from '#server/plans/catalogue.rules.ts'
import { readCatalogue } from '#server/plans/read-catalogue.ts'

const catalogue = await readCatalogue(fileURLToPath(new URL('catalogue.json', import.meta.url)))
const ids = (...args: Parameters<typeof offeredPlans>) => offeredPlans(...args).map(({ id }) => id)

test('With models, every plan is offered, and they differ in credits', () => {
  expect(offeredPlans(catalogue, true)).toEqual(catalogue.plans)
})

test('Without models, a plan that only repeats a cheaper one is offered to those alone who have it', () => {
  expect(ids(catalogue, false)).toEqual(['free', 'plus-monthly', 'plus-yearly'])
  expect(ids(catalogue, false, 'pro-monthly')).toContain('pro-monthly')
})

test('Without models, a plan with more is offered', () => {
  const plans = catalogue.plans.map((plan) =>
    plan.id === 'pro-monthly' ? { ...plan, versions: 1000 } : plan,
  )
  expect(ids({ plans }, false)).toEqual(['free', 'plus-monthly', 'plus-yearly', 'pro-monthly'])
})
