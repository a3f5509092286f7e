import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { allPromptNamesQuery } from '#web/library/list-prompt-names.ts'

const nameOf = (id: string) => ({
  id,
  name: id,
  color: 'f1f5f9',
  folderId: null,
  isPublic: 0,
  isFavourite: 0,
  usedAt: null,
})
const answers: Record<string, object> = {
  '': { prompts: ['e', 'd'].map(nameOf), hasMore: true },
  d: { prompts: ['c', 'b'].map(nameOf), hasMore: true },
  b: { prompts: [nameOf('a')] },
}

afterEach(() => vi.unstubAllGlobals())

function answerWith(answer: (after: string) => object | undefined) {
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(answer(new URL(path, 'http://x').searchParams.get('after') ?? '')),
  )
  return new QueryClient().fetchQuery({ ...allPromptNamesQuery, retry: false })
}

test('All names of a library are read, however many responses that takes', async () => {
  const names = await answerWith((after) => answers[after])
  expect(names.map(({ id }) => id).join('')).toBe('edcba')
})
