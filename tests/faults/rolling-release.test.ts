import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import type * as fields from '#contract/prompt-fields.ts'
import { PromptCard } from '#contract/prompts.ts'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { migrations, type Migration } from '#server/db/migrations/migrations.ts'
import type { Handle } from '#server/db/database.ts'
import { hasStalePreviews, updatePreviews } from '#server/prompts/prompts.queries.ts'
import type * as table from '#server/prompts/prompts.table.ts'
import { foldSomeTexts, hasTextsToFold } from '#server/search/fold-texts.ts'
import { databases } from '#tests/support/databases.ts'
import { formerServer } from '#tests/support/servers/former-server.ts'
import { makeTestApp } from '#tests/support/library-test.ts'
import { checkRows } from './support/check-rows.ts'

const color = 'f1f5f9'
const credentials = ['ada@example.com', 'correct horse'] as const

describe.each(databases)('Servers of two releases on one database of $name', (database) => {
  async function makeServers() {
    const app = await makeTestApp(database)
    onTestFinished(app.close)
    const ada = await app.signUp(...credentials)
    const { owner_no: owner } = await app.db
      .selectFrom('libraries')
      .select('owner_no')
      .executeTakeFirstOrThrow()
    return { app, ada, former: formerServer(app.db, owner) }
  }

  test('the previous one, which stores cards, and this one show each other’s changes', async () => {
    const { app, ada, former } = await makeServers()
    const shown = async () => (await ada.call(calls.listPrompts, {})).prompts

    const ours = await ada.makePrompt('Ours', { prompt: 'One {variable}' })
    const theirs = await former.create({
      name: 'Theirs',
      prompt: 'Two {<b>kinds</b>} of {<b>variables</b>}',
    })
    expect(await shown()).toMatchObject(await former.list())
    expect(await shown()).toMatchObject([
      { id: ours, variableCount: 1 },
      { id: theirs, variableCount: 2, preview: 'Two {<b>kinds</b>} of {<b>variables</b>}' },
    ])
    const { prompts } = await ada.call(calls.searchPrompts, { search: 'variables' })
    expect(prompts).toMatchObject([
      { id: theirs, preview: 'Two {<b>kinds</b>} of {<b>variables</b>}' },
    ])

    app.clock.now = Date.now() + 60_000
    await former.update(ours, { name: 'Ours, changed', prompt: 'No longer any' })
    await ada.call(calls.updatePrompt, { promptId: theirs, name: 'Theirs', color, prompt: '{now}' })
    await ada.call(calls.togglePromptPublic, { promptId: theirs })
    expect(await shown()).toMatchObject(await former.list())
    expect(await shown()).toMatchObject([
      { name: 'Ours, changed', preview: 'No longer any', variableCount: 0 },
      { preview: '{<b>now</b>}', variableCount: 1, isPublic: 1 },
    ])

    await former.create({ name: 'More', prompt: '{a} {b} {c}' })
    expect(await hasStalePreviews(app.db)).toBe(true)
    await deriveAll(app.db)
    expect(await shown()).toMatchObject(await former.list())
    await app.recountLibraries()
    await checkRows(app.location)
  })

  test('the previous one leaves settings of variables and sets of values as they are', async () => {
    const { app, ada, former } = await makeServers()
    const variables = [{ name: 'tone', kind: 'literal' }]
    const usual = { name: 'Usual', values: [{ name: 'topic', value: 'rain' }] }
    const text = { name: 'Ours', color, prompt: '{topic} {tone}' }
    const { id: promptId } = await ada.call(calls.createPrompt, { ...text, variables })
    await ada.call(calls.saveValueSet, { promptId, ...usual })

    await former.update(promptId, { name: 'Ours, changed', prompt: '{tone} and {topic}' })
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    expect(prompt).toMatchObject({ name: 'Ours, changed', variables, valueSets: [usual] })
    expect((await ada.call(calls.listPrompts, {})).prompts).toMatchObject([{ variableCount: 1 }])

    const theirs = await former.create({ name: 'Theirs', prompt: 'Two {kinds}' })
    await ada.call(calls.saveValueSet, { promptId: theirs, ...usual })
    expect((await ada.call(calls.getPrompt, { promptId: theirs })).prompt).toMatchObject({
      variables: [],
      valueSets: [usual],
    })
    await deriveAll(app.db)
    await app.recountLibraries()
    await checkRows(app.location)
  })

  test('this one and the next, which has a new field on every card, keep each other’s data', async () => {
    const app = await makeTestApp(database)
    onTestFinished(app.close)
    const ada = await app.signUp(...credentials)
    await migrateDatabase(app.location, { ...migrations, '9999-pins': addPins })
    const next = await loadNextRelease()
    const nextApp = await next.makeTestApp({
      name: 'the same',
      make: async () => ({ location: app.location, drop: async () => {} }),
    })
    onTestFinished(nextApp.close)
    const same = nextApp.visitor()
    await same.signIn(...credentials)

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

/** As the sweeping does in the background. */
async function deriveAll(db: Handle): Promise<void> {
  while (await hasStalePreviews(db)) await updatePreviews(db)
  while (await hasTextsToFold(db)) await foldSomeTexts(db)
}

const addPins: Migration = {
  up: async (db) => {
    await sql`alter table prompts add column is_pinned smallint not null default 0`.execute(db)
  },
}

/** The whole server and its contract with one field more, as the next release might declare it. */
async function loadNextRelease() {
  vi.resetModules()
  vi.doMock('#contract/prompt-fields.ts', async (importOriginal) => {
    const original = await importOriginal<typeof fields>()
    const Flag = z.union([z.literal(0), z.literal(1)])
    const isPinned = { answer: z._default(Flag, 0), on: 'both', input: z.optional(Flag) }
    return { ...original, promptFields: { ...original.promptFields, isPinned } }
  })
  vi.doMock('#server/prompts/prompts.table.ts', async (importOriginal) => {
    const { columnOf } = await importOriginal<typeof table>()
    return { columnOf: { ...columnOf, isPinned: 'is_pinned' } }
  })
  try {
    const { calls } = await import('#contract/calls.ts')
    const { PromptCard } = await import('#contract/prompts.ts')
    const { makeTestApp } = await import('#tests/support/library-test.ts')
    return { calls, PromptCard, makeTestApp }
  } finally {
    vi.doUnmock('#contract/prompt-fields.ts')
    vi.doUnmock('#server/prompts/prompts.table.ts')
    // Test files that follow in this process get this release.
    vi.resetModules()
  }
}
