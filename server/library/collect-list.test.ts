import { brotliDecompressSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import { promptBytes } from '#server/library/prompts/prompts.queries.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'

const mostBytes = 5_000_000

/** Copies a row of a table many times, each with a number before its id. */
async function multiply(
  { db }: TestApp,
  table: 'folders' | 'prompts',
  count: number,
  name: string,
) {
  const row = await db
    .selectFrom(table)
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  for (let first = 1; first <= count; first += 500) {
    const copies = Array.from({ length: Math.min(500, count + 1 - first) }, (_, index) => {
      const n = first + index
      const changed_no = row.changed_no as ChangeNo
      return { ...row, rid: row.rid + 100 * n, id: `${n}-${row.id}`, changed_no }
    })
    await db.insertInto(table).values(copies).execute()
  }
}

describe.each(databases)('A long list on $name', (database) => {
  const it = libraryTest(database)

  it('is read in pages, completely and in order, and sent compressed', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const folderId = await ada.makeFolder('Folder')
    for (const name of ['b', 'A', 'c']) {
      await ada.makePrompt(name, { folderId })
      await ada.makeFolder(name, folderId)
      // The same name and key: then ordered by id.
      await multiply(app, 'prompts', 300, name)
      await multiply(app, 'folders', 300, name)
    }
    const { prompts, ...rest } = await ada.call(calls.listPrompts, { folderId })
    expect(rest).toEqual({})
    const packed = await ada.send(calls.listPrompts, { folderId }, { 'accept-encoding': 'br' })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(JSON.parse(String(brotliDecompressSync(packed.rawPayload)))).toMatchObject({ prompts })
    const { folders, hasMore } = await ada.call(calls.listFolders, { folderId })
    expect(hasMore).toBeUndefined()
    for (const list of [prompts, folders]) {
      expect(list).toHaveLength(903)
      expect(new Set(list.map(({ id }) => id)).size).toBe(903)
      expect(list.map(({ name }) => name)).toEqual(
        ['A', 'b', 'c'].flatMap((name) => Array<string>(301).fill(name)),
      )
    }
    expect((await ada.call(calls.listFolders, {})).folders).toMatchObject([
      { promptCount: 903, folderCount: 903 },
    ])
    const { folders: tree } = await ada.call(calls.listFolderTree, {})
    expect(tree.filter(({ parentId }) => parentId === folderId).map(({ id }) => id)).toEqual(
      folders.map(({ id }) => id),
    )
  })

  it('is deleted with its folder, and counted down', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const kept = await ada.makePrompt('Kept')
    const folderId = await ada.makeFolder('Folder')
    const inner = await ada.makeFolder('Inner', folderId)
    await ada.makePrompt('In it', { folderId })
    await ada.makePrompt('Deeper', { folderId: inner, notes: 'ä' })
    await multiply(app, 'prompts', 700, 'In it')
    await multiply(app, 'prompts', 600, 'Deeper')
    const before = await app.db.selectFrom('prompts').select(promptBytes.as('bytes')).execute()
    const bytes = before.reduce((sum, row) => sum + row.bytes, 0)
    const stored_bytes = bytes + (2 + before.length) * limits.rowBytes
    const counts = { folder_count: 2, prompt_count: before.length, stored_bytes }
    await app.db.updateTable('libraries').set(counts).execute()

    await ada.call(calls.deleteFolder, { folderId })
    const left = await app.db
      .selectFrom('prompts')
      .select(['id', promptBytes.as('bytes')])
      .execute()
    expect(left.map(({ id }) => id)).toEqual([kept])
    expect(await app.db.selectFrom('libraries').selectAll().execute()).toMatchObject([
      { folder_count: 0, prompt_count: 1, stored_bytes: (left[0]?.bytes ?? 0) + limits.rowBytes },
    ])
  })

  it('ends before an answer is too long, with hasMore', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const name = '\u0001'.repeat(200)
    await ada.makePrompt(name, { prompt: '\u0001'.repeat(1_000) })
    await ada.makeFolder(name)
    await multiply(app, 'prompts', 2_500, name)
    await multiply(app, 'folders', 6_000, name)
    for (const call of [calls.listPrompts, calls.listFolders, calls.listFolderTree]) {
      const { body } = await ada.send(call, {})
      expect(Buffer.byteLength(body)).toBeLessThan(mostBytes)
      expect(JSON.parse(body)).toMatchObject({ hasMore: true })
    }
  })
})
