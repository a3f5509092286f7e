import { describe, expect } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import { scopes, type Call, type Within } from '#contract/core/call.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import type { Actor } from '#server/core/actor.ts'
import type { ApiError } from '#server/core/api-error.ts'
import { callOperation, type CallName } from '#server/calls/call-operation.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { channel } from '#tests/support/clients/channel.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'

const everyCall = Object.entries(calls) as [CallName, Call][]
const forActors = everyCall.filter(([, { access }]) => access !== 'public')
const byFolder: readonly (Within | undefined)[] = ['folder', 'search', 'create']
const nobodysId = '01a1fc2c-43c7-7eda-9052-213b5df26ec4'

describe.each(databases)('An actor with a root folder on $name', (database) => {
  const it = libraryTest(database)

  it('can only make calls that declare how they stay within it', async ({ app }) => {
    const { inside, call } = await makeLibrary(app)
    const open = []
    for (const [name, { within }] of forActors) {
      const outcome = await call(name, { ...texts, ...inside })
      if (outcome !== 'outside_folder') open.push(name)
      expect([name, outcome === 'outside_folder']).toEqual([name, within === undefined])
    }
    expect(open).toEqual([
      'describeToken',
      'listFolders',
      'createFolder',
      'listPrompts',
      'searchPrompts',
      'getPrompt',
      'createPrompt',
      'updatePrompt',
      'notePromptUse',
      'listChanges',
      'listIds',
      'watchLibrary',
      'listSkills',
      'listOpenInTargets',
      'startRun',
      'followRun',
      'stopRun',
      'listModels',
      'importEntries',
      'listLibrary',
    ])
  })

  it('has no access outside of it, with any call and any id', async ({ app }) => {
    const { outside, above, inside, call } = await makeLibrary(app)
    for (const [name, definition] of forActors.filter(([, { within }]) => within !== undefined)) {
      const ids = idsOf(definition)
      // Imports have their own test.
      if (definition.within === 'entries') continue
      if (definition.within !== 'anywhere')
        expect([name, ids]).toEqual([name, [expect.any(String)]])
      for (const id of ids) {
        for (const place of [outside, above]) {
          const outcome = await call(name, { ...texts, ...inside, [id]: place[id] })
          expect([name, id, outcome]).toEqual([name, id, 'outside_folder'])
        }
        const outcome = await call(name, { ...texts, ...inside, [id]: nobodysId })
        expect([name, id, outcome]).toEqual([name, id, 'not_found'])
      }
    }
  })

  it('uses it as the root of the library', async ({ app }) => {
    const { ada, inside, root, call } = await makeLibrary(app)
    const named = (list: unknown, key: 'prompts' | 'folders' | 'folderTree') =>
      (list as Record<string, { name: string }[]>)[key]?.map(({ name }) => name)
    expect(named(await call('listPrompts', {}), 'prompts')).toEqual(['Secret in Work'])
    const folders = await call('listFolders', { folderId: null })
    expect(named(folders, 'folders')).toEqual(['Mails'])
    const hidden = { ...texts, name: 'Private', shortName: 'secret', attempt: '9'.repeat(32) }
    await ada.call(calls.createPrompt, hidden)
    const found = await call('searchPrompts', { search: 'secret' })
    expect(named(found, 'prompts')).toEqual(['Secret in Mails', 'Secret in Work'])
    await call('createPrompt', { ...texts, name: 'Made' })
    await call('createFolder', { ...texts, name: 'Made' })
    const { prompts } = await ada.call(calls.listPrompts, { folderId: root })
    expect(prompts.map(({ name }) => name)).toContain('Made')
    const held = await ada.call(calls.listFolders, { folderId: root })
    expect(held.folders.map(({ name }) => name)).toContain('Made')
    // The names of the folders above stay private.
    const below = await call('listFolders', { folderId: inside.folderId })
    expect(named(below, 'folderTree')).toEqual(['Work', 'Mails'])
    for (const answer of [folders, found, below]) {
      expect(JSON.stringify(answer)).not.toMatch(/Above|Private/)
    }
  })

  it('does not learn which short names are taken outside of it', async ({ app }) => {
    const { ada, inside, call } = await makeLibrary(app)
    const named = { ...texts, shortName: 'salary', attempt: '9'.repeat(32) }
    await ada.call(calls.createPrompt, named)
    for (const shortName of ['salary', 'free']) {
      const edit = { ...texts, ...inside, shortName }
      expect(await call('createPrompt', edit)).toBe('short_name_out_of_reach')
      expect(await call('updatePrompt', edit)).toBe('short_name_out_of_reach')
    }
    // A prompt's existing short name stays.
    const { promptId } = inside
    await ada.call(calls.updatePrompt, { ...texts, promptId, shortName: 'mine' })
    expect(await call('updatePrompt', { ...texts, promptId, shortName: 'mine' })).toMatchObject({
      status: 'success',
    })
  })

  it('imports into it, and nothing outside, by an id or by an earlier entry', async ({ app }) => {
    const { ada, root, inside, outside, above, call } = await makeLibrary(app)
    await app.liftLimits()
    const color = 'f1f5f9'
    const folder = (place: string | number | null) =>
      ({ kind: 'folder', in: place, name: 'Imported', color }) as const
    const prompt = (place: string | number | null) =>
      ({ kind: 'prompt', in: place, name: 'Imported', color, prompt: 'x' }) as const
    const send = (attempt: string, entries: object[], from = 0) =>
      call('importEntries', { attempt: attempt.repeat(32), name: 'f', total: 100, from, entries })
    const whole = await collect(ada)
    for (const place of [outside.folderId, above.folderId]) {
      for (const entry of [folder(place), prompt(place)]) {
        expect(await send('a', [prompt(null), entry])).toBe('outside_folder')
      }
    }
    expect(await send('a', [prompt(nobodysId)])).toBe('not_found')
    const deleted = { kind: 'deleted', name: 'x', color, deletedAt: '2020-01-01T00:00:00Z' }
    const version = { ...prompt(null), kind: 'version', of: 0, writtenAt: deleted.deletedAt }
    for (const entry of [
      deleted,
      { kind: 'values', of: 0, valueSets: [] },
      { ...version, label: null },
    ]) {
      expect([entry.kind, await send('a', [prompt(null), entry])]).toEqual([
        entry.kind,
        'outside_folder',
      ])
    }
    expect(await send('a', [{ ...prompt(null), shortName: 'x' }])).toBe('short_name_out_of_reach')
    expect(await collect(ada)).toEqual(whole)
    // An import of its owner, outside of the folder, with the same id.
    const theirs = { attempt: 'b'.repeat(32), name: 'f', total: 100 }
    await ada.call(calls.importEntries, { ...theirs, from: 0, entries: [folder(above.folderId)] })
    expect(await send('b', [prompt(0)], 1)).toMatchObject({ done: 0, ids: [] })
    const entries = [folder(null), prompt(0), folder(inside.folderId), prompt(null), prompt(root)]
    const made = (await send('b', entries)) as { done: number; ids: string[] }
    expect(made.done).toBe(entries.length)
    const [folderId = '', inFolder, , atRoot] = made.ids
    const placeOf = async (promptId = '') =>
      (await ada.call(calls.getPrompt, { promptId })).prompt.folderId
    expect([await placeOf(inFolder), await placeOf(atRoot)]).toEqual([folderId, root])
    expect(await send('b', entries)).toEqual(made)
    // The owner has moved a folder of the import, which may be continued.
    const change = { promptIds: [], folderIds: [folderId], folderId: outside.folderId }
    await ada.call(calls.changeSelection, { changes: [change] })
    for (const entry of [prompt(0), folder(0), prompt(folderId)]) {
      expect(await send('b', [entry], entries.length)).toBe('outside_folder')
    }
    expect(await call('undoImport', theirs)).toBe('outside_folder')
    const { imports } = await ada.call(calls.listImports, {})
    expect(new Set(imports.map(({ done }) => done))).toEqual(new Set([1, entries.length]))
    await ada.call(calls.deleteFolder, { folderId: root })
    expect(await send('c', [])).toBe('outside_folder')
    expect(await send('c', [prompt(null)])).toBe('outside_folder')
  })

  it('has no access once the folder is deleted', async ({ app }) => {
    const { ada, inside, root, call } = await makeLibrary(app)
    await ada.call(calls.deleteFolder, { folderId: root })
    for (const [name, { within }] of forActors) {
      // Imports have their own test.
      if (within === undefined || within === 'anywhere' || within === 'entries') continue
      for (const input of byFolder.includes(within) ? [texts, { ...texts, folderId: root }] : []) {
        expect([name, await call(name, input)]).toEqual([name, 'outside_folder'])
      }
      const outcome = await call(name, { ...texts, ...inside })
      expect([name, outcome]).toEqual([name, 'not_found'])
    }
  })
})

