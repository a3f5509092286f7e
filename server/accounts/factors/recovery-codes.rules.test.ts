import { expect, test } from 'vitest'
import {
  createRecoveryCodes,
  toRecoveryCode,
} from '#server/accounts/factors/recovery-codes.rules.ts'
import { withoutGaps } from '#server/accounts/typed-code.ts'

test('A set has ten different codes without ambiguous letters', () => {
  const codes = createRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
})

test.each([
  ['as shown', '0123A-BCDEF'],
  ['in lower case', '0123a-bcdef'],
  ['without its dash', '0123ABCDEF'],
  ['with gaps', ' 0123 a – bcdef '],
  ['with the letters that digits look like', 'oI23A-BCDEF'],
])('A code may be typed %s', (_how, typed) => {
  expect(toRecoveryCode(typed)).toBe(withoutGaps('0123A-BCDEF'))
})

test.each(['', '0123A-BCDE', '0123A-BCDEFG', '0123A-BCDEU', '０123A-BCDEF', '123456'])(
  '%j is not a code',
  (typed) => {
    expect(toRecoveryCode(typed)).toBeUndefined()
  },
)
