import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const nobodysId = '00000000-0000-7000-8000-000000000000'

describe.each(databases)('The list of the library on $name', (database) => {
  const it = libraryTest(database)

  it('has every folder and prompt, whole if requested, or those of a folder at any depth', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    const outer = await ada.makeFolder('Outer')
    const inner = await ada.makeFolder('Inner', outer)
    const hers = await eve.makeFolder('Hers')
    await eve.makePrompt('Hers', { folderId: hers })
    const top = await ada.makePrompt('Top')
    const deep = await ada.makePrompt('Deep', { folderId: inner })
    const all = await ada.call(calls.listLibrary, {})
    expect(all.folders).toMatchObject([
      { id: outer, parentId: null, name: 'Outer' },
      { id: inner, parentId: outer, name: 'Inner' },
    ])
    const { prompt } = await ada.call(calls.getPrompt, { promptId: deep })
    const { id, folderId, shortName, color, updatedAt } = prompt
    expect(all.prompts[0]).toMatchObject({ id: top, folderId: null })
    expect(all.prompts.slice(1)).toEqual([{ id, folderId, shortName, color, updatedAt }])
    const within = await ada.call(calls.listLibrary, { folderId: inner, whole: '1' })
    expect(within.folders.map((folder) => folder.id)).toEqual([inner])
    expect(within.prompts.map(({ whole }) => whole)).toEqual([prompt])
    const rest = await ada.call(calls.listLibrary, { after: top })
    expect(rest).toEqual({ folders: [], prompts: all.prompts.slice(1) })
    for (const other of [{ folderId: hers }, { after: nobodysId }]) {
      expect(await ada.failure(calls.listLibrary, other)).toEqual([404, 'not_found'])
    }
  })

  it('ends at some megabytes, and continues from there; reading texts is recorded in the activity', async ({
    app,
  }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const ids = []
    for (let at = 0; at < 30; at++) {
      ids.push(await ada.makePrompt(`P ${at}`, { prompt: 'x'.repeat(190_000) }))
    }
    const kinds = async () =>
      (await ada.call(calls.listActivity, {})).activity.map(({ kind }) => kind)
    const read = []
    let after: string | undefined
    for (let pages = 1; pages <= 2; pages++) {
      const { prompts, hasMore } = await ada.call(calls.listLibrary, { whole: '1', after })
      read.push(...prompts.map(({ whole }) => whole?.id))
      after = prompts.at(-1)?.id
      expect(hasMore).toBe(pages === 1 ? true : undefined)
    }
    expect(read).toEqual(ids)
    expect((await kinds()).filter((kind) => kind === 'library_exported')).toHaveLength(1)
  })
})
