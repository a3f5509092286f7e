import { expect, test } from 'vitest'
import { toFolderTree } from '#web/library/tree/folder-tree.ts'
import { findFolders, findNamesakes } from './existing.ts'
import { withoutTrash } from '#contract/transfer/without-trash.ts'
import { toImportTree } from './import-tree.ts'
import { aFilePrompt } from '#tests/fixtures/a-prompt.ts'

const folder = (id: string, parentId: string | null, name: string) => ({
  id,
  parentId,
  name,
  color: '4ECDC4',
})
const prompt = (folderId: string | null, name: string) => aFilePrompt({ id: name, folderId, name })
const tree = toImportTree({
  folders: [
    folder('1', null, 'Work'),
    folder('2', '1', 'Mails'),
    folder('3', null, 'Work'),
    folder('4', null, 'New'),
    folder('5', '4', 'Mails'),
  ],
  prompts: [
    prompt('2', 'Reply'),
    prompt('5', 'Reply'),
    prompt(null, 'Loose'),
    prompt('1', 'Reply'),
  ],
  trash: [],
  trashedFolders: [],
  trashedPrompts: [],
  versions: [],
})
const here = (id: string, parentId: string | null, name: string) => ({
  ...folder(id, parentId, name),
  isFavourite: 0 as const,
  promptCount: 0,
})
const folders = toFolderTree([
  here('inbox', null, 'Inbox'),
  here('work', null, 'Work'),
  here('mails', 'work', 'Mails'),
  here('other', 'inbox', 'Work'),
])

test('Folders of a file are found by their path, each once', () => {
  expect([...findFolders(tree, folders, null)]).toEqual([
    ['1', 'work'],
    ['2', 'mails'],
  ])
  expect([...findFolders(tree, folders, 'inbox')]).toEqual([['1', 'other']])
})

test('Prompts have namesakes in any folder, of a common name only some', () => {
  const names = [
    { id: 'a', name: 'Reply' },
    { id: 'b', name: 'Reply' },
    { id: 'c', name: 'Loose' },
    { id: 'd', name: 'Other' },
  ]
  expect([...findNamesakes(tree, names)]).toEqual([
    [0, ['a', 'b']],
    [1, ['a', 'b']],
    [2, ['c']],
    [3, ['a', 'b']],
  ])
  const many = Array.from({ length: 5_000 }, (_, at) => ({ id: String(at), name: 'Reply' }))
  expect(findNamesakes(tree, many).get(0)).toHaveLength(20)
})

test('What is in the trash already is left out of a file, with all that was deleted with it', () => {
  const deletedAt = '2026-01-01T10:00:00.000Z'
  const item = (id: string, at = deletedAt) => ({ id, name: 'Old', color: 'FFD166', deletedAt: at })
  const file = {
    ...tree.library,
    trash: [item('1'), item('2', '2026-01-01T10:00:00.001Z')],
    trashedFolders: [{ ...folder('f', null, 'Old'), trashId: '1' }],
    trashedPrompts: [
      { ...prompt('f', 'Gone'), trashId: '1' },
      { ...prompt(null, 'Stays'), trashId: '2' },
    ],
  }
  const rest = withoutTrash(file, [{ name: 'Old', deletedAt: '2026-01-01T10:00:00Z' }])
  expect(rest.trash.map(({ id }) => id)).toEqual(['2'])
  expect(rest.trashedFolders).toEqual([])
  expect(rest.trashedPrompts.map(({ name }) => name)).toEqual(['Stays'])
  expect(rest.prompts).toBe(file.prompts)
})
