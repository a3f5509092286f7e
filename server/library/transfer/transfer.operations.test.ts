import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import type { ImportEntry } from '#contract/transfer/import.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import { toImportedId } from '#server/library/transfer/imports.rules.ts'
import { checkRows } from '#tests/faults/support/check-rows.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'
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

  /** Something in the trash with prompts in it. */
  const makeTrash = (prompts: number): ImportEntry[] => [
    { kind: 'deleted', name: 'Deleted', color, deletedAt: new Date().toISOString() },
    ...makeEntries(prompts)
      .filter(({ kind }) => kind === 'prompt')
      .map((entry) => ({ ...entry, in: null, deleted: 0 }) as ImportEntry),
  ]

  it('cannot bypass the limit of the plan through the trash', async ({ app }) => {
    const ada = await app.signUp()
    await send(ada, makeTrash(11))
    const { items } = await ada.call(calls.listTrash, {})
    const trashId = items[0]?.id ?? ''
    const answer = await ada.failure(calls.restoreTrash, { trashId })
    expect(answer).toEqual([403, 'prompt_limit_reached'])
    expect(await namesIn(app)).toEqual([])
    await checkRows(app.location)
  })

  it('adds nothing to a full trash', async ({ app }) => {
    const ada = await app.signUp()
    for (const full of [{ trash_rows: limits.trashRows - 3 }, { trash_bytes: limits.trashBytes }]) {
      await app.db
        .updateTable('libraries')
        .set({ trash_rows: 0, trash_bytes: 0, ...full })
        .execute()
      const entries = makeTrash(3)
      const input = { attempt, name: 'f', total: entries.length, from: 0, entries }
      expect(await ada.failure(calls.importEntries, input)).toEqual([403, 'trash_full'])
      expect((await ada.call(calls.listTrash, {})).items).toEqual([])
    }
    // Everything not meant for the trash is imported.
    await send(ada, makeEntries(2))
  })

  it('imports no versions if there is no room for them', async ({ app }) => {
    const ada = await app.signUp()
    const version = { kind: 'version' as const, of: 1, writtenAt: '2024-01-01T00:00:00Z' }
    const entries: ImportEntry[] = [
      ...makeEntries(1),
      ...Array.from({ length: 20 }, (_, at) => ({
        ...version,
        name: 'Poem',
        prompt: `${at} `.repeat(1000),
        label: `Version ${at}`,
      })),
    ]
    await app.db
      .updateTable('libraries')
      .set({ stored_bytes: limits.storedBytes - 4000 })
      .execute()
    const input = { attempt, name: 'f', total: entries.length, from: 0, entries }
    expect(await ada.failure(calls.importEntries, input)).toEqual([403, 'storage_full'])
    expect(await namesIn(app)).toEqual([])
    await app.db.updateTable('libraries').set({ stored_bytes: 0 }).execute()
    await send(ada, entries)
    await checkRows(app.location)
  })

  it('imports every field unchanged', async ({ app }) => {
    const ada = await app.signUp()
    const there = await ada.makeFolder('There')
    const long = 'x'.repeat(limits.promptLength)
    const valueSets = [{ name: 'Usual', values: [{ name: 'form', value: 'v'.repeat(400_000) }] }]
    const variables = [{ name: 'form', kind: 'long', required: true, unknown: 1 }]
    const entries: ImportEntry[] = [
      { kind: 'folder', in: there, name: 'Outer', color: '4ECDC4' },
      { kind: 'folder', in: 0, name: 'Inner', color },
      {
        kind: 'prompt',
        in: 1,
        name: ' Müllers Katze ',
        color: '#ffd166',
        prompt: '\tA {form}\r\n😀 ',
        notes: ' keep ',
        variables: [...variables, { name: 'gone', kind: 'text' }],
        isFavourite: 1,
        usedAt: '2024-02-29T12:00:00+02:00',
        createdAt: '2020-01-01T00:00:00Z',
        updatedAt: '2999-01-01T00:00:00Z',
      },
      {
        kind: 'version',
        of: 2,
        name: 'First',
        prompt: long,
        notes: null,
        writtenAt: '2020-01-01T00:00:00Z',
        label: 'Old',
      },
      {
        kind: 'version',
        of: 2,
        name: 'Second',
        prompt: 'b',
        notes: 'n',
        writtenAt: '2021-01-01T00:00:00Z',
        label: null,
      },
      { kind: 'values', of: 2, valueSets },
    ]
    // The values are sent in a request after that of their prompt.
    await send(ada, entries, 0, 4)
    const startedAt = new Date(app.clock.now).toISOString()
    app.clock.now += 1000
    expect(await send(ada, entries, 4)).toMatchObject({ done: 6 })

    const { prompts } = await ada.call(calls.searchPrompts, { search: 'katze' })
    const promptId = prompts[0]?.id ?? ''
    expect(prompts[0]?.folderPath.map(({ name }) => name)).toEqual(['There', 'Outer', 'Inner'])
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    expect(prompt).toMatchObject({
      name: 'Müllers Katze',
      color: 'FFD166',
      prompt: '\tA {form}\n😀 ',
      notes: ' keep ',
      variables,
      valueSets,
      isPublic: 0,
      isFavourite: 1,
      usedAt: '2024-02-29T10:00:00.000Z',
      updatedAt: startedAt,
    })
    const { versions } = await ada.call(calls.listVersions, { promptId })
    expect(versions).toMatchObject([
      { number: 2, name: 'Second', label: null },
      { number: 1, name: 'First', label: 'Old', writtenAt: '2020-01-01T00:00:00.000Z' },
    ])
    const { version } = await ada.call(calls.getVersion, { promptId, number: 1 })
    expect(version.prompt).toBe(long)
    await checkRows(app.location)
  })

  it('imports each entry once, even if its batches are repeated and overlap', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const entries = makeEntries(330)
    const all = entries.length
    // Entries beyond a gap are not imported.
    expect(await send(ada, entries, 100, 200)).toMatchObject({ done: 0 })
    expect(await namesIn(app)).toEqual([])
    expect(await send(ada, entries, 0, 120)).toMatchObject({ done: 120 })
    expect(await send(ada, entries, 0, 120)).toMatchObject({ done: 120 })
    expect(await send(ada, entries, 110, 130)).toMatchObject({ done: 130 })
    await Promise.all([
      send(ada, entries, 130, 300),
      send(ada, entries, 120, 310),
      send(ada, entries, 130, 300),
      send(ada, entries, 0, 200),
    ])
    expect(await send(ada, entries, 300)).toMatchObject({ done: all })
    expect(await send(ada, entries, 300)).toMatchObject({ done: all })
    expect(await namesIn(app)).toEqual(numbered(330))
    expect((await ada.call(calls.listFolders, {})).folders).toMatchObject([{ promptCount: 329 }])
    await checkRows(app.location)
  })

  it('reports its progress for a month, and for a day after its end', async ({ app }) => {
    const ada = await app.signUp()
    const entries = makeEntries(4)
    await send(ada, entries, 0, 3)
    const startedAt = new Date(app.clock.now).toISOString()
    const started = { attempt, name: 'poems.json', total: 5, done: 3, startedAt }
    app.clock.now += 20 * dayMs
    await app.sweepImports()
    expect((await ada.call(calls.listImports, {})).imports).toEqual([started])
    await send(ada, entries, 3)
    expect((await ada.call(calls.listImports, {})).imports).toEqual([{ ...started, done: 5 }])
    app.clock.now += dayMs
    await app.sweepImports()
    expect((await ada.call(calls.listImports, {})).imports).toEqual([])
    expect(await namesIn(app)).toHaveLength(4)
  })

  it('stops at the limit of the plan, and continues on a larger one', async ({ app }) => {
    const ada = await app.signUp()
    const { promptLimit } = (await ada.call(calls.getProfile, {})).usage
    const entries = makeEntries((promptLimit ?? 0) + 20)
    const batch = { attempt, name: 'poems.json', total: entries.length, from: 0, entries }
    await ada.call(calls.importEntries, { ...batch, entries: entries.slice(0, 11) })
    expect(await ada.failure(calls.importEntries, batch)).toEqual([403, 'prompt_limit_reached'])
    expect(await namesIn(app)).toEqual(numbered(10))
    await app.liftLimits()
    await send(ada, entries)
    expect(await namesIn(app)).toEqual(numbered(entries.length - 1))
    await sql`delete from subscriptions`.execute(app.db)
    const more = { ...batch, attempt: attempt.replace('0', '1') }
    expect(await ada.failure(calls.importEntries, more)).toEqual([403, 'subscription_missing'])
    await checkRows(app.location)
  })

  it('rejects invalid batches completely', async ({ app }) => {
    const ada = await app.signUp()
    const bob = await app.signUp('bob@example.com')
    const hers = await ada.makeFolder('Hers')
    const { owner_no } = await app.db
      .selectFrom('users')
      .select('owner_no')
      .where('email', '=', 'bob@example.com')
      .executeTakeFirstOrThrow()
    const idAt = (place: number) =>
      toImportedId(mintOwner(owner_no, 'registration'), attempt, place)
    const prompt = { kind: 'prompt', in: null, name: 'Poem', color, prompt: 'x' }
    const folder = { kind: 'folder', in: null, name: 'Poems', color }
    const writtenAt = '2026-01-01T00:00:00Z'
    const trashed = { kind: 'deleted', name: 'Gone', color, deletedAt: writtenAt }
    const version = { name: 'Former', prompt: 'x', notes: null, writtenAt, label: null }
    const wrong = [
      [[{ ...prompt, in: hers }], 404, 'not_found'],
      [[prompt, { ...prompt, in: 0 }], 404, 'not_found'],
      [[{ kind: 'folder', in: 7, name: 'Poems', color }], 404, 'not_found'],
      [[{ ...folder, in: 0 }], 404, 'not_found'],
      [[{ ...folder, in: 1 }, folder], 404, 'not_found'],
      [[{ ...folder, in: idAt(0) }], 404, 'not_found'],
      [
        [
          { ...folder, in: idAt(1) },
          { ...folder, in: 0 },
        ],
        404,
        'not_found',
      ],
      [[{ ...prompt, deleted: 1 }, trashed], 404, 'not_found'],
      [[{ kind: 'values', of: 0, valueSets: [] }], 404, 'not_found'],
      [[{ kind: 'version', ...version, of: 1 }, prompt], 404, 'not_found'],
      [[prompt, { ...prompt, name: ' ' }], 400, 'name_missing'],
      [[prompt, { ...prompt, updatedAt: 'yesterday' }], 400, 'invalid_request'],
      [[prompt, { ...prompt, kind: 'poem' }], 400, 'invalid_request'],
      [
        [prompt, { ...prompt, prompt: 'x'.repeat(limits.promptLength + 1) }],
        400,
        'prompt_too_long',
      ],
      [Array.from({ length: limits.importBatch + 1 }, () => prompt), 400, 'invalid_request'],
    ] as const
    for (const [entries, ...failure] of wrong) {
      const batch = { attempt, name: 'poems.json', total: 1000, from: 0, entries }
      expect(await bob.failure(calls.importEntries, batch)).toEqual(failure)
    }
    const tooMany = { attempt, name: 'poems.json', total: 1, from: 0, entries: [prompt, prompt] }
    expect(await bob.failure(calls.importEntries, tooMany)).toEqual([400, 'invalid_request'])
    expect(await namesIn(app)).toEqual([])
    expect((await bob.call(calls.listImports, {})).imports).toEqual([])
    await checkRows(app.location)
  })

  it('is one of at most a thousand', async ({ app }) => {
    const ada = await app.signUp()
    const [one = { kind: 'folder', in: null, name: 'x', color }] = makeEntries(0)
    await send(ada, [one])
    const { attempt: _attempt, ...row } = await app.db
      .selectFrom('imports')
      .selectAll()
      .executeTakeFirstOrThrow()
    const more = Array.from({ length: limits.imports - 1 }, (_, at) => ({
      ...row,
      attempt: String(at),
    }))
    await app.db.insertInto('imports').values(more).execute()
    const batch = { attempt: 'f'.repeat(32), name: 'x', total: 1, from: 0, entries: [one] }
    const tooMany = [429, 'too_many_attempts']
    expect(await ada.failure(calls.importEntries, batch)).toEqual(tooMany)
    expect(await ada.failure(calls.undoImport, batch)).toEqual(tooMany)
    await ada.call(calls.undoImport, { attempt })
    app.clock.now += dayMs
    await app.sweepImports()
    await ada.call(calls.importEntries, batch)
  })
})
