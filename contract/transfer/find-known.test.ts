import { describe, expect, it, test } from 'vitest'
import type { Client } from '#contract/core/client.ts'
import { groupBy } from '#contract/core/group-by.ts'
import { emptyLibrary } from '#contract/transfer/formats/empty-library.ts'
import { withoutTrash } from '#contract/transfer/without-trash.ts'
import { findFolders, findSame } from './find-known.ts'
import { aFilePrompt } from '#tests/fixtures/a-prompt.ts'

const folder = (id: string, parentId: string | null, name: string) => ({
  id,
  parentId,
  name,
  color: '4ECDC4',
})
const prompt = (name: string, text: string) => aFilePrompt({ id: text, name, prompt: text })
const folders = [
  folder('1', null, 'Work'),
  folder('2', '1', 'Mails'),
  folder('3', null, 'Work'),
  folder('4', null, 'New'),
  folder('5', '4', 'Mails'),
]
const there = [
  folder('inbox', null, 'Inbox'),
  folder('work', null, 'Work'),
  folder('mails', 'work', 'Mails'),
  folder('other', 'inbox', 'Work'),
]

test('Folders of a file are found by their path, each once', () => {
  expect([...findFolders(folders, there, null)]).toEqual([
    ['1', 'work'],
    ['2', 'mails'],
  ])
  expect([...findFolders(folders, there, 'inbox')]).toEqual([['1', 'other']])
})

test('Folders with equal names are paired in order', () => {
  const twins = [...there, folder('twin', null, 'Work')]
  const found = findFolders(folders, twins, null)
  expect([found.get('1'), found.get('3')]).toEqual(['work', 'twin'])
})

describe('Prompts that the library has', () => {
  const names = Array.from({ length: 120 }, (_, at) => ({ id: String(at), name: 'Reply' }))
  const known = groupBy([...names, { id: 'a', name: 'Loose' }], ({ name }) => name)
  const send = (async (_call: unknown, { promptIds }: { promptIds: string[] }) => ({
    prompts: promptIds.map((id) =>
      aFilePrompt({ id, prompt: id === '7' ? 'Text 6' : `Text ${id}` }),
    ),
  })) as unknown as Client
  const prompts = [
    prompt('Reply', 'Text 6'),
    prompt('Loose', 'Text 6'),
    prompt('Reply', 'Text 6'),
    prompt('Reply', 'Text 6'),
    prompt('Other', 'Text a'),
    prompt('Loose', 'Text a'),
    prompt('Reply', 'Text 110'),
  ]
  const byName = ({ name }: { name: string }) => (name === 'Other' ? undefined : name)

  it('are those with the same key and text, each once', async () => {
    expect([...(await findSame(send, prompts, byName, known))]).toEqual([0, 2, 5, 6])
  })

  it('are looked for among the first ones with a key, if there is a limit', async () => {
    const same = await findSame(send, prompts, byName, known, { most: 20 })
    expect([...same]).toEqual([0, 2, 5])
  })
})

test('Items already in the trash are left out of a file, with everything that was deleted with them', () => {
  const deletedAt = '2026-01-01T10:00:00.000Z'
  const item = (id: string, at = deletedAt) => ({ id, name: 'Old', color: 'FFD166', deletedAt: at })
  const file = {
    ...emptyLibrary(),
    prompts: [prompt('Loose', '')],
    trash: [item('1'), item('2', '2026-01-01T10:00:00.001Z')],
    trashedFolders: [{ ...folder('f', null, 'Old'), trashId: '1' }],
    trashedPrompts: [
      { ...prompt('Gone', ''), trashId: '1' },
      { ...prompt('Stays', ''), trashId: '2' },
    ],
  }
  const rest = withoutTrash(file, [{ name: 'Old', deletedAt: '2026-01-01T10:00:00Z' }])
  expect(rest.trash.map(({ id }) => id)).toEqual(['2'])
  expect(rest.trashedFolders).toEqual([])
  expect(rest.trashedPrompts.map(({ name }) => name)).toEqual(['Stays'])
  expect(rest.prompts).toBe(file.prompts)
})
