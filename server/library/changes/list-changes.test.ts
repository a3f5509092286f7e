import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ImportEntry } from '#contract/transfer/import.ts'
import { inBatches } from '#contract/transfer/to-entries.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import { listChanges } from '#server/library/changes/list-changes.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { LibraryCopy } from '#tests/support/clients/library-copy.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const color = 'f1f5f9'
const values = [{ name: 'topic', value: 'bread' }]

describe.each(databases)('Changes on $name', (database) => {
  const it = libraryTest(database)

  it('list whole rows, which equal those of the other calls', async ({ app }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Poems')
    const promptId = await ada.makePrompt('Poem', { folderId, shortName: 'poem', notes: 'Old' })
    await ada.call(calls.saveValueSet, { promptId, name: 'Usual', values })
    await ada.call(calls.setMyValues, { values })
    const copy = new LibraryCopy(ada.call)
    const [page, ...more] = await copy.catchUp()
    expect([page?.hasMore, page?.hasRemoved, more]).toEqual([false, false, []])
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    const [card] = (await ada.call(calls.listPrompts, { folderId })).prompts
    const { id, name, color: ofFolder } = (await ada.call(calls.listFolderTree, {})).folders[0]!
    expect(copy.rows()).toEqual({
      folders: [{ id, name, color: ofFolder, parentId: null, isFavourite: 0, createdNo: 1 }],
      prompts: [{ ...prompt, ...card, createdNo: 2 }],
    })
    expect(copy.myValues).toEqual({ values, keepsLastValues: false })
  })

  it('list only what has changed since the cursor, without own values that have not', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const first = await ada.makePrompt('First')
    await ada.makePrompt('Second')
    const copy = new LibraryCopy(ada.call)
    await copy.catchUp()
    const unchanged = { folders: [], prompts: [], hasMore: false, hasRemoved: false }
    expect(await copy.catchUp()).toEqual([{ ...unchanged, next: copy.cursor }])
    // Using a prompt is no change.
    await ada.call(calls.notePromptUse, { promptId: first })
    expect(await copy.catchUp()).toEqual([{ ...unchanged, next: copy.cursor }])
    await ada.call(calls.updatePrompt, { promptId: first, name: 'Third', color, prompt: 'x' })
    const [page] = await copy.catchUp()
    expect(page).toMatchObject({ ...unchanged, prompts: [{ id: first, name: 'Third' }] })
    expect(page?.prompts[0]?.usedAt).not.toBeNull()
    expect(page).not.toHaveProperty('myValues')
  })

  it('show a removal, until the copy has seen it', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Removed')
    const left = await ada.makePrompt('Left')
    const copy = new LibraryCopy(ada.call)
    await copy.catchUp()
    const { trashId } = await ada.call(calls.deletePrompt, { promptId })
    const [page] = await copy.catchUp()
    expect([page?.prompts, page?.hasRemoved]).toEqual([[], true])
    expect([...copy.prompts.keys()]).toEqual([left])
    expect((await copy.catchUp())[0]?.hasRemoved).toBe(false)
    await ada.call(calls.restoreTrash, { trashId })
    await copy.catchUp()
    expect([...copy.prompts.keys()].toSorted()).toEqual([promptId, left].toSorted())
  })

  it('are in pages of at most 500 rows and 2 MB, also within one change', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const folderId = await ada.makeFolder('Real')
    await importReal(ada, folderId)
    const copy = new LibraryCopy(ada.call)
    const pages = await copy.catchUp()
    expect(copy.prompts.size).toBe(1_282)
    expect(pages.length).toBeGreaterThan(2)
    for (const { folders, prompts } of pages) {
      expect(folders.length + prompts.length).toBeLessThanOrEqual(500)
      expect(bytesOf(prompts)).toBeLessThanOrEqual(2_000_000)
    }
    // All copies have the number of one change.
    await ada.call(calls.copySelection, { folderIds: [folderId] })
    const copies = await copy.catchUp()
    expect(copies.map(({ prompts }) => prompts.length)).toEqual([499, 500, 283])
    expect(copy.prompts.size).toBe(2 * 1_282)
  })

  it('have pages of less than 2 MB if prompts are long', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    for (let count = 0; count < 12; count++) {
      await ada.makePrompt(`Long ${count}`, { prompt: 'ä'.repeat(100_000) })
    }
    const copy = new LibraryCopy(ada.call)
    const pages = await copy.catchUp()
    expect(pages.map(({ prompts }) => prompts.length)).toEqual([9, 3])
    expect(copy.prompts.size).toBe(12)
  })

  it('have no gap if rows change between the queries of a page', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const folderId = await ada.makeFolder('Folder')
    const promptIds: string[] = []
    for (let count = 0; count < 40; count++) promptIds.push(await ada.makePrompt(`Few ${count}`))
    for (let copies = 0; copies < 14; copies++) {
      const { ids } = await ada.call(calls.copySelection, { promptIds: promptIds.slice(0, 40) })
      promptIds.push(...ids)
    }
    const copy = new LibraryCopy(ada.call)
    await copy.catchUp()
    const star = (ids: string[], folderIds: string[]) =>
      ada.call(calls.changeSelection, { changes: [{ promptIds: ids, folderIds, isFavourite: 1 }] })
    const main = app.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        queries++
        // After the folders and before the prompts, which fill a page.
        if (queries === 2) {
          await star(promptIds.slice(0, 499), [folderId])
          await star(promptIds.slice(499), [])
        }
        return result
      },
    })
    let queries = 0
    const { owner_no } = await app.db
      .selectFrom('libraries')
      .select('owner_no')
      .executeTakeFirstOrThrow()
    const owner = mintOwner(owner_no, 'session')
    const { next } = await listChanges({ ...app.services.db, main }, owner, { after: copy.cursor })
    expect(queries).toBeGreaterThan(2)
    copy.cursor = next
    await copy.catchUp()
    expect(copy.folders.get(folderId)?.isFavourite).toBe(1)
    expect([...copy.prompts.values()].filter(({ isFavourite }) => isFavourite === 0)).toEqual([])
  })

  it('are refused for a cursor that the library has not reached or that is none', async ({
    app,
  }) => {
    const ada = await app.signUp()
    await ada.makePrompt('Poem')
    const copy = new LibraryCopy(ada.call)
    await copy.catchUp()
    const future = String(Number(copy.cursor) + 1)
    expect(await ada.failure(calls.listChanges, { after: future })).toEqual([404, 'not_found'])
    for (const after of ['', 'x', '-1', '1.', '.1', '1.1.1', '1e3', '9'.repeat(16), '1 ', '٣']) {
      const [status, code] = await ada.failure(calls.listChanges, { after })
      expect([after, status, code]).toEqual([after, 400, 'invalid_request'])
    }
    // A row beyond the last one, and one of another account's library.
    for (const after of [`${copy.cursor}.16777215`, `${copy.cursor}.99999999`]) {
      expect((await ada.call(calls.listChanges, { after })).prompts).toEqual([])
    }
    const bob = await app.signUp('bob@example.com')
    const his = await bob.makePrompt('His')
    await bob.call(calls.setMyValues, { values })
    const { prompts } = await bob.call(calls.listChanges, { after: '0' })
    expect(prompts.map(({ id }) => id)).toEqual([his])
  })

  it('of a folder contain its rows at any depth, and those that move in or out', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const above = await ada.makeFolder('Above')
    const root = await ada.makeFolder('Root', above)
    const inside = await ada.makeFolder('Inside', root)
    const promptId = await ada.makePrompt('Inside', { folderId: inside })
    const outside = await ada.makeFolder('Outside')
    const other = await ada.makePrompt('Outside', { folderId: outside })
    await ada.call(calls.setMyValues, { values })
    const { token } = await ada.call(calls.createToken, {
      name: 'Script',
      scopes: ['library:read'],
      folderId: root,
    })
    const program = app.program(token)
    const copy = new LibraryCopy(program.call)
    const [page] = await copy.catchUp()
    expect(page).toMatchObject({
      folders: [
        { id: root, parentId: null },
        { id: inside, parentId: root },
      ],
      prompts: [{ id: promptId, folderId: inside }],
    })
    expect(page).not.toHaveProperty('myValues')
    await ada.call(calls.movePrompt, { promptId, folderId: 'root' })
    await copy.catchUp()
    expect(copy.prompts.size).toBe(0)
    // The folder's contents are not changed by its move: the client starts again.
    await ada.call(calls.changeSelection, { changes: [{ folderIds: [outside], folderId: inside }] })
    const [moved] = await copy.catchUp()
    expect([moved?.prompts, moved?.hasRemoved]).toEqual([[], true])
    const ids = await program.call(calls.listIds, {})
    expect(ids).toEqual({
      folders: [root, inside, outside].toSorted(),
      prompts: [other],
      next: copy.cursor,
    })
    const again = new LibraryCopy(program.call)
    await again.catchUp()
    expect([...again.prompts.keys()]).toEqual([other])
    const ofFolder = new LibraryCopy(ada.call, inside)
    await ofFolder.catchUp()
    expect(ofFolder.rows().folders).toMatchObject([
      { id: inside, parentId: null },
      { id: outside, parentId: inside },
    ])
  })
})

function bytesOf(prompts: readonly { prompt: string }[]): number {
  return prompts.reduce((sum, { prompt }) => sum + Buffer.byteLength(prompt), 0)
}

/** Imports the project's real prompts into a folder. */
async function importReal(ada: ApiUser, folderId: string): Promise<void> {
  const file = new URL('../../../tests/fixtures/prompts.csv', import.meta.url)
  const rows = parse(readFileSync(file), { columns: true, bom: true }) as unknown as {
    act: string
    prompt: string
  }[]
  const entries = rows.map(({ act, prompt }): ImportEntry => {
    return { kind: 'prompt', in: folderId, name: act, prompt, notes: null, color }
  })
  for (const batch of inBatches(entries)) {
    const about = { attempt: 'a'.repeat(32), name: 'prompts.csv', total: entries.length }
    await ada.call(calls.importEntries, { ...about, ...batch })
  }
}
