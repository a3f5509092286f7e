import { expect, test } from 'vitest'
import { toExcerpt } from './to-excerpt.ts'

test.each([
  ['Short.', 'Short.'],
  ['## A title\n\n**Bold** `code`\n- one', 'A title Bold code one'],
  [`${'word '.repeat(17)}a longer one`, `${'word '.repeat(17)}a…`],
  [`${'word '.repeat(16)}first, second third`, `${'word '.repeat(16)}first…`],
  ['x'.repeat(200), `${'x'.repeat(90)}…`],
])('%j is shown as %j', (text, excerpt) => {
  expect(toExcerpt(text)).toBe(excerpt)
})
