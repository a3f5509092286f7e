import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import { checkRows } from '#tests/faults/support/check-rows.ts'
import { makeChance } from '#tests/support/chance.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, readEverything } from '#tests/support/library-test.ts'

const missing = [404, 'not_found']
const dayMs = 24 * 60 * 60_000

describe.each(databases)('The trash on $name', (database) => {
  const it = libraryTest(database)

  it('restores a prompt byte for byte to its original place', async ({ app }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Poems')
    const { id: promptId } = await ada.call(calls.createPrompt, {
      folderId,
      name: 'Müllers Katze',
      color: '#4ECDC4',
      prompt: '\tA {form}\n\n😀 {"a": 1} ',
      notes: ' keep ',
      variables: [{ name: 'form', kind: 'long', required: true }],
    })
    const values = [{ name: 'form', value: 'sonnet' }]
    await ada.call(calls.saveValueSet, { promptId, name: 'Usual', values })
    await ada.call(calls.togglePromptPublic, { promptId })
    await ada.call(calls.notePromptUse, { promptId })
    await ada.call(calls.changeSelection, { changes: [{ promptIds: [promptId], isFavourite: 1 }] })
    const before = await ada.call(calls.getPrompt, { promptId })
    const { usage } = await ada.call(calls.getProfile, {})

    app.clock.now += 1000
    const { trashId } = await ada.call(calls.deletePrompt, { promptId })
    expect(await ada.failure(calls.getPrompt, { promptId })).toEqual(missing)
    expect(await app.visitor().failure(calls.getSharedPrompt, { promptId })).toEqual(missing)
    expect((await ada.call(calls.searchPrompts, { search: 'katze' })).prompts).toEqual([])
    expect((await ada.call(calls.getShelf, {})).favourites).toEqual([])
    expect((await ada.call(calls.getProfile, {})).usage).toMatchObject({ prompts: 0 })
    const deletedAt = new Date(app.clock.now).toISOString()
    const erasedAt = new Date(app.clock.now + limits.trashDays * dayMs).toISOString()
    const { items } = await ada.call(calls.listTrash, {})
    expect(items).toEqual([
      {
        id: trashId,
        name: 'Müllers Katze',
        color: '4ECDC4',
        folderCount: 0,
        promptCount: 1,
        deletedAt,
        erasedAt,
      },
    ])

    await ada.call(calls.restoreTrash, { trashId })
    expect(await ada.call(calls.getPrompt, { promptId })).toEqual(before)
    expect((await ada.call(calls.listPrompts, { folderId })).prompts).toHaveLength(1)
    expect(await app.visitor().call(calls.getSharedPrompt, { promptId })).toBeTruthy()
    expect((await ada.call(calls.searchPrompts, { search: 'katze' })).prompts).toHaveLength(1)
    expect((await ada.call(calls.getShelf, {})).favourites).toHaveLength(1)
    expect((await ada.call(calls.getProfile, {})).usage).toEqual(usage)
    expect((await ada.call(calls.listTrash, {})).items).toEqual([])
    await checkRows(app.location)
  })

  it('restores a folder with everything in it, and counts it', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const doomed = await ada.makeFolder('Doomed')
    const inner = await ada.makeFolder('Inner', doomed)
    for (let count = 0; count < 7; count++) {
      await ada.makePrompt(`Prompt ${count}`, { folderId: count % 2 === 0 ? doomed : inner })
    }
    // A folder that is older than its parent.
    const oldest = await ada.makeFolder('Oldest')
    const youngest = await ada.makeFolder('Youngest', doomed)
    await ada.call(calls.changeSelection, {
      changes: [{ folderIds: [oldest], folderId: youngest }],
    })
    const before = await ada.call(calls.listFolderTree, {})
    const { trashId } = await ada.call(calls.deleteFolder, { folderId: doomed })
    expect((await ada.call(calls.listFolderTree, {})).folders).toEqual([])
    expect((await ada.call(calls.listTrash, {})).items).toMatchObject([
      { name: 'Doomed', color: '4ECDC4', folderCount: 4, promptCount: 7 },
    ])
    await ada.call(calls.restoreTrash, { trashId })
    expect(await ada.call(calls.listFolderTree, {})).toEqual(before)
    expect((await ada.call(calls.listPrompts, { folderId: inner })).prompts).toHaveLength(3)
    await checkRows(app.location)
  })

  it('accepts and restores a folder that exceeds one transaction', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const folderId = await ada.makeFolder('Large')
    const original = await ada.makePrompt('Prompt', { folderId })
    for (let copies = 1; copies < 640;) {
      const { prompts } = await ada.call(calls.listPrompts, { folderId })
      const promptIds = prompts.slice(0, 640 - copies).map(({ id }) => id)
      const { ids } = await ada.call(calls.copySelection, { promptIds })
      copies += ids.length
    }
    const { prompts: before } = await ada.call(calls.listPrompts, { folderId })
    expect(before).toHaveLength(640)
    const { trashId } = await ada.call(calls.deleteFolder, { folderId })
    expect((await ada.call(calls.listTrash, {})).items).toMatchObject([{ promptCount: 640 }])
    expect(await ada.failure(calls.getPrompt, { promptId: original })).toEqual(missing)
    await ada.call(calls.restoreTrash, { trashId })
    expect((await ada.call(calls.listPrompts, { folderId })).prompts).toEqual(before)
    await checkRows(app.location)
  })

  it('restores items to the root if their folder no longer exists', async ({ app }) => {
    const ada = await app.signUp()
    const gone = await ada.makeFolder('Gone')
    const folderId = await ada.makeFolder('Inner', gone)
    const promptId = await ada.makePrompt('Poem', { folderId: gone })
    const { trashId: prompt } = await ada.call(calls.deletePrompt, { promptId })
    const { trashId: folder } = await ada.call(calls.deleteFolder, { folderId })
    await ada.call(calls.deleteFolder, { folderId: gone })
    await ada.call(calls.restoreTrash, { trashId: prompt })
    await ada.call(calls.restoreTrash, { trashId: folder })
    expect((await ada.call(calls.listPrompts, {})).prompts).toMatchObject([{ id: promptId }])
    expect((await ada.call(calls.listFolders, {})).folders).toMatchObject([{ id: folderId }])
    await checkRows(app.location)
  })

  it('counts towards no limit, and cannot exceed the limit of the plan', async ({ app }) => {
    const ada = await app.signUp()
    const promptIds: string[] = []
    for (let count = 0; count < 10; count++) promptIds.push(await ada.makePrompt(`Old ${count}`))
    const { trashId = '' } = await ada.call(calls.deleteSelection, { promptIds })
    await ada.makePrompt('New')
    const answer = await ada.failure(calls.restoreTrash, { trashId })
    expect(answer).toEqual([403, 'prompt_limit_reached'])
    expect((await ada.call(calls.listTrash, {})).items).toHaveLength(1)
  })

  it('restores deleted prompts even beyond the limit of a smaller plan', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    for (let count = 0; count < 12; count++) await ada.makePrompt(`Old ${count}`)
    await sql`update subscriptions set plan_id = 'free'`.execute(app.db)
    const { prompts } = await ada.call(calls.listPrompts, {})
    const promptId = prompts[0]?.id ?? ''
    const { trashId } = await ada.call(calls.deletePrompt, { promptId })
    await ada.call(calls.restoreTrash, { trashId })
    expect((await ada.call(calls.listPrompts, {})).prompts).toHaveLength(12)
  })

  it('belongs only to its owner', async ({ app }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    const promptId = await ada.makePrompt('Private')
    const { trashId } = await ada.call(calls.deletePrompt, { promptId })
    expect((await eve.call(calls.listTrash, {})).items).toEqual([])
    expect(await eve.failure(calls.restoreTrash, { trashId })).toEqual(missing)
    expect(await eve.failure(calls.eraseTrash, { trashId })).toEqual(missing)
    await eve.call(calls.emptyTrash, {})
    expect((await ada.call(calls.listTrash, {})).items).toHaveLength(1)
  })

  it('can be emptied only by its owner, not by a token', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Kept')
    const access = { name: 'Script', scopes: ['library:read' as const, 'library:write' as const] }
    const program = app.program((await ada.call(calls.createToken, access)).token)
    const { trashId } = await program.call(calls.deletePrompt, { promptId })
    const refused = [403, 'insufficient_scope']
    expect(await program.failure(calls.eraseTrash, { trashId })).toEqual(refused)
    expect(await program.failure(calls.emptyTrash, {})).toEqual(refused)
    await program.call(calls.restoreTrash, { trashId })
  })

  it('leaves no trace of permanently deleted items', async ({ app }) => {
    const ada = await app.signUp()
    // No server listens on this port.
    const address = { dialect: 'openai' as const, baseUrl: 'http://127.0.0.1:1', key: 'key' }
    const connection = { name: 'Mine', models: ['m'], ...address }
    const { id: connectionId } = await ada.call(calls.createConnection, connection)
    const erase = [
      (trashId: string) => ada.call(calls.eraseTrash, { trashId }),
      () => ada.call(calls.emptyTrash, {}),
    ]
    for (const [at, end] of erase.entries()) {
      const canary = `canary-${at}-9d1c`
      const folderId = await ada.makeFolder(canary)
      const prompt = `${canary} `.repeat(3000)
      const promptId = await ada.makePrompt(canary, { folderId, prompt, notes: canary })
      const edit = { name: `Other ${canary}`, color: 'f1f5f9', prompt: `Other ${canary}` }
      await ada.call(calls.updatePrompt, { promptId, ...edit })
      const run = { attempt: String(at).repeat(32), promptId, values: [], text: canary, model: 'm' }
      const { runId } = await ada.call(calls.startRun, { ...run, connectionId })
      await ada.send(calls.followRun, { runId })
      const { trashId } = await ada.call(calls.deleteFolder, { folderId })
      expect(await readEverything(app)).toContain(canary)
      await end(trashId)
      expect(await ada.failure(calls.restoreTrash, { trashId })).toEqual(missing)
      expect(await readEverything(app)).not.toContain(canary)
    }
    const { trash_bytes } = await app.db
      .selectFrom('libraries')
      .select('trash_bytes')
      .executeTakeFirstOrThrow()
    expect(trash_bytes).toBe(0)
  })

  it('is swept after 30 days', async ({ app }) => {
    const ada = await app.signUp()
    const doomed = await ada.makePrompt('Doomed')
    await ada.call(calls.deletePrompt, { promptId: doomed })
    app.clock.now += dayMs
    const promptId = await ada.makePrompt('Later')
    await ada.call(calls.deletePrompt, { promptId })
    app.clock.now += (limits.trashDays - 1) * dayMs
    await app.sweepTrash()
    // Deletion times come from the server; the session does not expire in between.
    const left = await app.db.selectFrom('trash').select('name').execute()
    expect(left).toEqual([{ name: 'Later' }])
    expect(await app.db.selectFrom('trashed_prompts').select('name').execute()).toEqual(left)
  })

  it('drops its oldest items above its limits, and accepts everything else', async ({ app }) => {
    const ada = await app.signUp()
    const names = async () => (await ada.call(calls.listTrash, {})).items.map(({ name }) => name)
    const trash = async (name: string) => {
      app.clock.now += 1000
      await ada.call(calls.deletePrompt, { promptId: await ada.makePrompt(name) })
    }
    for (const name of ['First', 'Second', 'Third']) await trash(name)
    for (const full of [
      { trash_rows: sql<number>`trash_rows + ${limits.trashRows - 6}` },
      { trash_bytes: limits.trashBytes },
    ]) {
      await app.db.updateTable('libraries').set(full).execute()
      await trash('Last')
      expect((await names())[0]).toBe('Last')
      await app.recountLibraries()
    }
    expect(await names()).toEqual(['Last', 'Last', 'Third'])
    await checkRows(app.location)
  })

  it('lets the sweep complete restorations and deletions after a server has died', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const back = await ada.makePrompt('Comes back')
    await ada.call(calls.deletePrompt, { promptId: back })
    const gone = await ada.makePrompt('Is erased')
    await ada.call(calls.deletePrompt, { promptId: gone })
    // The state that the server leaves after its first transaction.
    const update = app.db.updateTable('trash')
    await update.set({ restoring_at: 1 }).where('name', '=', 'Comes back').execute()
    await update.set({ deleted_at: 0 }).where('name', '=', 'Is erased').execute()
    expect((await ada.call(calls.listTrash, {})).items).toMatchObject([
      { name: 'Comes back', isRestoring: true },
    ])
    for (const { id: trashId } of await app.db.selectFrom('trash').select('id').execute()) {
      expect(await ada.failure(calls.restoreTrash, { trashId })).toEqual(missing)
      expect(await ada.failure(calls.eraseTrash, { trashId })).toEqual(missing)
    }
    await ada.call(calls.emptyTrash, {})
    await app.sweepRestoring()
    await app.sweepTrash()
    expect((await ada.call(calls.listPrompts, {})).prompts).toMatchObject([{ id: back }])
    expect(await app.db.selectFrom('trash').selectAll().execute()).toEqual([])
    expect(await app.db.selectFrom('trashed_prompts').selectAll().execute()).toEqual([])
    await checkRows(app.location)
  })

  it('has no deadlocks if restoring, erasing, undoing, moving and emptying run concurrently', async ({
    app,
  }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    for (let round = 0; round < 12; round++) {
      const attempt = String(round).padStart(32, '0')
      const deletedAt = new Date(app.clock.now).toISOString()
      const entries = Array.from({ length: 8 }, (_, at) => [
        { kind: 'deleted' as const, name: `Item ${at}`, color: 'f1f5f9', deletedAt },
        {
          kind: 'prompt' as const,
          in: null,
          name: `Prompt ${at}`,
          color: 'f1f5f9',
          prompt: 'x',
          deleted: 2 * at,
        },
      ]).flat()
      const file = { attempt, name: 'f.json', total: entries.length, from: 0, entries }
      await ada.call(calls.importEntries, file)
      const promptIds = [await ada.makePrompt('One'), await ada.makePrompt('Other')]
      const { items } = await ada.call(calls.listTrash, {})
      const ids = items.map(({ id }) => id)
      const answers = await Promise.all([
        ...ids.slice(0, 4).map((trashId) => ada.send(calls.restoreTrash, { trashId })),
        ...ids.slice(2, 6).map((trashId) => ada.send(calls.eraseTrash, { trashId })),
        ada.send(calls.undoImport, { attempt }),
        ada.send(calls.deleteSelection, { promptIds }),
        ada.send(calls.changeSelection, { changes: [{ promptIds, color: '4ECDC4' }] }),
        ada.send(calls.emptyTrash, {}),
      ])
      for (const { statusCode } of answers) expect([200, 404]).toContain(statusCode)
    }
    await checkRows(app.location)
  })

  it('neither duplicates nor loses anything if deleting and restoring run concurrently', async ({
    app,
  }) => {
    const chance = makeChance(16)
    const ada = await app.signUp()
    await app.liftLimits()
    const folders = await Promise.all(['A', 'B', 'C'].map((name) => ada.makeFolder(name)))
    for (let count = 0; count < 30; count++) {
      await ada.makePrompt(`Prompt ${count}`, { folderId: folders[count % 4] ?? null })
    }
    for (let round = 0; round < 8; round++) {
      const { prompts } = await ada.call(calls.listPrompts, {})
      const { folders: there } = await ada.call(calls.listFolders, {})
      const { items } = await ada.call(calls.listTrash, {})
      const someIds = prompts.filter(() => chance(2) === 0).map(({ id }) => id)
      const folderId = there[chance(3)]?.id ?? ''
      const answers = await Promise.all([
        ada.send(calls.deleteSelection, { promptIds: someIds.slice(0, 3) }),
        ada.send(calls.deleteSelection, { promptIds: someIds.slice(2), folderIds: [] }),
        ada.send(calls.deleteFolder, { folderId }),
        ...items.flatMap(({ id: trashId }) => [
          ada.send(calls.restoreTrash, { trashId }),
          ada.send(calls.restoreTrash, { trashId }),
        ]),
        ada.send(calls.changeSelection, {
          changes: [{ promptIds: someIds, folderId: there[0]?.id ?? 'root' }],
        }),
      ])
      for (const { statusCode } of answers) expect([200, 404]).toContain(statusCode)
      const names = await Promise.all(
        (['prompts', 'trashed_prompts'] as const).map((table) =>
          app.db.selectFrom(table).select('name').execute(),
        ),
      )
      expect(new Set(names.flat().map(({ name }) => name)).size).toBe(30)
      expect(names.flat()).toHaveLength(30)
      await checkRows(app.location)
    }
  })
})
