import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { growthOf, linear } from '#tests/support/growth.ts'
import { Email } from './account-fields.ts'

test.each([
  ['of dots', 'a@', '.'],
  ['of labels', 'a@', 'a.'],
  ['of signs', '', 'a@'],
])('An invalid address is rejected in linear time: %s', (_, start, unit) => {
  const refuse = (length: number) => z.safeParse(Email, `${start}${unit.repeat(length)}@`)
  expect(growthOf(refuse, 1_000)).toBeLessThan(linear)
})
