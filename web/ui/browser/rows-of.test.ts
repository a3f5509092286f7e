import { expect, test } from 'vitest'
import { rowsOf } from './rows-of.ts'

test.each([
  ['', 3, 3],
  ['one\ntwo', 3, 3],
  ['1\n2\n3\n4\n5\n6\n7', 3, 7],
])('A text area for %j has at least %i rows: %i', (text, least, rows) => {
  expect(rowsOf(text, least)).toBe(rows)
})
