import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toSortKey } from './sort-key.ts'

const byKey = (left: string, right: string) =>
  Buffer.compare(Buffer.from(toSortKey(left)), Buffer.from(toSortKey(right)))

describe('The order of names', () => {
  test('compares digits as numbers, of any length', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 60n }),
        fc.bigInt({ min: 0n, max: 10n ** 60n }),
        (left, right) => {
          expect(Math.sign(byKey(`Take ${left}`, `Take ${right}`))).toBe(
            left < right ? -1 : left > right ? 1 : 0,
          )
        },
      ),
    )
  })

  test('ignores case, accents, width and leading zeros', () => {
    for (const [left, right] of [
      ['Äpfel', 'APFEL'],
      ['straße', 'STRASSE'],
      ['Ｔａｋｅ ２', 'take 2'],
      ['Take 007', 'take 7'],
    ] as const) {
      expect(toSortKey(left)).toBe(toSortKey(right))
    }
  })

  test('puts numbers before letters', () => {
    expect(['b', '10', 'a', '9'].toSorted(byKey)).toEqual(['9', '10', 'a', 'b'])
  })

  test('is short enough for an index, and text that both databases store', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        const key = toSortKey(name)
        expect(Buffer.byteLength(key)).toBeLessThanOrEqual(900)
        expect(key.isWellFormed()).toBe(true)
      }),
    )
    expect(toSortKey('\uFDFA'.repeat(200)).length).toBeLessThanOrEqual(300)
  })
})
