import { expect, test } from 'vitest'
import { changeCredits, noCredits, type CreditChange } from './credits.ts'

test('Credits start at zero', () => {
  expect(noCredits).toEqual({ given: 0, credits: 0 })
})

test.each<[CreditChange, { given: number; credits: number }]>([
  [
    { kind: 'initialise', credits: { given: 20, credits: 7 } },
    { given: 20, credits: 7 },
  ],
  [{ kind: 'increment' }, { given: 300, credits: 319 }],
  [{ kind: 'decrement' }, { given: 300, credits: 317 }],
  [
    { kind: 'add', amount: 300 },
    { given: 300, credits: 618 },
  ],
  [
    { kind: 'subtract', amount: 18 },
    { given: 300, credits: 300 },
  ],
  [
    { kind: 'set', amount: 5 },
    { given: 300, credits: 5 },
  ],
])('%o changes the balance, and the amount granted only when it initialises', (change, after) => {
  expect(changeCredits({ given: 300, credits: 318 }, change)).toEqual(after)
})
