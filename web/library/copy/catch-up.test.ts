import { describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createClient } from '#contract/core/client.ts'
import { ApiError } from '#web/api/api-error.ts'
import { catchUp } from './catch-up.ts'
import { findAnswer } from './find-answer.ts'
import { LibraryCopy } from './library-copy.ts'

const folder = {
  id: 'work',
  parentId: null,
  name: 'Work',
  color: '4ECDC4',
  isFavourite: 0,
  createdNo: 1,
}
const prompt = {
  id: 'launch',
  folderId: 'work',
  name: 'Launch',
  shortName: null,
  color: '4ECDC4',
  prompt: 'Announce it.',
  notes: null,
  whenToUse: null,
  variables: [],
  valueSets: [],
  lastValues: [],
  isPublic: 0,
  isFavourite: 0,
  usedAt: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  preview: 'Announce it.',
  variableCount: 0,
  createdNo: 2,
}
const nothing = { folders: [], prompts: [], hasMore: false, hasRemoved: false }

type Answers = (path: string, requests: number) => object

/** Lets a copy catch up with a server that gives any answers. Returns the number of requests for changes. */
async function catchUpWith(copy: LibraryCopy, answers: Answers): Promise<number> {
  let requests = 0
  const ask = createClient(
    async (path) => {
      if (path.startsWith('/api/library/changes')) requests++
      const answer = answers(path, requests)
      return { ok: true, status: 200, json: async () => JSON.parse(JSON.stringify(answer)) }
    },
    (status, failure) => new ApiError(status, failure),
  )
  await catchUp(copy, ask)
  return requests
}

async function copyOf(...folders: object[]): Promise<LibraryCopy> {
  const copy = new LibraryCopy()
  const page = { ...nothing, folders: [folder, ...folders], prompts: [prompt], next: '2' }
  await catchUpWith(copy, () => page)
  return copy
}

describe('A copy whose server lies', () => {
  it.each<[string, Answers]>([
    ['the same cursor', () => ({ ...nothing, folders: [folder], next: '2', hasMore: true })],
    [
      'cursors that come back',
      (_path, at) => ({ ...nothing, folders: [folder], next: `3.${at % 2}`, hasMore: true }),
    ],
    ['empty pages', (_path, at) => ({ ...nothing, next: `3.${at}`, hasMore: true })],
    [
      'the same rows',
      (_path, at) => ({ ...nothing, folders: [folder], next: `3.${at}`, hasMore: true }),
    ],
    [
      'cursors that decrease',
      (_path, at) => ({ ...nothing, folders: [folder], next: `${9_999 - at}`, hasMore: true }),
    ],
  ])('ends if it returns %s forever', async (_what, answers) => {
    const copy = await copyOf()
    let requests = 0
    const counted: Answers = (path, at) => {
      requests = at
      return answers(path, at)
    }
    await expect(catchUpWith(copy, counted)).rejects.toThrow('The changes never end.')
    expect(requests).toBeLessThan(2_000)
  })

  it('has a page whose rows have all changed again', async () => {
    const copy = await copyOf()
    const pages = [
      { ...nothing, next: '3.1', hasMore: true },
      { ...nothing, folders: [{ ...folder, name: 'Renamed' }], next: '4' },
    ]
    expect(await catchUpWith(copy, (_path, at) => pages[at - 1] ?? {})).toBe(2)
    expect([copy.folders.get('work')?.name, copy.cursor]).toEqual(['Renamed', '4'])
  })

  it.each<[string, Answers]>([
    ['no object', () => []],
    ['no rows', () => ({ next: '3', hasMore: false, hasRemoved: false })],
    ['no cursor', () => nothing],
    ['a cursor that is a number', () => ({ ...nothing, next: 3 })],
    ['a long cursor', () => ({ ...nothing, next: '3'.repeat(101) })],
    ['rows that are null', () => ({ ...nothing, next: '3', prompts: [null] })],
    ['an id with a path', () => ({ ...nothing, next: '3', folders: [{ ...folder, id: '../x' }] })],
    [
      'a text that is a number',
      () => ({ ...nothing, next: '3', prompts: [{ ...prompt, prompt: 1 }] }),
    ],
    ['a prompt without a text', () => ({ ...nothing, next: '3', prompts: [{ id: 'launch' }] })],
    [
      'a folder without a number',
      () => ({ ...nothing, next: '3', folders: [{ ...folder, createdNo: null }] }),
    ],
    [
      'ids that are objects',
      (path) =>
        path.startsWith('/api/library/ids')
          ? { folders: ['work'], prompts: [{}], next: '3' }
          : { ...nothing, next: '3', folders: [{ ...folder, name: 'Lie' }], hasRemoved: true },
    ],
  ])('stays as it was if it returns %s', async (_what, answers) => {
    const copy = await copyOf()
    await expect(catchUpWith(copy, answers)).rejects.toMatchObject({
      name: 'ApiError',
      status: 200,
    })
    expect(copy.listFolderTree().folders).toMatchObject([{ id: 'work', name: 'Work' }])
    expect(copy.getPrompt('launch')?.prompt.prompt).toBe('Announce it.')
    expect([copy.cursor, copy.isComplete]).toEqual(['2', true])
  })

  it('answers every call although its folders contain each other or are missing', async () => {
    const copy = await copyOf(
      { ...folder, id: 'a', parentId: 'b' },
      { ...folder, id: 'b', parentId: 'a' },
      { ...folder, id: 'self', parentId: 'self' },
      { ...folder, id: 'orphan', parentId: 'nowhere' },
      // The id of a prompt.
      { ...folder, id: 'launch', parentId: 'launch' },
    )
    for (const folderId of [...copy.folders.keys(), 'nowhere']) {
      findAnswer(copy, calls.listPrompts, { folderId })
      findAnswer(copy, calls.listFolders, { folderId })
      findAnswer(copy, calls.countFolderContents, { folderId })
      findAnswer(copy, calls.searchPrompts, { search: 'work launch', folderId })
    }
    const { folders } = findAnswer(copy, calls.listFolderTree, {}) as { folders: object[] }
    expect(folders).toHaveLength(copy.folders.size)
    findAnswer(copy, calls.getShelf, {})
    expect(findAnswer(copy, calls.searchPrompts, { search: 'announce' })).toMatchObject({
      prompts: [{ id: 'launch' }],
    })
  })

  it('keeps nothing of ids that it has no rows for', async () => {
    const copy = await copyOf()
    const ids = Array.from({ length: 300_000 }, (_, at) => `unknown-${at}`)
    await catchUpWith(copy, (path) =>
      path.startsWith('/api/library/ids')
        ? { folders: ids, prompts: ids, next: '3' }
        : { ...nothing, next: '3', hasRemoved: true },
    )
    expect([copy.folders.size, copy.prompts.size, copy.removed.size]).toEqual([0, 0, 2])
  })
})
