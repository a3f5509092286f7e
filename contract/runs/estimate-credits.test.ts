import { expect, test } from 'vitest'
import { estimateCredits } from './estimate-credits.ts'

const prices = { creditsPerMillionInput: 1_000, creditsPerMillionOutput: 4_000, maxOutput: 4_096 }

test('A short prompt costs what its answer costs', () => {
  expect(estimateCredits(prices, 400)).toBe(3)
})

test('A long prompt costs more', () => {
  expect(estimateCredits(prices, 200_000)).toBe(53)
})

test('An answer counts at most its maximum length', () => {
  expect(estimateCredits({ ...prices, maxOutput: 100 }, 400)).toBe(1)
})

test('A model without a price costs nothing', () => {
  const free = { creditsPerMillionInput: 0, creditsPerMillionOutput: 0, maxOutput: 4_096 }
  expect(estimateCredits(free, 400)).toBe(0)
})
