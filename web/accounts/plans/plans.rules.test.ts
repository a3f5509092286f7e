import { describe, expect, test } from 'vitest'
import type { Plan } from '#contract/accounts/plans.ts'
import { isMostPopular, periodsOf, plansFor, savingOf, splitFeatures } from './plans.rules.ts'

const free = plan('Free', 'monthly', '0.00')
const freeForAYear = plan('Free', 'yearly', '0.00')
const guest = plan('Guest', 'monthly', '0.00')
const plus = plan('Plus', 'monthly', '4.00')
const plusForAYear = plan('Plus', 'yearly', '40.00')
const pro = plan('Pro', 'monthly', '9.00')

describe('The plans of a period', () => {
  test('include the paid ones for that period, in the server’s order', () => {
    expect(plansFor('monthly', [plus, plusForAYear, pro])).toEqual([plus, pro])
    expect(plansFor('yearly', [plus, plusForAYear, pro])).toEqual([plusForAYear])
  })

  test('include the free ones for both, one per name', () => {
    expect(plansFor('yearly', [free, plusForAYear])).toEqual([free, plusForAYear])
    expect(plansFor('monthly', [freeForAYear, plus])).toEqual([freeForAYear, plus])
    expect(plansFor('monthly', [free, guest, plus])).toEqual([free, guest, plus])
  })

  test.each([[[free, freeForAYear]], [[freeForAYear, free]]])(
    'a free yearly plan replaces a monthly one of the same name',
    (plans) => {
      expect(plansFor('monthly', [...plans, guest])).toEqual([freeForAYear, guest])
      expect(plansFor('yearly', [...plans, guest])).toEqual([freeForAYear, guest])
    },
  )

  test('treat a price of zero as free in any notation', () => {
    const plans = ['0', '0.0', '0.00'].map((price) => plan(`Free at ${price}`, 'monthly', price))
    expect(plansFor('yearly', plans)).toEqual(plans)
  })
})

test('The periods to choose from are those of the paid plans', () => {
  expect(periodsOf([freeForAYear, plus, pro])).toEqual(['monthly'])
  expect(periodsOf([free, plusForAYear])).toEqual(['yearly'])
  expect(periodsOf([plusForAYear, plus])).toEqual(['monthly', 'yearly'])
  expect(periodsOf([free, freeForAYear])).toEqual([])
})

describe('A year saves', () => {
  test('the difference to twelve months of the same plan', () => {
    expect(savingOf(plusForAYear, [plus, plusForAYear])).toEqual({ amount: 8, share: 8 / 48 })
  })

  test('nothing without a monthly plan to compare, or at the same price', () => {
    const dear = plan('Plus', 'yearly', '48.00')
    expect(savingOf(plus, [plus, plusForAYear])).toBeUndefined()
    expect(savingOf(plusForAYear, [pro, plusForAYear])).toBeUndefined()
    expect(savingOf(dear, [plus, dear])).toBeUndefined()
    expect(savingOf(freeForAYear, [free, freeForAYear])).toBeUndefined()
  })

  test('nothing if the difference is a rounding error', () => {
    const month = plan('Dime', 'monthly', '0.10')
    const year = plan('Dime', 'yearly', '1.20')
    expect(savingOf(year, [month, year])).toBeUndefined()
  })
})

test('A feature that every plan has is listed once, except for a single plan', () => {
  const features = [
    ['10 prompts', 'Folders'],
    ['Any prompts', 'Folders'],
  ]
  expect(splitFeatures(features)).toEqual({
    shared: ['Folders'],
    own: [['10 prompts'], ['Any prompts']],
  })
  expect(splitFeatures([['Prompts', 'Folders']])).toEqual({
    shared: [],
    own: [['Prompts', 'Folders']],
  })
})

test('The most popular plan is the recommended one, case-insensitively, but never a free one', () => {
  expect(isMostPopular(plus, 'PLUS')).toBe(true)
  expect(isMostPopular(pro, 'Plus')).toBe(false)
  expect(isMostPopular(free, 'Free')).toBe(false)
})

function plan(name: string, type: Plan['type'], price: string): Plan {
  const texts = { description: '', dutchDescription: '', note: '', dutchNote: '', texts: {} }
  return { id: `${name}-${type}`, name, type, price, ...texts }
}
