import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import { checkRows } from '#tests/faults/support/check-rows.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const missing = [404, 'not_found']

/** Everything that a change of a selection may affect. */
async function stateOf(user: ApiUser) {
  const { folders } = await user.call(calls.listFolderTree, {})
  const places = [undefined, ...folders.map(({ id }) => id)]
  const lists = await Promise.all(
    places.map((folderId) => user.call(calls.listPrompts, folderId ? { folderId } : {})),
  )
  return { folders, lists }
}

describe.each(databases)('A selection on $name', (database) => {
  const it = libraryTest(database)

  it('is shared, each prompt with its own link, and made private again', async ({ app }) => {
    const ada = await app.signUp()
    const ids = [await ada.makePrompt('One'), await ada.makePrompt('Two')]
    const [first = '', second = ''] = ids
    await ada.call(calls.togglePromptPublic, { promptId: second })
    const change = { promptIds: ids, isPublic: 1 as const }
    const { undo, shareKeys } = await ada.call(calls.changeSelection, { changes: [change] })
    expect(shareKeys.map(({ promptId }) => promptId)).toEqual(ids)
    expect(shareKeys[0]?.shareKey).toMatch(/^[\w-]{22}$/)
    const guest = app.visitor()
    for (const { promptId, shareKey } of shareKeys) {
      const input = { promptId, ...(shareKey !== null && { shareKey }) }
      expect(await guest.call(calls.getSharedPrompt, input)).toMatchObject({ status: 'success' })
    }
    expect(await guest.failure(calls.getSharedPrompt, { promptId: first })).toEqual(missing)
    const undone = await ada.call(calls.changeSelection, { changes: undo })
    expect(undone).toMatchObject({ left: 0 })
    const { prompts } = await ada.call(calls.listPrompts, {})
    expect(prompts.map(({ isPublic }) => isPublic)).toEqual([0, 1])
    await checkRows(app.location)
  })

  it('gets short names from its titles, which can be undone unless they were changed', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    const ids = [
      await ada.makePrompt('Code review'),
      await ada.makePrompt('Code Review!'),
      await ada.makePrompt('שלום'),
      await ada.makePrompt('Named', { shortName: 'own' }),
      await ada.makePrompt('Launch'),
    ]
    const names = async () =>
      Promise.all(
        ids.map(
          async (promptId) => (await ada.call(calls.getPrompt, { promptId })).prompt.shortName,
        ),
      )
    await ada.makePrompt('Other', { shortName: 'launch' })
    expect(await eve.failure(calls.giveShortNames, { promptIds: ids })).toEqual(missing)
    const { undo, left } = await ada.call(calls.giveShortNames, { promptIds: [...ids, ...ids] })
    expect(left).toBe(1)
    const given = ['code-review', 'code-review-2', null, 'own', 'launch-2']
    expect(await names()).toEqual(given)
    expect((await ada.call(calls.giveShortNames, { promptIds: ids })).undo).toEqual([])
    expect(await names()).toEqual(given)
    await checkRows(app.location)

    const changed = { promptIds: [ids[0] ?? ''], shortName: 'review' }
    const taken = { promptIds: [ids[0] ?? ''], shortName: 'own' }
    const refused = await ada.failure(calls.changeSelection, { changes: [taken] })
    expect(refused).toEqual([409, 'short_name_taken'])
    await ada.call(calls.changeSelection, { changes: [changed] })
    const undone = await ada.call(calls.changeSelection, { changes: undo })
    expect(undone.left).toBe(1)
    expect(await names()).toEqual(['review', null, null, 'own', null])
    expect((await ada.call(calls.changeSelection, { changes: undo })).left).toBe(1)
    expect(await names()).toEqual(['review', null, null, 'own', null])
    await checkRows(app.location)
  })

  it('is moved, recoloured, starred and shared in one call, and all of it undone', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const from = await ada.makeFolder('From')
    const inner = await ada.makeFolder('Inner', from)
    const to = await ada.makeFolder('To')
    const promptIds = [
      await ada.makePrompt('One', { folderId: from }),
      await ada.makePrompt('Two', { folderId: inner }),
      await ada.makePrompt('Three'),
    ]
    await ada.call(calls.togglePromptPublic, { promptId: promptIds[1] ?? '' })
    const before = await stateOf(ada)
    const change = {
      promptIds,
      folderIds: [inner],
      folderId: to,
      color: 'ff6b6b',
      isFavourite: 1 as const,
      isPublic: 0 as const,
    }
    const { undo } = await ada.call(calls.changeSelection, { changes: [change] })
    const { prompts } = await ada.call(calls.listPrompts, { folderId: to })
    expect(prompts.map(({ name }) => name)).toEqual(['One', 'Three', 'Two'])
    for (const prompt of prompts) {
      expect(prompt).toMatchObject({ color: 'FF6B6B', isFavourite: 1, isPublic: 0 })
    }
    expect((await ada.call(calls.listFolders, { folderId: to })).folders).toMatchObject([
      { id: inner, color: 'FF6B6B' },
    ])
    await checkRows(app.location)
    const redo = await ada.call(calls.changeSelection, { changes: undo })
    expect(await stateOf(ada)).toEqual(before)
    await ada.call(calls.changeSelection, { changes: redo.undo })
    expect((await ada.call(calls.listPrompts, { folderId: to })).prompts).toEqual(prompts)
  })

  it('is changed completely or not at all', async ({ app }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    const hers = await eve.makePrompt('Hers')
    const herFolder = await eve.makeFolder('Hers')
    const outer = await ada.makeFolder('Outer')
    const inner = await ada.makeFolder('Inner', outer)
    const promptIds = [await ada.makePrompt('One'), await ada.makePrompt('Two')]
    const before = await stateOf(ada)
    const fails = (change: object) => ada.failure(calls.changeSelection, { changes: [change] })
    expect(await fails({ promptIds: [...promptIds, hers], isPublic: 1 })).toEqual(missing)
    expect(await fails({ promptIds, folderId: herFolder })).toEqual(missing)
    const inItself = [409, 'folder_in_itself']
    expect(await fails({ promptIds, folderIds: [outer], folderId: inner })).toEqual(inItself)
    expect(await fails({ folderIds: [outer], folderId: outer })).toEqual(inItself)
    const many = Array.from({ length: limits.selection + 1 }, () => promptIds[0])
    const tooLarge = [400, 'selection_too_large']
    expect(await fails({ promptIds: many, isPublic: 1 })).toEqual(tooLarge)
    expect(await ada.failure(calls.deleteSelection, { promptIds: many })).toEqual(tooLarge)
    expect(await ada.failure(calls.copySelection, { promptIds: many })).toEqual(tooLarge)
    const someHers = { promptIds: [...promptIds, hers] }
    expect(await ada.failure(calls.deleteSelection, someHers)).toEqual(missing)
    expect(await ada.failure(calls.copySelection, someHers)).toEqual(missing)
    expect(await stateOf(ada)).toEqual(before)
    expect((await eve.call(calls.listPrompts, {})).prompts).toHaveLength(1)
  })

  it('is moved back where it has not been moved again', async ({ app }) => {
    const ada = await app.signUp()
    const from = await ada.makeFolder('From')
    const to = await ada.makeFolder('To')
    const other = await ada.makeFolder('Other')
    const inner = await ada.makeFolder('Inner', from)
    const [stays, deleted, moved] = [
      await ada.makePrompt('Stays', { folderId: from }),
      await ada.makePrompt('Deleted', { folderId: from }),
      await ada.makePrompt('Moved', { folderId: from }),
    ]
    const changes = [{ promptIds: [stays, deleted, moved], folderIds: [inner], folderId: to }]
    const { undo } = await ada.call(calls.changeSelection, { changes })
    await ada.call(calls.deletePrompt, { promptId: deleted })
    await ada.call(calls.movePrompt, { promptId: moved, folderId: other })
    const { left } = await ada.call(calls.changeSelection, { changes: undo })
    expect(left).toBe(2)
    const placeOf = async (promptId: string) =>
      (await ada.call(calls.getPrompt, { promptId })).prompt.folderId
    expect([await placeOf(stays), await placeOf(moved)]).toEqual([from, other])
    const { folders } = await ada.call(calls.listFolderTree, {})
    expect(folders.find(({ id }) => id === inner)).toMatchObject({ parentId: from })
  })

  it('is moved back to the root if its original folder has been deleted', async ({ app }) => {
    const ada = await app.signUp()
    const from = await ada.makeFolder('From')
    const to = await ada.makeFolder('To')
    const promptId = await ada.makePrompt('One', { folderId: from })
    const inner = await ada.makeFolder('Inner', from)
    const changes = [{ promptIds: [promptId], folderIds: [inner], folderId: to }]
    const { undo } = await ada.call(calls.changeSelection, { changes })
    await ada.call(calls.deleteFolder, { folderId: from })
    expect((await ada.call(calls.changeSelection, { changes: undo })).left).toBe(0)
    expect((await ada.call(calls.getPrompt, { promptId })).prompt.folderId).toBeNull()
    const { folders } = await ada.call(calls.listFolderTree, {})
    expect(folders.find(({ id }) => id === inner)).toMatchObject({ parentId: null })
    // A folder that now contains its original parent stays.
    const again = [{ folderIds: [inner], folderId: to }]
    const second = await ada.call(calls.changeSelection, { changes: again })
    const into = [{ folderIds: [inner], folderId: inner, ifStill: { folderId: to } }]
    expect((await ada.call(calls.changeSelection, { changes: into })).left).toBe(1)
    expect(second.undo).toMatchObject([{ folderId: 'root', ifStill: { folderId: to } }])
  })

  it('shares with a new link, and restores the previous one', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('One')
    const change = async (changes: object[]) => {
      const { undo } = await ada.call(calls.changeSelection, { changes })
      const { shareKey } = (await ada.call(calls.getPrompt, { promptId })).prompt
      return { undo, key: shareKey ?? '' }
    }
    const visit = async (shareKey?: string) =>
      (await app.visitor().send(calls.getSharedPrompt, { promptId, shareKey })).statusCode
    const shared = await change([{ promptIds: [promptId], isPublic: 1 }])
    expect(shared.key).toMatch(/^[\w-]{22}$/)
    const stopped = await change([{ promptIds: [promptId], isPublic: 0 }])
    expect(await visit(shared.key)).toBe(404)
    await change(stopped.undo)
    expect([await visit(shared.key), await visit()]).toEqual([200, 404])
    await change([{ promptIds: [promptId], isPublic: 0 }])
    const again = await change([{ promptIds: [promptId], isPublic: 1 }])
    expect([await visit(shared.key), await visit(again.key)]).toEqual([404, 200])
  })

  it('restores colour, star and link unless they have been changed since', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('One')
    const change = (what: object) =>
      ada.call(calls.changeSelection, { changes: [{ promptIds: [promptId], ...what }] })
    for (const [what, since, left] of [
      [{ color: '4ECDC4' }, { color: 'FF6B6B' }, 1],
      // The state is as before: there is nothing left to undo.
      [{ isFavourite: 1 }, { isFavourite: 0 }, 0],
      [{ isPublic: 1 }, { isPublic: 0 }, 0],
    ] as const) {
      const { undo } = await change(what)
      await change(since)
      expect((await ada.call(calls.changeSelection, { changes: undo })).left).toBe(left)
      const { prompt } = await ada.call(calls.getPrompt, { promptId })
      expect(prompt).toMatchObject(since)
    }
  })

  it('deletes only unmodified items on request', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('One')
    app.clock.now += 60_000
    const promptIds = [promptId, promptId, promptId]
    const { ids } = await ada.call(calls.copySelection, { promptIds })
    const [edited = '', shared = '', unmodified = ''] = ids
    app.clock.now += 60_000
    await ada.call(calls.updatePrompt, {
      promptId: edited,
      name: 'x',
      color: 'f1f5f9',
      prompt: 'x',
    })
    await ada.call(calls.togglePromptPublic, { promptId: shared })
    const undo = { promptIds: ids, onlyAsMade: true }
    const { left, trashId } = await ada.call(calls.deleteSelection, undo)
    expect(left).toBe(2)
    expect(trashId).toBeDefined()
    const { prompts } = await ada.call(calls.listPrompts, {})
    expect(prompts.map(({ id }) => id).toSorted()).toEqual([promptId, edited, shared].toSorted())
    expect(prompts.map(({ id }) => id)).not.toContain(unmodified)
    const again = await ada.call(calls.deleteSelection, undo)
    expect(again).toEqual({ status: 'success', left: 3 })

    const made = await ada.makeFolder('Made')
    const filled = await ada.makeFolder('Filled')
    app.clock.now += 60_000
    await ada.makePrompt('Later', { folderId: filled })
    const folders = { folderIds: [made, filled], onlyAsMade: true }
    expect((await ada.call(calls.deleteSelection, folders)).left).toBe(1)
    expect((await ada.call(calls.listFolderTree, {})).folders).toMatchObject([{ id: filled }])
  })

  it('is moved into one item of the trash, which restores all of it', async ({ app }) => {
    const ada = await app.signUp()
    const outer = await ada.makeFolder('Outer')
    const inner = await ada.makeFolder('Inner', outer)
    const promptIds = [
      await ada.makePrompt('One'),
      await ada.makePrompt('Two', { folderId: inner }),
    ]
    await ada.makePrompt('Three', { folderId: outer })
    const before = await stateOf(ada)
    const selection = { promptIds, folderIds: [inner, outer] }
    const { trashId = '' } = await ada.call(calls.deleteSelection, selection)
    expect((await stateOf(ada)).folders).toEqual([])
    expect((await ada.call(calls.listTrash, {})).items).toMatchObject([
      { folderCount: 2, promptCount: 3 },
    ])
    await ada.call(calls.restoreTrash, { trashId })
    expect(await stateOf(ada)).toEqual(before)
    await checkRows(app.location)
  })

  it('keeps the star of a folder, in lists, in the trash and in a file', async ({ app }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Starred')
    const inner = await ada.makeFolder('Inner', folderId)
    await ada.call(calls.changeSelection, { changes: [{ folderIds: [folderId], isFavourite: 1 }] })
    await ada.call(calls.updateFolder, { folderId, name: 'Starred', color: 'FF6B6B' })
    const starred = { id: folderId, isFavourite: 1 }
    expect((await ada.call(calls.listFolders, {})).folders).toMatchObject([starred])
    expect((await ada.call(calls.searchPrompts, { search: 'starred' })).folders).toMatchObject([
      starred,
    ])
    const { trashId } = await ada.call(calls.deleteFolder, { folderId })
    expect(await ada.call(calls.exportLibrary, {})).toMatchObject({ trashedFolders: [starred, {}] })
    await ada.call(calls.restoreTrash, { trashId })
    const { folders } = await ada.call(calls.listFolderTree, {})
    expect(new Map(folders.map((folder) => [folder.id, folder.isFavourite]))).toEqual(
      new Map([
        [folderId, 1],
        [inner, 0],
      ]),
    )
    expect(await ada.call(calls.downloadAccount, {})).toMatchObject({ folders: [starred, {}] })
  })

  it('forms no cycle of folders, even with concurrent moves', async ({ app }) => {
    const ada = await app.signUp()
    const [one, other] = [await ada.makeFolder('One'), await ada.makeFolder('Other')]
    const answers = await Promise.all([
      ada.send(calls.changeSelection, { changes: [{ folderIds: [one], folderId: other }] }),
      ada.send(calls.changeSelection, { changes: [{ folderIds: [other], folderId: one }] }),
    ])
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    expect((await ada.call(calls.listFolderTree, {})).folders).toHaveLength(2)
  })
})
