import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decimalMark,
  isNumber,
  readNumber,
  stepNumber,
  writeNumber,
  type DecimalMark,
} from './numbers.ts'

const marks = fc.constantFrom<DecimalMark>('.', ',')
const digits = (minLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength: 12 })
const values = fc
  .tuple(fc.constantFrom('', '-', '+'), digits(1), digits(0))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction && `.${fraction}`}`)

test.each([
  // typed, in German, in English
  ['1,5', '1.5', '1.5'],
  ['1.5', '1.5', '1.5'],
  ['1 000', '1000', '1000'],
  ['1\u00A0000\u00A0000,25', '1000000.25', '1000000.25'],
  ['1.000,5', '1000.5', '1000.5'],
  ['1,000.5', '1000.5', '1000.5'],
  ['1.000', '1000', '1.000'],
  ['1,000', '1.000', '1000'],
  ['0.500', '0.500', '0.500'],
  ['0,500', '0.500', '0.500'],
  ['1.000.000', '1000000', '1000000'],
  ['1,000,000', '1000000', '1000000'],
  ["1'000", '1000', '1000'],
  ['1000.000', '1000.000', '1000.000'],
  [' −3 ', '-3', '-3'],
  ['+4', '+4', '+4'],
  ['007', '007', '007'],
  ['1,50', '1.50', '1.50'],
  [',5', '.5', '.5'],
  ['5.', '5', '5'],
])('%j is %s in German and %s in English', (typed, german, english) => {
  expect(readNumber(typed, ',')).toBe(german)
  expect(readNumber(typed, '.')).toBe(english)
})

test.each(['', ' ', '.', '-', 'ten', '1e3', '1,00,000', '1..5', '1,2.3', '1 00', '1.000 000', '½'])(
  '%j is not a number',
  (typed) => {
    for (const mark of [',', '.'] as const) expect(readNumber(typed, mark)).toBeUndefined()
  },
)

test('A very long text is rejected without matching it', () => {
  expect(readNumber('1'.repeat(1_000_000), '.')).toBeUndefined()
})

test('A value round-trips through the format of every language', () => {
  fc.assert(
    fc.property(values, marks, (value, mark) => {
      expect(readNumber(writeNumber(value, mark), mark)).toBe(value)
    }),
  )
})

test('Groups do not change a number', () => {
  const whole = fc.integer({ min: 1000, max: 1e12 })
  fc.assert(
    fc.property(whole, digits(1), fc.constantFrom('de', 'en'), (number, fraction, locale) => {
      const mark = decimalMark(locale)
      const typed = `${new Intl.NumberFormat(locale).format(number)}${mark}${fraction}`
      expect(readNumber(typed, mark)).toBe(`${number}.${fraction}`)
    }),
  )
})

test('Typed text is parsed as a number or left unchanged', () => {
  const typed = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'01 .,-+e') }))
  fc.assert(
    fc.property(typed, marks, (text, mark) => {
      const value = readNumber(text, mark)
      if (value === undefined) expect(isNumber(text)).toBe(false)
      else expect(isNumber(value)).toBe(true)
    }),
  )
})

test.each([
  ['1', 1, {}, '2'],
  ['1.5', -1, {}, '0.5'],
  ['', 1, {}, '1'],
  ['', 1, { min: 5 }, '5'],
  ['0.1', 1, { step: 0.1 }, '0.2'],
  ['0.7', 1, { step: 0.1 }, '0.8'],
  ['1.5', 1, { step: 1 }, '2'],
  ['1.5', -1, { step: 1 }, '1'],
  ['3', 1, { min: 1, max: 10, step: 2 }, '5'],
  ['9', 1, { min: 1, max: 10, step: 2 }, '9'],
  ['10', 1, { max: 10 }, '10'],
  ['12', -1, { max: 10 }, '10'],
  ['2', -1, { min: 3 }, '2'],
  ['ten', 1, {}, 'ten'],
] as const)('%s goes to the next step (%i, %j): %s', (value, direction, steps, next) => {
  expect(stepNumber(value, direction, steps)).toBe(next)
})

test('Steps stay within the limits, or move towards them', () => {
  const limit = fc.option(fc.integer({ min: -50, max: 50 }), { nil: undefined })
  const step = fc.constantFrom(undefined, 0.1, 0.25, 1, 3)
  fc.assert(
    fc.property(
      values,
      fc.constantFrom(1, -1),
      limit,
      limit,
      step,
      (value, direction, a, b, step) => {
        const [min, max] = a !== undefined && b !== undefined && a > b ? [b, a] : [a, b]
        const next = Number(stepNumber(value, direction, { min, max, step }))
        const before = Number(value)
        if (next === before) return
        expect(Math.sign(next - before)).toBe(direction)
        if (min !== undefined) expect(next).toBeGreaterThanOrEqual(min)
        if (max !== undefined) expect(next).toBeLessThanOrEqual(max)
      },
    ),
  )
})
