import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import { toCopyName } from '#server/library/selection/copy-name.rules.ts'
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

  it('is copied with its texts, as private prompts with distinct names', async ({ app }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Poems')
    const promptId = await ada.makePrompt('Poem', { folderId, prompt: 'A {form}', notes: 'n' })
    await ada.call(calls.togglePromptPublic, { promptId })
    const copy = { promptIds: [promptId, promptId] }
    const { ids } = await ada.call(calls.copySelection, copy)
    const { prompts } = await ada.call(calls.listPrompts, { folderId })
    expect(prompts.map(({ name, isPublic }) => [name, isPublic])).toEqual([
      ['Poem', 1],
      ['Poem (2)', 0],
      ['Poem (3)', 0],
    ])
    const { prompt } = await ada.call(calls.getPrompt, { promptId: ids[0] ?? '' })
    expect(prompt).toMatchObject({ prompt: 'A {form}', notes: 'n', folderId })
    const attempt = 'a'.repeat(32)
    const elsewhere = { promptIds: [promptId], folderId: 'root' as const, attempt }
    const first = await ada.call(calls.copySelection, elsewhere)
    expect(await ada.call(calls.copySelection, elsewhere)).toEqual(first)
    expect((await ada.call(calls.listPrompts, {})).prompts).toMatchObject([{ name: 'Poem' }])
    await checkRows(app.location)
  })

  it('is copied only if the plan has room for all of it', async ({ app }) => {
    const ada = await app.signUp()
    const promptIds: string[] = []
    for (let count = 0; count < 6; count++) promptIds.push(await ada.makePrompt(`${count}`))
    const answer = await ada.failure(calls.copySelection, { promptIds })
    expect(answer).toEqual([403, 'prompt_limit_reached'])
    expect((await ada.call(calls.listPrompts, {})).prompts).toHaveLength(6)
  })

  it('copies folders with everything in them, and undoes unmodified copies', async ({ app }) => {
    const ada = await app.signUp()
    const outer = await ada.makeFolder('Outer')
    const inner = await ada.makeFolder('Inner', outer)
    const older = await ada.makeFolder('Older')
    // A folder may be older than its parent.
    await ada.call(calls.changeSelection, { changes: [{ folderIds: [older], folderId: inner }] })
    const shared = await ada.makePrompt('Shared', { folderId: older, prompt: 'A {form}' })
    await ada.makePrompt('One', { folderId: outer })
    await ada.makePrompt('Two', { folderId: inner })
    await ada.call(calls.togglePromptPublic, { promptId: shared })
    const star = { folderIds: [outer], promptIds: [shared], isFavourite: 1 as const }
    await ada.call(calls.changeSelection, { changes: [star] })
    const before = await stateOf(ada)
    app.clock.now += 60_000
    const attempt = 'a'.repeat(32)
    const copy = { folderIds: [outer], attempt }
    const { folderIds } = await ada.call(calls.copySelection, copy)
    expect(await ada.call(calls.copySelection, copy)).toMatchObject({ folderIds })
    const { folders } = await ada.call(calls.listFolderTree, {})
    const copied = folders.filter(({ id }) => !before.folders.some((folder) => folder.id === id))
    expect(copied.map(({ name, promptCount }) => [name, promptCount])).toEqual(
      expect.arrayContaining([
        ['Outer (2)', 3],
        ['Inner', 2],
        ['Older', 1],
      ]),
    )
    expect(copied.map(({ isFavourite }) => isFavourite)).toEqual([0, 0, 0])
    const deepest = copied.find(({ name }) => name === 'Older')?.id ?? ''
    const { prompts } = await ada.call(calls.listPrompts, { folderId: deepest })
    expect(prompts).toMatchObject([{ name: 'Shared', isPublic: 0, isFavourite: 0 }])
    const { prompt } = await ada.call(calls.getPrompt, { promptId: prompts[0]?.id ?? '' })
    expect(prompt).toMatchObject({ prompt: 'A {form}', usedAt: null })
    await checkRows(app.location)

    const undo = { folderIds, onlyAsMade: true }
    // Prompts added to the copy since then are not deleted with it.
    app.clock.now += 1000
    const added = await ada.makePrompt('Added', { folderId: deepest })
    expect(await ada.call(calls.deleteSelection, undo)).toMatchObject({ left: 1 })
    await ada.call(calls.deletePrompt, { promptId: added })
    expect(await ada.call(calls.deleteSelection, undo)).toMatchObject({ left: 0 })
    expect(await stateOf(ada)).toEqual(before)
    await checkRows(app.location)
  })

  it('copies folders only if there is room, and not into themselves', async ({ app }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    const hers = await eve.makeFolder('Hers')
    const outer = await ada.makeFolder('Outer')
    const inner = await ada.makeFolder('Inner', outer)
    for (let count = 0; count < 5; count++) await ada.makePrompt(`${count}`, { folderId: inner })
    const before = await stateOf(ada)
    const fails = (copy: object) => ada.failure(calls.copySelection, copy)
    expect(await fails({ folderIds: [hers] })).toEqual(missing)
    expect(await fails({ folderIds: [outer], folderId: hers })).toEqual(missing)
    expect(await fails({ folderIds: [outer], folderId: inner })).toEqual([409, 'folder_in_itself'])
    // Ten more prompts than the existing five.
    const twice = { folderIds: [outer, inner] }
    expect(await fails(twice)).toEqual([403, 'prompt_limit_reached'])
    const many = Array.from({ length: limits.selection + 1 }, () => outer)
    expect(await fails({ folderIds: many })).toEqual([400, 'selection_too_large'])
    await app.liftLimits()
    expect(await fails({ folderIds: many.slice(1) })).toEqual([400, 'copy_too_large'])
    expect(await stateOf(ada)).toEqual(before)
    const { folderIds } = await ada.call(calls.copySelection, twice)
    const { folders } = await ada.call(calls.listFolderTree, {})
    expect(folders.filter(({ id }) => folderIds.includes(id))).toMatchObject([
      { name: 'Inner (2)', parentId: outer, promptCount: 5 },
      { name: 'Outer (2)', parentId: null, promptCount: 5 },
    ])
  })
})

test.each([
  ['Letter', [], 'Letter'],
  ['Letter', ['Letter'], 'Letter (2)'],
  ['Letter (2)', ['Letter', 'Letter (2)'], 'Letter (3)'],
  ['x'.repeat(200), ['x'.repeat(200)], `${'x'.repeat(196)} (2)`],
])('A copy of %s beside %j is called %s', (name, taken, copy) => {
  expect(toCopyName(name, new Set(taken))).toBe(copy)
})
