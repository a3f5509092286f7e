import { describe, expect, test } from 'vitest'
import { toFolderTree } from './folder-tree.ts'

const folder = (id: string, parentId: string | null = null, name = id) => ({
  id,
  parentId,
  name,
  color: '4ECDC4',
  isFavourite: 0 as const,
  promptCount: 0,
})
const folders = [
  folder('coding', null, 'Coding'),
  folder('web', 'coding', 'Web apps'),
  folder('react', 'web', 'React'),
  folder('images', null, 'Images'),
  folder('muenchen', 'images', 'Müllerstraße'),
]
const names = (found: { id: string }[]) => found.map(({ id }) => id)

describe('the rows of a tree', () => {
  const rowsOf = (...open: string[]) =>
    toFolderTree(folders)
      .rows((id) => open.includes(id))
      .map(({ id, level, position, siblingCount }) => [id, level, position, siblingCount])

  test('are those of open levels', () => {
    expect(rowsOf()).toEqual([
      ['coding', 1, 1, 2],
      ['images', 1, 2, 2],
    ])
    expect(rowsOf('coding', 'web')).toEqual([
      ['coding', 1, 1, 2],
      ['web', 2, 1, 1],
      ['react', 3, 1, 1],
      ['images', 1, 2, 2],
    ])
  })

  test('hide an open folder in a closed one', () => {
    expect(rowsOf('web').map(([id]) => id)).toEqual(['coding', 'images'])
  })

  test('show which folders contain others', () => {
    const rows = toFolderTree(folders).rows(() => true)
    expect(names(rows.filter(({ isOpen }) => isOpen))).toEqual(['coding', 'web', 'images'])
  })
})

test('The path to a folder begins at the root', () => {
  const tree = toFolderTree(folders)
  expect(names(tree.pathTo('react'))).toEqual(['coding', 'web', 'react'])
  expect(tree.pathTo(null)).toEqual([])
  expect(tree.pathTo('gone')).toEqual([])
})

test('Leaving out a folder leaves out its contents', () => {
  const tree = toFolderTree(folders, new Set(['web']))
  expect(tree.get('react')).toBeUndefined()
  expect(tree.find('react')).toEqual([])
  expect(tree.rows(() => true).map(({ id, isOpen }) => [id, isOpen])).toEqual([
    ['coding', undefined],
    ['images', true],
    ['muenchen', undefined],
  ])
})

describe('a folder is found', () => {
  test.each([
    ['web', ['web']],
    ['app', ['web']],
    ['APPS web', ['web']],
    ['coding react', ['react']],
    ['müll', ['muenchen']],
    ['coding', ['coding']],
    ['nothing', []],
    [' ', []],
  ])('by %j', (text, ids) => {
    expect(names(toFolderTree(folders).find(text))).toEqual(ids)
  })

  test('first if its name begins with the text', () => {
    const some = [
      folder('a', null, 'My web'),
      folder('b', null, 'Web'),
      folder('c', 'b', 'Old web'),
    ]
    expect(names(toFolderTree(some).find('web'))).toEqual(['b', 'a', 'c'])
  })
})

test('Folders ten thousand levels deep have rows', () => {
  const deep = Array.from({ length: 10_000 }, (_, at) =>
    folder(`f${at}`, at === 0 ? null : `f${at - 1}`),
  )
  const tree = toFolderTree(deep)
  expect(tree.rows(() => true).at(-1)?.level).toBe(10_000)
  expect(tree.pathTo('f9999')).toHaveLength(10_000)
})
