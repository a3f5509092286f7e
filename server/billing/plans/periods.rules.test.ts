import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths, listMonths, toNextEnd } from '#server/billing/plans/periods.rules.ts'

const at = (moment: string) => Date.parse(`${moment}Z`)
const day = 24 * 60 * 60 * 1000

describe('A month', () => {
  test.each([
    ['2026-11-21T10:00:00', 1, '2026-12-21T10:00:00'],
    ['2026-12-21T10:00:00', 1, '2027-01-21T10:00:00'],
    ['2027-01-31T23:59:59', 1, '2027-02-28T23:59:59'],
    ['2028-01-31T00:00:00', 1, '2028-02-29T00:00:00'],
    ['2028-02-29T12:00:00', 12, '2029-02-28T12:00:00'],
  ])('after %s, %i times, comes %s', (from, months, to) => {
    expect(addMonths(at(from), months)).toBe(at(to))
  })

  test('has 28 to 31 days', () => {
    const moment = fc.integer({ min: at('2020-01-01'), max: at('2040-01-01') })
    fc.assert(
      fc.property(moment, (from) => {
        const length = addMonths(from, 1) - from
        expect(length).toBeGreaterThanOrEqual(28 * day)
        expect(length).toBeLessThanOrEqual(31 * day)
      }),
    )
  })
})

describe('A period', () => {
  test('of a year has twelve months, and of a month one', () => {
    const from = at('2026-01-31')
    expect(listMonths(from, 'yearly')).toHaveLength(12)
    expect(listMonths(from, 'monthly')).toEqual([from])
  })

  test('that starts on the 31st ends on the 31st if there is one', () => {
    const started = at('2026-01-31')
    const february = toNextEnd(started, started, 'monthly')
    expect(february).toBe(at('2026-02-28'))
    expect(toNextEnd(started, february, 'monthly')).toBe(at('2026-03-31'))
    expect(toNextEnd(started, started, 'yearly')).toBe(at('2027-01-31'))
  })
})