/** The ids of everything. */
const collect = async (ada: ApiUser) => {
  const { folders, prompts } = await ada.call(calls.listIds, {})
  return [...folders, ...prompts].toSorted()
}

/** The rest of the input of the calls that are open. */
const texts = {
  search: 'secret',
  name: 'Other',
  color: 'f1f5f9',
  prompt: 'over',
  values: [],
  attempt: '0'.repeat(32),
  text: 'over',
  model: 'm',
}

function idsOf({ input }: Call): ('folderId' | 'promptId' | 'runId')[] {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return (['folderId', 'promptId', 'runId'] as const).filter((id) => id in properties)
}

/**
 * A folder "Work" in "Above", with a folder "Mails" in it, and one next to it. Each holds a secret prompt with a run.
 */
async function makeLibrary(app: TestApp) {
  const ada = await app.signUp()
  const address = { dialect: 'openai' as const, baseUrl: 'http://127.0.0.1:1', key: 'secret' }
  const connection = { name: 'Mine', models: ['m'], ...address }
  const { id: connectionId } = await ada.call(calls.createConnection, connection)
  let attempts = 0
  const fill = async (name: string, folderId: string | null) => {
    const promptId = await ada.makePrompt(`Secret in ${name}`, { folderId })
    const attempt = String(++attempts).repeat(32)
    const run = { attempt, promptId, connectionId, values: [], text: 'x', model: 'm' }
    const { runId } = await ada.call(calls.startRun, run)
    await ada.send(calls.followRun, { runId })
    return { folderId: folderId ?? nobodysId, promptId, runId }
  }
  const aboveId = await ada.makeFolder('Above')
  const root = await ada.makeFolder('Work', aboveId)
  await fill('Work', root)
  const inside = await fill('Mails', await ada.makeFolder('Mails', root))
  const outside = await fill('Private', await ada.makeFolder('Private', aboveId))
  const above = await fill('Above', aboveId)
  const user = await app.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const actor: Actor = {
    via: 'session',
    tokenHash: '',
    provedAt: app.clock.now,
    owner: mintOwner(user.owner_no, 'session'),
    userId: user.id,
    scopes: new Set(scopes),
    root,
    proofId: '',
  }
  /** The answer of a call, or its error's code. */
  const call = async (name: CallName, input: object): Promise<unknown> =>
    callOperation(app.services, name, actor, input, channel).catch(
      (error: ApiError) => error.errorCode,
    )
  return { ada, root, inside: { ...inside, connectionId }, outside, above, call }
}
