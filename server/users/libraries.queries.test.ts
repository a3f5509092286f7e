import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import errorMessages from '#languages/en/errors.json' with { type: 'json' }
import { limits } from '#contract/core/limits.ts'
import { checkRows } from '#tests/faults/support/check-rows.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'

async function countedIn({ db }: TestApp) {
  const { folder_count, prompt_count, stored_bytes } = await db
    .selectFrom('libraries')
    .selectAll()
    .executeTakeFirstOrThrow()
  return [folder_count, prompt_count, stored_bytes]
}

/** The contents, counted row by row. */
async function foundIn({ db }: TestApp) {
  const folders = await db.selectFrom('folders').select('id').execute()
  const prompts = await db.selectFrom('prompts').select(['name', 'notes', 'body']).execute()
  const versions = await db.selectFrom('prompt_versions').select(['name', 'texts']).execute()
  const texts = [...prompts, ...versions].map(
    ({ name, ...row }) => name + ('body' in row ? row.body + (row.notes ?? '') : ''),
  )
  const packed = versions.reduce((sum, row) => sum + row.texts.byteLength, 0)
  const rows = folders.length + prompts.length + versions.length
  const bytes = Buffer.byteLength(texts.join('')) + packed + rows * limits.rowBytes
  return [folders.length, prompts.length, bytes]
}

