import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const nobodysId = '01a1fc2c-43c7-7eda-9052-213b5df26ec4'
const missing = [404, 'not_found']

describe.each(databases)('Folders on $name', (database) => {
  const it = libraryTest(database)

  it('nest to any depth, and name their path', async ({ app }) => {
    const ada = await app.signUp()
    const names = Array.from({ length: 60 }, (_, depth) => `Level ${depth + 1}`)
    let folderId: string | null = null
    for (const name of names) folderId = await ada.makeFolder(name, folderId)

    const { folders, folderTree } = await ada.call(calls.listFolders, { folderId })
    expect(folders).toEqual([])
    // Of a long way, the ends, and how many there are in between.
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

  it('that were changed elsewhere are not replaced', async ({ app }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Wrok')
    const [former] = (await ada.call(calls.listFolders, {})).folders
    const { name = '', color = '' } = former ?? {}
    const edit = { folderId, name: 'Work', color, former: { name, color } }
    await ada.call(calls.updateFolder, edit)
    // The answer may have been lost.
    await ada.call(calls.updateFolder, edit)
    expect(await ada.failure(calls.updateFolder, { ...edit, name: 'Job' })).toEqual([
      409,
      'changed_elsewhere',
    ])
    expect((await ada.call(calls.listFolders, {})).folders).toMatchObject([{ name: 'Work' }])
  })

  it('are deleted with all of their contents, and nothing else', async ({ app }) => {
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

  it('leave no orphan when a prompt arrives during the deletion', async ({ app }) => {
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
})
