import { expect, it } from 'vitest'
import type { Client } from '#contract/core/client.ts'
import { catchUp } from './catch-up.ts'
import { LibraryCopy } from './library-copy.ts'

it('requests no changes again and again from a server whose cursors come back', async () => {
  for (const cursors of [['1'], ['1', '2', '1'], ['0']]) {
    const copy = new LibraryCopy()
    copy.cursor = '0'
    let requests = 0
    const ask = (() => {
      const next = cursors[requests % cursors.length]
      requests += 1
      if (requests > 9) throw new Error('Asked again and again.')
      return Promise.resolve({ folders: [], prompts: [], next, hasMore: true, hasRemoved: false })
    }) as unknown as Client
    await expect(catchUp(copy, ask)).rejects.toMatchObject({ name: 'ApiError', status: 200 })
    expect(requests).toBeLessThanOrEqual(cursors.length + 1)
  }
})
