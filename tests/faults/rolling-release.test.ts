import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import type * as fields from '#contract/library/prompt-fields.ts'
import { PromptCard } from '#contract/library/prompts.ts'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { migrations, type Migration } from '#server/db/migrations/migrations.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { rebuildTable } from '#server/db/migrations/rebuild-table.ts'
import type * as table from '#server/db/schema/prompts.table.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'
import { checkRows } from './support/check-rows.ts'

const color = 'f1f5f9'
const credentials = ['ada@example.com', 'correct horse'] as const

describe.each(databases)('Servers of two releases on one database of $name', (database) => {
  test('this one and the next, which has a new field on every card, keep each other’s data', async () => {
    const app = await makeTestApp(database)
    onTestFinished(app.close)
    const ada = await app.signUp(...credentials)
    const folderId = await ada.makeFolder('Folder')
    const inside = await ada.makePrompt('Of before', { folderId, prompt: 'Of a dragon' })
    await migrateDatabase(app.location, { ...migrations, '9999-pins': addPins })
    const { prompts: found } = await ada.call(calls.searchPrompts, { search: 'dragon' })
    expect(found).toMatchObject([{ id: inside, folderPath: [{ id: folderId }] }])
    const next = await loadNextRelease()
    const nextApp = await next.makeTestApp({
      name: 'the same',
      make: async () => ({ location: app.location, drop: async () => {} }),
    })
    onTestFinished(nextApp.close)
    const same = nextApp.visitor()
    await same.signIn(...credentials)

    expect((await same.call(next.calls.listPrompts, { folderId })).prompts).toMatchObject([
      { id: inside, isPinned: 0 },
    ])
    const pinned = { name: 'With a pin', color, prompt: 'x', isPinned: 1 }
    const { id } = await same.call(next.calls.createPrompt, pinned)
    const plain = await ada.makePrompt('Plain')
    expect((await same.call(next.calls.listPrompts, {})).prompts).toMatchObject([
      { id: plain, isPinned: 0 },
      { id, isPinned: 1 },
    ])
    // A server that does not know the field leaves it unchanged.
    await ada.call(calls.updatePrompt, { promptId: id, name: 'Renamed', color, prompt: 'y' })
    await ada.call(calls.togglePromptPublic, { promptId: id })
    expect((await same.call(next.calls.getPrompt, { promptId: id })).prompt).toMatchObject({
      name: 'Renamed',
      isPublic: 1,
      isPinned: 1,
    })
    // So does a client that does not know it.
    const edit = { promptId: id, name: 'Renamed again', color, prompt: 'z' }
    await same.call(next.calls.updatePrompt, edit)
    const fromNext = (await same.call(next.calls.listPrompts, {})).prompts
    expect(fromNext).toContainEqual(expect.objectContaining({ id, isPinned: 1 }))

    // Code derived from the fields handles it: the trash, exports and imports.
    const { trashId } = await same.call(next.calls.deletePrompt, { promptId: id })
    await same.call(next.calls.restoreTrash, { trashId })
    const file = z.parse(next.LibraryFile, await same.call(next.calls.exportLibrary, {}))
    expect(file.prompts).toContainEqual(expect.objectContaining({ id, isPinned: 1 }))
    const entries = next.toEntries({
      ...file,
      prompts: file.prompts.filter((one) => one.id === id),
    })
    const batch = { attempt: 'a'.repeat(32), name: 'file', total: entries.length, from: 0, entries }
    await same.call(next.calls.importEntries, batch)
    const { prompts: listed } = await same.call(next.calls.listPrompts, {})
    const pins = listed.filter(({ name }) => name === 'Renamed again')
    expect(pins).toMatchObject([{ isPinned: 1 }, { isPinned: 1 }])
    await same.call(next.calls.deletePrompt, {
      promptId: pins.find((one) => one.id !== id)?.id ?? '',
    })

    const fromThis = (await ada.call(calls.listPrompts, {})).prompts
    expect(z.parse(z.array(PromptCard), fromNext)).toEqual(fromThis)
    expect(z.parse(z.array(next.PromptCard), fromThis)).toMatchObject([
      { id: plain, isPinned: 0 },
      { id, isPinned: 0 },
    ])
    await app.recountLibraries()
    await checkRows(app.location)
  })
})

/** On SQLite, the new column comes first, which requires a new table. */
const addPins: Migration = {
  rebuilds: true,
  alters: ['prompts', 'trashed_prompts'],
  up: async (db) => {
    const pinned = 'is_pinned smallint not null default 0'
    await sql.raw(`alter table trashed_prompts add column ${pinned}`).execute(db)
    if (isPostgres(db)) {
      await sql.raw(`alter table prompts add column ${pinned}`).execute(db)
      return
    }
    const { rows } = await sql<{ sql: string }>`
      select sql from sqlite_schema where name = 'prompts'`.execute(db)
    const create = async (name: string) => {
      const statement = rows[0]?.sql.replace('prompts (', `${name} (${pinned},`) ?? ''
      await sql.raw(statement).execute(db)
    }
    const columns = await sql<{ name: string }>`
      select name from pragma_table_info('prompts')`.execute(db)
    const copied = Object.fromEntries(columns.rows.map(({ name }) => [name, name]))
    await rebuildTable(db, 'prompts', create, copied)
  },
}

/** The whole server and its contract with one additional field, as the next release might declare it. */
async function loadNextRelease() {
  vi.resetModules()
  vi.doMock('#contract/library/prompt-fields.ts', async (importOriginal) => {
    const original = await importOriginal<typeof fields>()
    const Flag = z.union([z.literal(0), z.literal(1)])
    const isPinned = { answer: z._default(Flag, 0), on: 'both', input: z.optional(Flag) }
    return { ...original, promptFields: { ...original.promptFields, isPinned } }
  })
  vi.doMock('#server/db/schema/prompts.table.ts', async (importOriginal) => {
    const { columnOf } = await importOriginal<typeof table>()
    return { columnOf: { ...columnOf, isPinned: 'is_pinned' } }
  })
  try {
    const { calls } = await import('#contract/calls.ts')
    const { PromptCard } = await import('#contract/library/prompts.ts')
    const { LibraryFile } = await import('#contract/transfer/library-file.ts')
    const { toEntries } = await import('#contract/transfer/to-entries.ts')
    const { makeTestApp } = await import('#tests/support/library-test.ts')
    return { calls, PromptCard, LibraryFile, toEntries, makeTestApp }
  } finally {
    vi.doUnmock('#contract/library/prompt-fields.ts')
    vi.doUnmock('#server/db/schema/prompts.table.ts')
    // Later test files in this process get this release.
    vi.resetModules()
  }
}
