import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const attempt = '0123456789abcdef0123456789abcdef'
const folder = { name: 'Work', color: 'f1f5f9', attempt }
const prompt = { ...folder, prompt: 'Write', notes: null }

describe.each(databases)('A retried creation on $name', (database) => {
  const it = libraryTest(database)

  it('creates once, also when both requests arrive together', async ({ app }) => {
    const ada = await app.signUp()
    const prompts = await Promise.all([
      ada.call(calls.createPrompt, prompt),
      ada.call(calls.createPrompt, prompt),
    ])
    const folders = [
      await ada.call(calls.createFolder, folder),
      await ada.call(calls.createFolder, folder),
    ]
    expect(prompts[0]).toEqual(prompts[1])
    expect(folders[0]).toEqual(folders[1])
    expect((await ada.call(calls.listPrompts, {})).prompts).toMatchObject([{ id: prompts[0].id }])
    expect((await ada.call(calls.listFolders, {})).folders).toMatchObject([{ id: folders[0]?.id }])
  })

  it('succeeds even if the library has become full', async ({ app }) => {
    const ada = await app.signUp()
    for (let count = 1; count <= 9; count++) await ada.makePrompt(`Prompt ${count}`)
    const made = await ada.call(calls.createPrompt, prompt)
    expect(await ada.call(calls.createPrompt, prompt)).toEqual(made)
  })

  it('creates another one for changed input, and for another account', async ({ app }) => {
    const ada = await app.signUp()
    const bob = await app.signUp('bob@example.com')
    const folderId = await ada.makeFolder('Elsewhere')
    const ids = new Set<string>()
    for (const other of [{}, { prompt: 'Write!' }, { notes: '' }, { folderId }]) {
      ids.add((await ada.call(calls.createPrompt, { ...prompt, ...other })).id)
    }
    ids.add((await bob.call(calls.createPrompt, prompt)).id)
    expect(ids.size).toBe(5)
    expect((await bob.call(calls.listPrompts, {})).prompts).toHaveLength(1)
  })

  it('is refused with a key that others could have', async ({ app }) => {
    const ada = await app.signUp()
    expect(await ada.failure(calls.createPrompt, { ...prompt, attempt: '1' })).toEqual([
      400,
      'invalid_request',
    ])
  })
})
