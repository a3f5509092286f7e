import { expect, test } from 'vitest'
import { warningOf } from './consent.rules.ts'

test.each([
  ['browser', 'claude.ai', 'claude.ai', undefined],
  // Any program on the computer can use another's description.
  ['browser', 'claude.ai', null, 'onThisComputer'],
  ['browser', 'cursor.com', 'cursor:', 'onThisComputer'],
  ['browser', null, null, 'unvouched'],
  ['browser', null, 'claude.ai', 'unvouched'],
  // An attacker who sends someone a code has started the request, possibly with a trusted app.
  ['device', 'claude.ai', null, 'onDevice'],
  ['device', null, null, 'onDevice'],
] as const)(
  'By %s, with %s vouching, back to %s, it warns: %s',
  (kind, host, returnsTo, expected) => {
    expect(warningOf({ kind, host, returnsTo })).toBe(expected)
  },
)
