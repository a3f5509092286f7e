import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ListedFolder } from '#contract/transfer/export.ts'
import { growthOf, linear } from '#tests/support/growth.ts'
import { parentOf, pathKey, placeFolders } from './place-folders.ts'

const names = fc.constantFrom(
  'Work',
  'work',
  'Work (2)',
  'a/b',
  'x.md',
  'CON',
  '..',
  'ä',
  'long'.repeat(40),
)
const ids = Array.from({ length: 12 }, (_, at) => `id${at}`)
/** Folders in any order, some of them in missing folders, or in a cycle. */
const anyFolders = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom(...ids),
      parentId: fc.constantFrom(null, 'missing', ...ids),
      name: names,
    }),
    { selector: ({ id }) => id },
  )
  .map((folders) => folders.map((folder): ListedFolder => ({ ...folder, color: '4ECDC4' })))
/** The folders of a hostile server: all in one, or each in the previous one. */
const shapes = {
  'in one folder': (at: number) => (at === 0 ? null : 'id0'),
  'at the root': () => null,
  'in each other': (at: number) => (at === 0 ? null : `id${at - 1}`),
  'in missing folders': (at: number) => `missing${at}`,
}

describe('Each folder of a library', () => {
  it('gets a separate directory inside its parent', () => {
    fc.assert(
      fc.property(anyFolders, (folders) => {
        const placed = placeFolders(folders, null, {})
        const keys = [...placed.values()].map(({ path }) => pathKey(path))
        expect(new Set(keys).size).toBe(keys.length)
        for (const { id, parentId } of folders) {
          const place = placed.get(id)
          const parent = placed.get(parentId ?? '')
          if (place !== undefined && parent !== undefined && parent.path.length < 150) {
            expect(parentOf(place.path)).toBe(parent.path)
          }
        }
      }),
    )
  })

  it("never has the name of a prompt's file", () => {
    fc.assert(
      fc.property(anyFolders, (folders) => {
        for (const { path } of placeFolders(folders, null, {}).values()) {
          expect(path).not.toMatch(/\.md(?:\/|$)/i)
        }
      }),
    )
  })

  it('keeps its directory while its name stays, whatever is added', () => {
    fc.assert(
      fc.property(anyFolders, anyFolders, (folders, others) => {
        const known = Object.fromEntries(placeFolders(folders, null, {}))
        const added = others.map((folder) => ({ ...folder, id: `new-${folder.id}` }))
        const placed = placeFolders([...added, ...folders], null, known)
        for (const [id, place] of Object.entries(known)) expect(placed.get(id)).toEqual(place)
      }),
    )
  })

  it('keeps the directory at the top that its depth moved it to, if another of its name is added there', () => {
    const chain = Array.from({ length: 21 }, (_each, at) => ({
      id: `id${at}`,
      parentId: at === 0 ? null : `id${at - 1}`,
      name: at === 20 ? 'Work' : String(at),
      color: '4ECDC4',
    }))
    const known = Object.fromEntries(placeFolders(chain, null, {}))
    const added = { id: 'new', parentId: null, name: 'Work', color: '4ECDC4' }
    const placed = placeFolders([added, ...chain], null, known)
    const paths = [known['id20'], placed.get('id20'), placed.get('new')].map((place) => place?.path)
    expect(paths).toEqual(['Work', 'Work', 'Work (2)'])
  })

  it.each(Object.entries(shapes))('is placed in linear time: %s', (_, parentOfNumber) => {
    const folders = (count: number) =>
      Array.from({ length: count }, (_each, at) => ({
        id: `id${at}`,
        parentId: parentOfNumber(at),
        name: 'Work',
        color: '4ECDC4',
      }))
    const lists = new Map<number, ListedFolder[]>()
    const growth = growthOf((count) => {
      const list = lists.get(count) ?? folders(count)
      lists.set(count, list)
      placeFolders(list, null, {})
    }, 1000)
    expect(growth).toBeLessThan(linear)
  })
})
