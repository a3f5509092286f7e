import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Call } from '#contract/core/call.ts'
import { checkRows } from '#tests/faults/support/check-rows.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'

const nobodysId = '01a1fc2c-43c7-7eda-9052-213b5df26ec4'
const missing = [404, 'not_found']

/** Stores folders in a cycle, one that contains itself, and one below each, all with a prompt. */
async function makeCycles(app: TestApp, user: ApiUser) {
  const make = async (name: string, inside: string | null = null) => {
    const id = await user.makeFolder(name, inside)
    await user.makePrompt(`Poem of ${name}`, { folderId: id })
    return id
  }
  const first = await make('First')
  const second = await make('Second', first)
  const below = await make('Below', second)
  const alone = await make('Alone')
  const belowAlone = await make('Below alone', alone)
  await sql`alter table folders drop constraint folder_not_in_itself`.execute(app.db)
  await sql`update folders set parent_id = ${second} where id = ${first}`.execute(app.db)
  await sql`update folders set parent_id = id where id = ${alone}`.execute(app.db)
  return { first, second, below, alone, belowAlone }
}

describe.each(databases)('Folders on $name', (database) => {
  const it = libraryTest(database)

  it('nest to any depth, and show their path', async ({ app }) => {
    const ada = await app.signUp()
    const names = Array.from({ length: 60 }, (_, depth) => `Level ${depth + 1}`)
    let folderId: string | null = null
    for (const name of names) folderId = await ada.makeFolder(name, folderId)

    const { folders, folderTree } = await ada.call(calls.listFolders, { folderId })
    expect(folders).toEqual([])
    // Of a long path: its two ends, and the number of folders in between.
    expect(folderTree.map((crumb) => crumb.name)).toEqual([
      ...names.slice(0, 4),
      ...names.slice(-4),
    ])
    expect(folderTree.map((crumb) => crumb.leftOutBefore ?? 0)).toEqual([0, 0, 0, 0, 52, 0, 0, 0])
    await ada.makePrompt('At the end', { folderId })
    const { prompts } = await ada.call(calls.searchPrompts, { search: 'at the end' })
    expect(prompts[0]?.folderPath).toEqual(folderTree)
    expect((await ada.call(calls.listFolders, {})).folderTree).toEqual([])
  })

  it('show their colour and the counts of their direct contents', async ({ app }) => {
    const ada = await app.signUp()
    const id = await ada.makeFolder('Work')
    await ada.makePrompt('Inside', { folderId: await ada.makeFolder('Mails', id) })
    await ada.makePrompt('Letter', { folderId: id })
    await ada.makePrompt('Beside')
    expect((await ada.call(calls.listFolders, {})).folders).toEqual([
      { id, name: 'Work', color: '4ECDC4', isFavourite: 0, promptCount: 1, folderCount: 1 },
    ])
  })

  it('are listed in natural order, ignoring case', async ({ app }) => {
    const ada = await app.signUp()
    const shuffled = ['take 10', 'Äpfel', 'Take 2', 'Zebra', 'apfel', 'take 1', 'Ärger', '9', '10']
    for (const name of shuffled) await ada.makeFolder(name)
    const { folders } = await ada.call(calls.listFolders, {})
    expect(folders.map((folder) => folder.name)).toEqual([
      '9',
      '10',
      'apfel',
      'Äpfel',
      'Ärger',
      'take 1',
      'Take 2',
      'take 10',
      'Zebra',
    ])
  })

  it("can be renamed and recoloured, trimmed and in the palette's spelling", async ({ app }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Wrok')
    await ada.call(calls.updateFolder, { folderId, name: '  Work ', color: '#ff6b6b' })
    const { folders } = await ada.call(calls.listFolders, {})
    expect(folders).toMatchObject([{ id: folderId, name: 'Work', color: 'FF6B6B' }])
    expect((await ada.call(calls.searchPrompts, { search: 'WORK' })).folders).toHaveLength(1)
  })

  it('that were changed elsewhere are not overwritten', async ({ app }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Wrok')
    const [former] = (await ada.call(calls.listFolders, {})).folders
    const { name = '', color = '' } = former ?? {}
    const edit = { folderId, name: 'Work', color, former: { name, color } }
    await ada.call(calls.updateFolder, edit)
    // The response may have been lost.
    await ada.call(calls.updateFolder, edit)
    expect(await ada.failure(calls.updateFolder, { ...edit, name: 'Job' })).toEqual([
      409,
      'changed_elsewhere',
    ])
    expect((await ada.call(calls.listFolders, {})).folders).toMatchObject([{ name: 'Work' }])
  })

  it('are deleted with exactly their contents', async ({ app }) => {
    const ada = await app.signUp()
    const bob = await app.signUp('bob@example.com')
    const doomed = await ada.makeFolder('Doomed')
    const inner = await ada.makeFolder('Inner', doomed)
    const innermost = await ada.makeFolder('Innermost', inner)
    const lost = await ada.makePrompt('Lost treasure', { folderId: innermost })
    await ada.makePrompt('Lost as well', { folderId: doomed })
    const kept = await ada.makePrompt('Kept treasure', { folderId: await ada.makeFolder('Safe') })
    await bob.makePrompt('Treasure of Bob', { folderId: await bob.makeFolder('Doomed') })

    expect(await ada.call(calls.countFolderContents, { folderId: doomed })).toEqual({
      folders: 2,
      prompts: 2,
    })
    await ada.call(calls.deleteFolder, { folderId: doomed })

    expect(await ada.failure(calls.getPrompt, { promptId: lost })).toEqual(missing)
    expect(await ada.failure(calls.listFolders, { folderId: innermost })).toEqual(missing)
    const found = await ada.call(calls.searchPrompts, { search: 'treasure' })
    expect(found.prompts.map((prompt) => prompt.id)).toEqual([kept])
    expect((await bob.call(calls.searchPrompts, { search: 'treasure' })).prompts).toHaveLength(1)
    const left = await app.db.selectFrom('prompt_search').select('rid').execute()
    expect(left).toHaveLength(2)
  })

  it('can be deleted at any depth', async ({ app }) => {
    const ada = await app.signUp()
    const outermost = await ada.makeFolder('Outermost')
    const { rid, ...columns } = await app.db
      .selectFrom('folders')
      .selectAll()
      .executeTakeFirstOrThrow()
    const nested = Array.from({ length: 2_000 }, (_, depth) => ({
      ...columns,
      rid: rid + 1 + depth,
      id: `deep-${depth}`,
      changed_no: columns.changed_no as ChangeNo,
      parent_id: depth === 0 ? outermost : `deep-${depth - 1}`,
    }))
    await app.db.insertInto('folders').values(nested).execute()
    expect(await ada.call(calls.countFolderContents, { folderId: outermost })).toEqual({
      folders: 2_000,
      prompts: 0,
    })
    await ada.call(calls.deleteFolder, { folderId: outermost })
    expect((await ada.call(calls.listFolders, {})).folders).toEqual([])
  })

  it('leave no orphan if a prompt is added during the deletion', async ({ app }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Doomed')
    const promptId = await ada.makePrompt('Mover')
    const input = { folderId, name: 'Late', color: 'f1f5f9', notes: null, prompt: '' }
    const answers = await Promise.all([
      ada.send(calls.createPrompt, input),
      ada.send(calls.deleteFolder, { folderId }),
      ada.send(calls.createPrompt, input),
      ada.send(calls.movePrompt, { folderId, promptId }),
    ])
    expect(answers[1]?.statusCode).toBe(200)
    for (const answer of answers) expect([200, 404]).toContain(answer.statusCode)
    expect(await ada.failure(calls.listPrompts, { folderId })).toEqual(missing)
  })

  it('do not exist for other accounts', async ({ app }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    const folderId = await ada.makeFolder('Private')
    const change = { name: 'Mine now', color: '000000' }
    for (const id of [folderId, nobodysId, 'not-an-id']) {
      expect(await eve.failure(calls.listFolders, { folderId: id })).toEqual(missing)
      expect(await eve.failure(calls.countFolderContents, { folderId: id })).toEqual(missing)
      expect(await eve.failure(calls.createFolder, { folderId: id, ...change })).toEqual(missing)
      expect(await eve.failure(calls.updateFolder, { folderId: id, ...change })).toEqual(missing)
      expect(await eve.failure(calls.deleteFolder, { folderId: id })).toEqual(missing)
    }
    expect((await ada.call(calls.listFolders, {})).folders).toMatchObject([{ name: 'Private' }])
  })

  it.for([
    ['no name', { color: 'f1f5f9' }, 'name_missing'],
    ['a blank name', { name: ' \n ', color: 'f1f5f9' }, 'name_missing'],
    ['a name of 201 characters', { name: 'x'.repeat(201), color: 'f1f5f9' }, 'name_too_long'],
    ['a colour by its name', { name: 'Work', color: 'red' }, 'color_invalid'],
    ['a colour of three digits', { name: 'Work', color: '#fff' }, 'color_invalid'],
    ['a name with a NUL', { name: 'Wo\0rk', color: 'f1f5f9' }, 'invalid_characters'],
    ['a name with half a pair', { name: 'Wo\uD800rk', color: 'f1f5f9' }, 'invalid_characters'],
    [
      'a folder that is a number',
      { name: 'Work', color: 'f1f5f9', folderId: 7 },
      'invalid_request',
    ],
  ] as const)('are not made with %s', async ([, input, code], { app }) => {
    const ada = await app.signUp()
    expect(await ada.failure(calls.createFolder, input)).toEqual([400, code])
  })

  it('are read in finite time if they are in a cycle', async ({ app }) => {
    const ada = await app.signUp()
    const folders = await makeCycles(app, ada)
    const { prompts } = await ada.call(calls.listPromptNames, {})
    const readers = Object.values<Call>(calls).filter(({ effect }) => effect === 'read')
    for (const folderId of Object.values(folders)) {
      const promptId = prompts.find((prompt) => prompt.folderId === folderId)?.id
      for (const call of readers) {
        const response = await ada.send(call, { folderId, promptId, search: 'poem' })
        expect(response.statusCode, `${call.path}: ${response.body}`).toBeLessThan(500)
      }
      const { folderTree } = await ada.call(calls.listFolders, { folderId })
      expect(folderTree.at(-1)?.id).toBe(folderId)
      expect(new Set(folderTree.map(({ id }) => id)).size).toBe(folderTree.length)
    }
    const { first, alone } = folders
    const counted = async (folderId: string) => ada.call(calls.countFolderContents, { folderId })
    expect(await counted(first)).toEqual({ folders: 2, prompts: 3 })
    expect(await counted(alone)).toEqual({ folders: 1, prompts: 2 })
    const selection = { folderIds: Object.values(folders) }
    const file = (await ada.send(calls.exportSelection, selection)).json<{ prompts: object[] }>()
    expect(file.prompts).toHaveLength(5)
    const hits = await ada.call(calls.searchPrompts, { search: 'poem', folderId: first })
    expect(hits.prompts).toHaveLength(3)
  })

  it('in a cycle are in the tree, which ends', async ({ app }) => {
    const ada = await app.signUp()
    const { first, second, below, alone, belowAlone } = await makeCycles(app, ada)
    const { folders } = await ada.call(calls.listFolderTree, {})
    const parents = new Map(folders.map(({ id, parentId }) => [id, parentId]))
    expect(parents.get(below)).toBe(second)
    expect(parents.get(belowAlone)).toBe(alone)
    expect(parents.get(alone)).toBe(null)
    expect([
      [null, first],
      [second, null],
    ]).toContainEqual([parents.get(first), parents.get(second)])
    const top = folders.find(({ id, parentId }) => parentId === null && id !== alone)
    expect(top?.promptCount).toBe(3)
  })

  it('in a cycle can be moved out', async ({ app }) => {
    const ada = await app.signUp()
    const { first, second, below, alone } = await makeCycles(app, ada)
    await ada.call(calls.changeSelection, {
      changes: [{ folderIds: [first, alone], folderId: 'root' }],
    })
    await checkRows(app.location)
    const { folderTree } = await ada.call(calls.listFolders, { folderId: below })
    expect(folderTree.map(({ id }) => id)).toEqual([first, second, below])
  })

  it('in a cycle can be deleted and restored', async ({ app }) => {
    const ada = await app.signUp()
    const { second, alone } = await makeCycles(app, ada)
    for (const folderId of [second, alone]) {
      const { trashId } = await ada.call(calls.deleteFolder, { folderId })
      await ada.call(calls.restoreTrash, { trashId })
    }
    await checkRows(app.location)
    expect((await ada.call(calls.getProfile, {})).usage).toMatchObject({ folders: 5, prompts: 5 })
    const { folders } = await ada.call(calls.listFolderTree, {})
    expect(folders.filter(({ promptCount }) => promptCount > 0)).toHaveLength(5)
  })

  it('cannot be stored inside themselves, not even by direct SQL', async ({ app }) => {
    const ada = await app.signUp()
    const id = await ada.makeFolder('Alone')
    const update = sql`update folders set parent_id = id where id = ${id}`.execute(app.db)
    await expect(update).rejects.toThrow(/folder_not_in_itself/)
  })

  it('are not in a cycle after two concurrent moves', async ({ app }) => {
    const ada = await app.signUp()
    const first = await ada.makeFolder('First')
    const second = await ada.makeFolder('Second')
    const move = (id: string, folderId: string) =>
      ada.send(calls.changeSelection, { changes: [{ folderIds: [id], folderId }] })
    const moves = await Promise.all([move(first, second), move(second, first)])
    const statuses = moves.map(({ statusCode }) => statusCode)
    expect(statuses).toContain(200)
    expect(statuses).toContain(409)
    await checkRows(app.location)
  })
})
