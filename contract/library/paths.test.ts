import { expect, test } from 'vitest'
import { pathsIn } from './paths.ts'

const chain = (depth: number) =>
  Array.from({ length: depth }, (_, at) => {
    const folder = { parentId: at === 0 ? null : `${at}`, name: `No. ${at + 1}` }
    return [`${at + 1}`, folder] as [string, typeof folder]
  })

test.each([
  [1, ['1'], undefined],
  [4, ['1', '2', '3', '4'], undefined],
  [8, ['1', '2', '3', '4', '5', '6', '7', '8'], undefined],
  [9, ['1', '2', '3', '4', '6', '7', '8', '9'], 1],
  [100, ['1', '2', '3', '4', '97', '98', '99', '100'], 92],
])('shortens a path of %i folders to its ends', (depth, ids, leftOutBefore) => {
  const path = pathsIn(new Map(chain(depth).toReversed()))(`${depth}`)
  expect(path.map(({ id }) => id)).toEqual(ids)
  expect(path.map(({ name }) => name)).toEqual(ids.map((id) => `No. ${id}`))
  expect(path.map((folder) => folder.leftOutBefore)).toEqual(
    ids.map((_, at) => (at === 4 ? leftOutBefore : undefined)),
  )
})

test('returns an empty path for the root and for a missing folder', () => {
  const pathTo = pathsIn(new Map(chain(3)))
  expect([pathTo(null), pathTo('nowhere')]).toEqual([[], []])
})

test('walks up folders that many paths share once', () => {
  const leaves = Array.from({ length: 100 }, (_, at) => {
    return [`leaf ${at}`, { parentId: '1000', name: '' }] as [
      string,
      { parentId: string; name: string },
    ]
  })
  const folders = new Map([...chain(1_000), ...leaves])
  let looks = 0
  const pathTo = pathsIn({
    get: (id) => {
      looks += 1
      return folders.get(id)
    },
  })
  for (const [id] of leaves) expect(pathTo(id)[4]?.leftOutBefore).toBe(993)
  // Each folder once, and a constant number for each path.
  expect(looks).toBeLessThan(1_100 + 100 * 20)
})
