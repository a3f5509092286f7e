import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { prunable } from '#server/library/versions/versions.rules.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const missing = [404, 'not_found']
const later = 11 * 60_000
const look = { name: 'Poem', color: 'f1f5f9' }

describe.each(databases)('Versions of a prompt on $name', (database) => {
  const it = libraryTest(database)

  it('save the state that a change replaces, byte for byte', async ({ app }) => {
    const ada = await app.signUp()
    const first = {
      name: 'Erste',
      whenToUse: 'Zuerst',
      prompt: '\tA {form} 😀\n\n{ "a": 1 } ',
      notes: ' n ',
      variables: [{ name: 'form', kind: 'long' as const }],
    }
    const { id: promptId } = await ada.call(calls.createPrompt, { ...first, color: 'f1f5f9' })
    const writtenAt = new Date(app.clock.now).toISOString()
    app.clock.now += later
    await ada.call(calls.updatePrompt, { promptId, ...look, prompt: 'Second' })
    const { versions } = await ada.call(calls.listVersions, { promptId })
    expect(versions).toEqual([{ number: 1, name: 'Erste', writtenAt, label: null }])
    const { version } = await ada.call(calls.getVersion, { promptId, number: 1 })
    expect(version).toEqual(first)

    // Restoring is a change like any other, and can be undone in the same way.
    app.clock.now += later
    await ada.call(calls.updatePrompt, { promptId, color: 'f1f5f9', ...version })
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    expect(prompt).toMatchObject(first)
    const { version: second } = await ada.call(calls.getVersion, { promptId, number: 2 })
    expect(second).toMatchObject({ name: 'Poem', prompt: 'Second' })
  })

  it('merge changes of a session within ten minutes', async ({ app }) => {
    const ada = await app.signUp()
    const phone = app.visitor()
    await phone.signIn('ada@example.com', 'correct horse')
    const promptId = await ada.makePrompt('Poem', { prompt: 'Original' })
    const textsOf = async () => {
      const { versions } = await ada.call(calls.listVersions, { promptId })
      const texts = versions.map(({ number }) => ada.call(calls.getVersion, { promptId, number }))
      return (await Promise.all(texts)).map(({ version }) => version.prompt)
    }
    for (const prompt of ['One', 'Two', 'Three']) {
      app.clock.now += 60_000
      await ada.call(calls.updatePrompt, { promptId, ...look, prompt })
    }
    expect(await textsOf()).toEqual(['Original'])
    await phone.call(calls.updatePrompt, { promptId, ...look, prompt: 'By phone' })
    expect(await textsOf()).toEqual(['Three', 'Original'])
    app.clock.now += later
    await ada.call(calls.updatePrompt, { promptId, ...look, prompt: 'Later' })
    expect(await textsOf()).toEqual(['By phone', 'Three', 'Original'])
  })

  it('save the state that restoring one replaces, however recent it is', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem', { prompt: 'First draft' })
    const textsOf = async () => {
      const { versions } = await ada.call(calls.listVersions, { promptId })
      const texts = versions.map(({ number }) => ada.call(calls.getVersion, { promptId, number }))
      return (await Promise.all(texts)).map(({ version }) => version.prompt)
    }
    const write = (prompt: string, more = {}) =>
      ada.call(calls.updatePrompt, { promptId, ...look, prompt, ...more })
    await write('An hour of work')
    const { updatedAt } = await write('First draft', { fromVersion: 1 })
    expect(await textsOf()).toEqual(['An hour of work', 'First draft'])
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    expect(prompt).toMatchObject({ prompt: 'First draft', updatedAt })
    // A restored text is a text like any other: the next edit keeps it as a version, too.
    app.clock.now += 1000
    await write('Second draft')
    await write('Third draft')
    expect(await textsOf()).toEqual(['First draft', 'An hour of work', 'First draft'])
    // Undoing the restoration does not undo later edits.
    const undo = { promptId, ...look, prompt: 'An hour of work', updatedAt, fromVersion: 2 }
    expect(await ada.failure(calls.updatePrompt, undo)).toEqual([409, 'prompt_changed'])
  })

  it('are not saved for the colour, moving, starring or sharing', async ({ app }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Poems')
    const promptId = await ada.makePrompt('Poem', { prompt: 'Text' })
    app.clock.now += later
    await ada.call(calls.updatePrompt, { promptId, name: 'Poem', color: '4ECDC4', prompt: 'Text' })
    await ada.call(calls.movePrompt, { promptId, folderId })
    await ada.call(calls.togglePromptPublic, { promptId })
    const changes = [{ promptIds: [promptId], isFavourite: 1 as const }]
    await ada.call(calls.changeSelection, { changes })
    expect((await ada.call(calls.listVersions, { promptId })).versions).toEqual([])
  })

  it('are limited by the plan, except labelled ones', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem', { prompt: 'Text 0' })
    const write = async (count: number) => {
      app.clock.now += later
      await ada.call(calls.updatePrompt, { promptId, ...look, prompt: `Text ${count}` })
    }
    await write(1)
    await ada.call(calls.labelVersion, { promptId, number: 1, label: 'The first' })
    for (let count = 2; count <= 24; count++) await write(count)
    const { versions } = await ada.call(calls.listVersions, { promptId })
    expect(versions.map(({ number }) => number)).toEqual([
      ...Array.from({ length: 20 }, (_, at) => 24 - at),
      1,
    ])
    expect(versions.at(-1)).toMatchObject({ label: 'The first' })
    await ada.call(calls.labelVersion, { promptId, number: 1, label: null })
    await write(25)
    expect((await ada.call(calls.listVersions, { promptId })).versions).toHaveLength(20)
  })

  it('move to the trash and back with their prompt, and are deleted on request', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    app.clock.now += later
    await ada.call(calls.updatePrompt, { promptId, ...look, prompt: 'Second' })
    const before = await ada.call(calls.listVersions, { promptId })
    const { trashId } = await ada.call(calls.deletePrompt, { promptId })
    expect(await ada.failure(calls.listVersions, { promptId })).toEqual(missing)
    await ada.call(calls.restoreTrash, { trashId })
    expect(await ada.call(calls.listVersions, { promptId })).toEqual(before)
    await ada.call(calls.deleteVersions, { promptId })
    expect((await ada.call(calls.listVersions, { promptId })).versions).toEqual([])
    expect(await app.db.selectFrom('prompt_versions').selectAll().execute()).toEqual([])
  })

  it.for([0, -1, 1.5, 2 ** 31, 1e30, '1'])('have no number %s', async (number, { app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const answer = await ada.send(calls.labelVersion, { promptId, number, label: 'First' })
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid_request' }])
    const most = { promptId, number: 2 ** 31 - 1, label: 'First' }
    expect(await ada.failure(calls.labelVersion, most)).toEqual(missing)
  })

  it('belong only to their owner', async ({ app }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    const promptId = await ada.makePrompt('Private')
    await ada.call(calls.updatePrompt, { promptId, ...look, prompt: 'Second' })
    const one = { promptId, number: 1 }
    expect(await eve.failure(calls.listVersions, { promptId })).toEqual(missing)
    expect(await eve.failure(calls.getVersion, one)).toEqual(missing)
    expect(await eve.failure(calls.labelVersion, { ...one, label: 'Mine' })).toEqual(missing)
    expect(await eve.failure(calls.deleteVersions, { promptId })).toEqual(missing)
    expect((await ada.call(calls.listVersions, { promptId })).versions).toHaveLength(1)
  })
})

test('Unlabelled versions are pruned by number and size; labelled ones are not', () => {
  const kept = fc.record({
    number: fc.nat(),
    label: fc.constantFrom(null, null, 'named'),
    bytes: fc.nat(1000),
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(kept, { selector: ({ number }) => number, maxLength: 40 }),
      fc.nat(30),
      fc.nat(10_000),
      (versions, count, bytes) => {
        const gone = new Set(prunable(versions, { versions: count, bytes }))
        const left = versions.filter(({ number }) => !gone.has(number))
        const unnamed = left.filter(({ label }) => label === null)
        expect(unnamed.length).toBeLessThanOrEqual(count)
        expect(unnamed.reduce((sum, one) => sum + one.bytes, 0)).toBeLessThanOrEqual(bytes)
        expect(left.filter(({ label }) => label !== null)).toEqual(
          versions.filter(({ label }) => label !== null),
        )
      },
    ),
  )
})
