import { expect, test } from 'vitest'
import { waysIn } from '#server/folders/ways.rules.ts'

const chain = (depth: number) =>
  Array.from({ length: depth }, (_, at) => ({
    id: `${at + 1}`,
    parent_id: at === 0 ? null : `${at}`,
  }))

test.each([
  [1, ['1'], 0],
  [4, ['1', '2', '3', '4'], 0],
  [8, ['1', '2', '3', '4', '5', '6', '7', '8'], 0],
  [9, ['1', '2', '3', '4', '6', '7', '8', '9'], 1],
  [100, ['1', '2', '3', '4', '97', '98', '99', '100'], 92],
])('A way of %i folders names its ends', (depth, ids, leftOut) => {
  expect(waysIn(chain(depth).toReversed())(`${depth}`)).toEqual({ ids, leftOut })
})

test('The path to the root, or to a missing folder, is empty', () => {
  const wayTo = waysIn(chain(3))
  expect([wayTo(null), wayTo('nowhere')]).toEqual([
    { ids: [], leftOut: 0 },
    { ids: [], leftOut: 0 },
  ])
})

test('A folder that many paths share is read once', () => {
  const deep = chain(1_000)
  const leaves = Array.from({ length: 100 }, (_, at) => ({ id: `leaf ${at}`, parent_id: '1000' }))
  let looks = 0
  const rows = [...deep, ...leaves].map(({ id, parent_id }) => ({
    id,
    get parent_id() {
      looks += 1
      return parent_id
    },
  }))
  const wayTo = waysIn(rows)
  for (const { id } of leaves) expect(wayTo(id).leftOut).toBe(993)
  expect(looks).toBe(1_100)
})
