import { expect, test } from 'vitest'
import { pathsIn } from '#server/library/folders/paths.rules.ts'

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
])('shortens a path of %i folders to its ends', (depth, ids, leftOut) => {
  expect(pathsIn(chain(depth).toReversed())(`${depth}`)).toEqual({ ids, leftOut })
})

test('returns an empty path for the root and for a missing folder', () => {
  const pathTo = pathsIn(chain(3))
  expect([pathTo(null), pathTo('nowhere')]).toEqual([
    { ids: [], leftOut: 0 },
    { ids: [], leftOut: 0 },
  ])
})

test('reads a folder that many paths share once', () => {
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
  const pathTo = pathsIn(rows)
  for (const { id } of leaves) expect(pathTo(id).leftOut).toBe(993)
  expect(looks).toBe(1_100)
})
