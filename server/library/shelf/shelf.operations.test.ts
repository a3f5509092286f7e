import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

describe.each(databases)('The shelf on $name', (database) => {
  const it = libraryTest(database)

  it('has favourites by name, used prompts by last use, and never used ones by last change', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Poems')
    const [b, a, c] = [
      await ada.makePrompt('B', { folderId }),
      await ada.makePrompt('A'),
      await ada.makePrompt('C'),
    ]
    await ada.call(calls.changeSelection, { changes: [{ promptIds: [b, a], isFavourite: 1 }] })
    for (const promptId of [c, b]) {
      app.clock.now += 1000
      await ada.call(calls.notePromptUse, { promptId })
    }
    app.clock.now += 1000
    await ada.makePrompt('D', { folderId })
    app.clock.now += 1000
    await ada.makePrompt('E')
    const namesOf = (prompts: { name: string }[]) => prompts.map(({ name }) => name)
    const { favourites, recents, unused } = await ada.call(calls.getShelf, {})
    expect(namesOf(unused)).toEqual(['E', 'D', 'A'])
    expect(namesOf(favourites)).toEqual(['A', 'B'])
    expect(namesOf(recents)).toEqual(['B', 'C'])
    const usedAt = new Date(app.clock.now - 2000).toISOString()
    expect(recents[0]).toMatchObject({ usedAt, isFavourite: 1 })
    expect(recents.map((prompt) => prompt.folderId)).toEqual([folderId, null])
  })

  it('lists the names of all prompts, newest first, and those after a given one', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    const folderId = await ada.makeFolder('Poems')
    const hers = await eve.makePrompt('Hers')
    for (const name of ['A', 'B', 'C']) await ada.makePrompt(name, { folderId })
    const { prompts } = await ada.call(calls.listPromptNames, {})
    expect(prompts.map(({ name }) => name)).toEqual(['C', 'B', 'A'])
    expect(prompts[0]).toMatchObject({ folderId, usedAt: null })
    const [last, middle] = prompts
    const after = { after: last?.id ?? '' }
    expect((await ada.call(calls.listPromptNames, after)).prompts).toEqual(prompts.slice(1))
    await ada.call(calls.deletePrompt, { promptId: middle?.id ?? '' })
    for (const gone of [middle?.id ?? '', hers]) {
      expect(await ada.failure(calls.listPromptNames, { after: gone })).toEqual([404, 'not_found'])
    }
  })

  it('lists short names with the names, only if there are any', async ({ app }) => {
    const ada = await app.signUp()
    await ada.makePrompt('Without')
    const edit = { name: 'With', color: 'f1f5f9', prompt: 'x', shortName: 'with' }
    const { id } = await ada.call(calls.createPrompt, edit)
    const { prompts } = await ada.call(calls.listPromptNames, {})
    expect(prompts.map(({ shortName }) => shortName)).toEqual(['with', undefined])
    await ada.call(calls.notePromptUse, { promptId: id })
    const { recents } = await ada.call(calls.getShelf, {})
    expect(recents).toMatchObject([{ shortName: 'with' }])
  })

  it('sets a star with an edit, and keeps it if the edit omits it', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const edit = { promptId, name: 'Poem', color: 'f1f5f9', prompt: 'x' }
    await ada.call(calls.updatePrompt, { ...edit, isFavourite: 1 })
    await ada.call(calls.updatePrompt, { ...edit, prompt: 'y' })
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    expect(prompt).toMatchObject({ isFavourite: 1, usedAt: null, prompt: 'y' })
  })

  it('counts a use without touching the time of the last change', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const { prompt: before } = await ada.call(calls.getPrompt, { promptId })
    app.clock.now += 60_000
    await ada.call(calls.notePromptUse, { promptId })
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    expect(prompt.updatedAt).toBe(before.updatedAt)
    const eve = await app.signUp('eve@example.com')
    expect(await eve.failure(calls.notePromptUse, { promptId })).toEqual([404, 'not_found'])
    expect(await eve.call(calls.getShelf, {})).toEqual({ favourites: [], recents: [], unused: [] })
    expect(await eve.call(calls.listPromptNames, {})).toEqual({ prompts: [] })
  })

  it('has the tree of all folders with the total number of prompts in each', async ({ app }) => {
    const ada = await app.signUp()
    const outer = await ada.makeFolder('Outer')
    const inner = await ada.makeFolder('Inner', outer)
    await ada.makeFolder('Empty')
    await ada.makePrompt('One', { folderId: outer })
    await ada.makePrompt('Two', { folderId: inner })
    await ada.makePrompt('Three', { folderId: inner })
    const { folders } = await ada.call(calls.listFolderTree, {})
    expect(folders.map(({ name, parentId, promptCount }) => [name, parentId, promptCount])).toEqual(
      [
        ['Empty', null, 0],
        ['Inner', outer, 2],
        ['Outer', null, 3],
      ],
    )
  })
})