describe.each(databases)('The counts of a library on $name', (database) => {
  const it = libraryTest(database)

  it('are exact after any sequence of changes', async ({ app }) => {
    const ada = await app.signUp()
    const outer = await ada.makeFolder('Outer')
    const inner = await ada.makeFolder('Inner', outer)
    const kept = await ada.makePrompt('Größe', { prompt: 'Täglich 😀', notes: '…' })
    const moved = await ada.makePrompt('Moved', { folderId: inner })
    const input = { name: 'Twice', color: 'f1f5f9', prompt: 'once', attempt: 'a'.repeat(32) }
    await Promise.all([ada.call(calls.createPrompt, input), ada.call(calls.createPrompt, input)])
    const folder = { name: 'Twice', color: 'f1f5f9', attempt: 'b'.repeat(32) }
    await Promise.all([ada.call(calls.createFolder, folder), ada.call(calls.createFolder, folder)])
    expect(await countedIn(app)).toEqual(await foundIn(app))

    const text = { name: 'Größer', color: 'f1f5f9', prompt: 'Ä'.repeat(1_000), notes: null }
    await ada.call(calls.updatePrompt, { promptId: kept, ...text })
    await ada.call(calls.updatePrompt, { promptId: kept, ...text, prompt: 'kurz' })
    await ada.call(calls.movePrompt, { promptId: moved, folderId: 'root' })
    await ada.call(calls.togglePromptPublic, { promptId: moved })
    expect(await countedIn(app)).toEqual(await foundIn(app))

    // Rejected operations count for nothing.
    const nowhere = crypto.randomUUID()
    await ada.send(calls.createPrompt, { ...text, folderId: nowhere })
    await ada.send(calls.createFolder, { ...text, folderId: nowhere })
    await ada.send(calls.updatePrompt, { ...text, promptId: moved, updatedAt: 'another' })
    await ada.send(calls.deletePrompt, { promptId: nowhere })
    await ada.send(calls.deleteFolder, { folderId: nowhere })
    expect(await countedIn(app)).toEqual(await foundIn(app))

    await ada.makePrompt('Deep', { folderId: inner, notes: 'with notes' })
    await Promise.all([
      ...[kept, kept].map((promptId) => ada.send(calls.deletePrompt, { promptId })),
      ...[outer, inner].map((folderId) => ada.send(calls.deleteFolder, { folderId })),
    ])
    expect(await countedIn(app)).toEqual(await foundIn(app))
    expect(await foundIn(app)).toMatchObject([1, 2, expect.any(Number)])
  })

  it('include versions and the trash after every operation, and a recount confirms them', async ({
    app,
  }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const folderId = await ada.makeFolder('Folder')
    const promptId = await ada.makePrompt('Ä', { folderId, prompt: 'Text 0' })
    for (let count = 1; count <= 22; count++) {
      app.clock.now += 11 * 60_000
      const text = { name: 'Ä', color: 'f1f5f9', prompt: `Text ${count}` }
      await ada.call(calls.updatePrompt, { promptId, ...text })
      if (count > 2) continue
      await ada.call(calls.labelVersion, { promptId, number: count, label: 'Größe' })
    }
    await ada.call(calls.labelVersion, { promptId, number: 2, label: null })
    await checkRows(app.location)
    const { trashId } = await ada.call(calls.deleteFolder, { folderId })
    await checkRows(app.location)
    await ada.call(calls.restoreTrash, { trashId })
    await checkRows(app.location)
    const other = await ada.makePrompt('Other')
    await ada.call(calls.updatePrompt, { promptId: other, name: 'O', color: 'f1f5f9', prompt: 'x' })
    await ada.call(calls.deletePrompt, { promptId: other })
    await ada.call(calls.deleteFolder, { folderId })
    const counted = await app.db.selectFrom('libraries').selectAll().execute()
    await checkRows(app.location)
    await sql`update libraries set stored_bytes = 1, trash_bytes = 1, trash_rows = 1,
      prompt_count = 5, folder_count = 5`.execute(app.db)
    await sql`update trash set prompts = 7, folders = 7, bytes = 7`.execute(app.db)
    await app.recountLibraries()
    expect(await app.db.selectFrom('libraries').selectAll().execute()).toEqual(counted)
    await checkRows(app.location)
    await ada.call(calls.emptyTrash, {})
    await checkRows(app.location)
    expect(await countedIn(app)).toEqual([0, 0, 0])
  })

  it('limit additions; an account above a limit can do everything else', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const folderId = await ada.makeFolder('Folder')
    const promptId = await ada.makePrompt('Prompt', { prompt: 'A text' })
    const text = { name: 'Another', color: 'f1f5f9', notes: null, prompt: 'x'.repeat(100) }
    const holds = (counts: { folders?: number; prompts?: number; bytes?: number }) =>
      sql`update libraries set folder_count = ${counts.folders ?? 1},
        prompt_count = ${counts.prompts ?? 1}, stored_bytes = ${counts.bytes ?? 12}`.execute(app.db)

    await holds({ folders: limits.folders - 1 })
    await ada.call(calls.createFolder, { name: 'The last', color: 'f1f5f9' })
    const oneMore = { name: 'One more', color: 'f1f5f9' }
    expect(await ada.failure(calls.createFolder, oneMore)).toEqual([403, 'folder_limit_reached'])

    await holds({ prompts: limits.prompts - 1 })
    await ada.call(calls.createPrompt, text)
    expect(await ada.failure(calls.createPrompt, text)).toEqual([403, 'library_full'])

    await holds({ bytes: limits.storedBytes - 10 })
    expect(await ada.failure(calls.createPrompt, text)).toEqual([403, 'storage_full'])
    expect(await ada.failure(calls.updatePrompt, { promptId, ...text })).toEqual([
      403,
      'storage_full',
    ])

    // A stored version can be read, but not labelled.
    const version = { promptId, number: 1 }
    await holds({ bytes: 0 })
    await ada.call(calls.updatePrompt, { promptId, ...text, prompt: 'B text' })
    await holds({ bytes: limits.storedBytes - 1 })
    expect(await ada.failure(calls.labelVersion, { ...version, label: 'Kept' })).toEqual([
      403,
      'storage_full',
    ])
    await ada.call(calls.getVersion, version)

    const above = { folders: 20_000, prompts: 300_000, bytes: 3_000_000_000 }
    await holds(above)
    await ada.call(calls.updatePrompt, { promptId, ...text, prompt: 'less' })
    await ada.call(calls.movePrompt, { promptId, folderId })
    await ada.call(calls.updateFolder, { folderId, name: 'Renamed', color: 'f1f5f9' })
    await ada.call(calls.deleteFolder, { folderId })
    expect(await ada.failure(calls.createPrompt, text)).toEqual([403, 'library_full'])
  })
})

describe('A limit', () => {
  it('shows its number in its message', () => {
    const number = (count: number) => count.toLocaleString('en')
    expect(errorMessages.folder_limit_reached).toContain(number(limits.folders))
    expect(errorMessages.library_full).toContain(number(limits.prompts))
    expect(errorMessages.trash_full).toContain(number(limits.trashRows))
    expect(errorMessages.trash_full).toContain(`${number(limits.trashBytes / 1e9)} GB`)
    expect(errorMessages.storage_full).toContain(`${number(limits.storedBytes / 1e9)} GB`)
  })
})
