import { expect, test } from 'vitest'
import { inOrder } from '#web/screens/library/view-choices.ts'

const items = [
  { name: 'a', updatedAt: '2026-01-02', usedAt: null },
  { name: 'b', updatedAt: '2026-01-03', usedAt: '2026-02-01' },
  { name: 'c', updatedAt: '2026-01-01', usedAt: '2026-02-02' },
  { name: 'd', updatedAt: '2026-01-03', usedAt: null },
  { name: 'e', updatedAt: '2026-03-01', usedAt: null },
]

test.each([
  ['name', 'abcde'],
  ['updatedAt', 'ebdac'],
  ['usedAt', 'ecbda'],
] as const)('Items are sorted by %s, and ties by name', (order, names) => {
  expect(
    inOrder(items, order)
      .map(({ name }) => name)
      .join(''),
  ).toBe(names)
})
