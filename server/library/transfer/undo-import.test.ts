import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ImportEntry } from '#contract/transfer/import.ts'
import { toImportedId } from '#server/library/transfer/imports.rules.ts'
import { checkRows } from '#tests/faults/support/check-rows.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, readEverything, type TestApp } from '#tests/support/library-test.ts'
import {
  color,
  attempt,
  makeEntries,
  send,
  namesIn,
  numbered,
} from '#tests/support/clients/imports.ts'

const dayMs = 24 * 60 * 60_000

describe.each(databases)('An import on $name', (database) => {
  const it = libraryTest(database)

  it('is neither visible to others nor undone by them', async ({ app }) => {
    const ada = await app.signUp()
    const bob = await app.signUp('bob@example.com')
    await send(ada, makeEntries(3))
    await send(bob, makeEntries(2))
    expect((await bob.call(calls.listImports, {})).imports).toMatchObject([{ total: 3 }])
    expect(await bob.call(calls.undoImport, { attempt })).toMatchObject({ prompts: 2, folders: 1 })
    expect(await bob.call(calls.undoImport, { attempt })).toMatchObject({ prompts: 0, folders: 0 })
    expect((await bob.call(calls.listPrompts, {})).prompts).toEqual([])
    expect(await namesIn(app)).toEqual(numbered(3))
    await ada.call(calls.deleteAccount, {})
    await bob.call(calls.undoImport, { attempt: 'f'.repeat(32) })
    for (const { attempt: key } of await app.db.selectFrom('imports').select('attempt').execute()) {
      expect([attempt, 'f'.repeat(32)]).toContain(key)
    }
    expect(await app.db.selectFrom('imports').selectAll().execute()).toHaveLength(2)
  })

  it('is deleted with its account, even while it runs or is undone', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const entries = makeEntries(300)
    const batch = { attempt, name: 'poems.json', total: entries.length, from: 0 }
    await send(ada, entries, 0, 100)
    const twin = app.visitor()
    for (const [name, value] of ada.cookies) twin.cookies.set(name, value)
    const answers = await Promise.all([
      twin.send(calls.importEntries, { ...batch, entries }),
      twin.send(calls.undoImport, { attempt: 'f'.repeat(32) }),
      ada.send(calls.deleteAccount, {}),
      twin.send(calls.importEntries, { ...batch, attempt: 'e'.repeat(32), entries }),
      twin.send(calls.undoImport, { attempt }),
    ])
    for (const { statusCode } of answers) expect([200, 401, 409]).toContain(statusCode)
    await app.sweepImports()
    for (const table of ['imports', 'libraries', 'folders', 'prompts', 'prompt_search'] as const) {
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })

  it('is undone without a trace', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    await ada.makePrompt('Mine')
    const before = await readLibrary(ada)
    const canary = 'canary-3b7e'
    const texts = { name: canary, prompt: `${canary} `.repeat(2000), notes: canary }
    const moment = '2024-01-01T00:00:00Z'
    const values = [{ name: canary, value: canary }]
    const entries: ImportEntry[] = [
      { kind: 'folder', in: null, name: canary, color },
      ...Array.from({ length: 250 }, (_, at) => ({
        kind: 'folder' as const,
        in: at,
        name: canary,
        color,
      })),
      { kind: 'prompt', in: 250, color, ...texts },
      { kind: 'version', of: 251, ...texts, writtenAt: moment, label: canary },
      { kind: 'values', of: 251, valueSets: [{ name: canary, values }] },
      { kind: 'deleted', name: canary, color, deletedAt: moment },
      { kind: 'folder', in: null, name: canary, color, deleted: 254 },
      { kind: 'prompt', in: 255, color, ...texts, deleted: 254 },
      { kind: 'values', of: 256, valueSets: [{ name: canary, values }] },
      { kind: 'version', of: 256, ...texts, writtenAt: moment, label: null },
      { kind: 'prompt', in: null, color, ...texts },
    ]
    await ada.call(calls.importEntries, {
      attempt,
      name: `${canary}.json`,
      total: entries.length,
      from: 0,
      entries,
    })
    expect((await ada.call(calls.listTrash, {})).items).toMatchObject([
      { name: canary, folderCount: 1, promptCount: 1, deletedAt: '2024-01-01T00:00:00.000Z' },
    ])
    const { folders } = await ada.call(calls.listFolders, {})
    const { prompts } = await ada.call(calls.listPrompts, {})
    await checkRows(app.location)
    // Prompts that the user deletes, or copies to the clipboard, still belong to the import.
    const deleted = prompts.filter(({ name }) => name === canary).map(({ id }) => id)
    const folderIds = folders.map(({ id }) => id)
    await ada.call(calls.notePromptUse, { promptId: deleted[0] ?? '' })
    await ada.call(calls.deleteSelection, { promptIds: deleted, folderIds })
    expect(await readEverything(app)).toContain(canary)
    await ada.call(calls.undoImport, { attempt })
    expect(await readEverything(app)).not.toContain(canary)
    expect(await readLibrary(ada)).toEqual(before)
    await checkRows(app.location)

    // A late batch, for a day.
    const late = { attempt, name: 'x', total: entries.length, from: 0, entries }
    expect(await ada.failure(calls.importEntries, late)).toEqual([409, 'import_undone'])
    expect((await ada.call(calls.listImports, {})).imports).toEqual([])
    app.clock.now += dayMs
    await app.sweepImports()
    expect(await app.db.selectFrom('imports').selectAll().execute()).toEqual([])
  })

  it('keeps items that were edited, shared or added when it is undone', async ({ app }) => {
    const ada = await app.signUp()
    const entries: ImportEntry[] = [
      { kind: 'folder', in: null, name: 'Edited', color },
      { kind: 'folder', in: 0, name: 'Inner', color },
      { kind: 'prompt', in: 1, name: 'Edited', color, prompt: 'x' },
      { kind: 'prompt', in: 1, name: 'Untouched', color, prompt: 'x' },
      { kind: 'folder', in: null, name: 'Shared', color },
      { kind: 'prompt', in: 4, name: 'Shared', color, prompt: 'x' },
      { kind: 'folder', in: null, name: 'Mine', color },
      { kind: 'folder', in: null, name: 'Empty', color },
    ]
    await send(ada, entries)
    const [, , edited = '', , , shared = '', mine = ''] = await idsOf(app, entries)
    app.clock.now += 1000
    await ada.call(calls.updatePrompt, { promptId: edited, name: 'Edited', color, prompt: 'y' })
    await ada.call(calls.togglePromptPublic, { promptId: shared })
    await ada.makePrompt('Mine', { folderId: mine })
    await ada.call(calls.undoImport, { attempt })
    expect(await namesIn(app)).toEqual(['Edited', 'Shared', 'Mine'])
    const { folders } = await ada.call(calls.listFolderTree, {})
    expect(folders.map(({ name }) => name)).toEqual(['Edited', 'Inner', 'Mine', 'Shared'])
    await checkRows(app.location)
  })

  it('is undone completely by the sweep, also before it has begun', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const entries = makeEntries(450)
    await send(ada, entries, 0, 440)
    // The state that an interrupted request leaves.
    await app.db.updateTable('imports').set({ undone_at: app.clock.now }).execute()
    const batch = { attempt, name: 'x', total: 451, from: 440, entries: entries.slice(440) }
    expect(await ada.failure(calls.importEntries, batch)).toEqual([409, 'import_undone'])
    await app.sweepImports()
    expect(await namesIn(app)).toEqual([])
    expect((await ada.call(calls.listFolders, {})).folders).toEqual([])
    await checkRows(app.location)

    const begin = { from: 0, entries: entries.slice(0, 300) }
    const other = { ...batch, ...begin, attempt: 'f'.repeat(32) }
    await Promise.all([
      ada.send(calls.importEntries, other),
      ada.call(calls.undoImport, { attempt: other.attempt }),
      ada.call(calls.undoImport, { attempt: other.attempt }),
    ])
    expect(await ada.failure(calls.importEntries, other)).toEqual([409, 'import_undone'])
    expect(await namesIn(app)).toEqual([])
    await checkRows(app.location)
  })
})

/** The ids of the items that the entries of the only import created. */
async function idsOf(app: TestApp, entries: readonly ImportEntry[]): Promise<string[]> {
  const { owner_no } = await app.db
    .selectFrom('imports')
    .select('owner_no')
    .executeTakeFirstOrThrow()
  return entries.map((_, at) => toImportedId(owner_no, attempt, at))
}

async function readLibrary(user: ApiUser): Promise<object> {
  const { exportedAt: _exportedAt, ...library } = await user.call(calls.exportLibrary, {})
  return { ...library, usage: (await user.call(calls.getProfile, {})).usage }
}
