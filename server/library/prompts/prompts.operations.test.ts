import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { aPrompt } from '#tests/fixtures/a-prompt.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const nobodysId = '01a1fc2c-43c7-7eda-9052-213b5df26ec4'
const missing = [404, 'not_found']

describe.each(databases)('Prompts on $name', (database) => {
  const it = libraryTest(database)

  it('are stored byte for byte, with normalised line endings', async ({ app }) => {
    const ada = await app.signUp()
    const body =
      '\t<b>&amp;</b> {<b>name</b>}  \r\n\r\n{ "a": 1 }\r{{x}} 😀 e\u0301 \u2028 \uFEFF $& %_\\ \n'
    const promptId = await ada.makePrompt('Odd', { prompt: body, notes: ' a\r\nb ' })
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    const expected = {
      id: promptId,
      name: 'Odd',
      color: 'f1f5f9',
      notes: ' a\nb ',
      prompt: body.replaceAll(/\r\n?/g, '\n'),
      updatedAt: new Date(app.clock.now).toISOString(),
    }
    expect(prompt).toEqual(aPrompt(expected))
  })

  it('show their beginning on a card, never the whole body', async ({ app }) => {
    const ada = await app.signUp()
    const id = await ada.makePrompt('Long', { prompt: `{<b>a</b>} {b} {a} ${'word '.repeat(500)}` })
    const [card] = (await ada.call(calls.listPrompts, {})).prompts
    expect(card).toMatchObject({ id, name: 'Long', color: 'f1f5f9', isPublic: 0, variableCount: 2 })
    expect(card?.preview).toMatch(/^\{<b>a<\/b>\} \{<b>b<\/b>\} \{<b>a<\/b>\} word word/)
    expect(card?.preview.length).toBeLessThan(320)
  })

  it('are listed in their folder by name, in natural order', async ({ app }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Takes')
    for (const name of ['Take 10', 'take 2', 'Take 1']) await ada.makePrompt(name, { folderId })
    await ada.makePrompt('Elsewhere')
    const { prompts } = await ada.call(calls.listPrompts, { folderId })
    expect(prompts.map((prompt) => prompt.name)).toEqual(['Take 1', 'take 2', 'Take 10'])
    const empty = await ada.makeFolder('Empty')
    expect(await ada.call(calls.listPrompts, { folderId: empty })).toEqual({ prompts: [] })
  })

  it('change when they are edited; omitted notes are removed', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Draft', { notes: 'remember the milk' })
    app.clock.now += 60_000
    await ada.call(calls.updatePrompt, {
      promptId,
      name: ' Final ',
      color: '#020617',
      prompt: '{x}',
    })
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    expect(prompt).toMatchObject({
      name: 'Final',
      color: '020617',
      prompt: '{x}',
      notes: null,
      updatedAt: new Date(app.clock.now).toISOString(),
    })
    expect((await ada.call(calls.searchPrompts, { search: 'milk' })).prompts).toEqual([])
    expect((await ada.call(calls.searchPrompts, { search: 'final' })).prompts).toHaveLength(1)
  })

  it('move into a folder and back to the root', async ({ app }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Poems')
    const promptId = await ada.makePrompt('Poem')
    await ada.call(calls.movePrompt, { promptId, folderId })
    expect((await ada.call(calls.listPrompts, { folderId })).prompts).toHaveLength(1)
    expect((await ada.call(calls.getPrompt, { promptId })).prompt.folderId).toBe(folderId)
    await ada.call(calls.movePrompt, { promptId, folderId: 'root' })
    expect((await ada.call(calls.listPrompts, {})).prompts).toHaveLength(1)
  })

  it('require a destination to move', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    for (const folderId of [undefined, '']) {
      const input = { promptId, ...(folderId !== undefined && { folderId }) }
      expect(await ada.failure(calls.movePrompt, input)).toEqual([400, 'destination_missing'])
    }
    expect(await ada.failure(calls.movePrompt, { promptId, folderId: nobodysId })).toEqual(missing)
  })

  it('no longer exist after they are deleted', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    await ada.call(calls.deletePrompt, { promptId })
    expect(await ada.failure(calls.getPrompt, { promptId })).toEqual(missing)
    expect(await ada.failure(calls.deletePrompt, { promptId })).toEqual(missing)
    expect((await ada.call(calls.searchPrompts, { search: 'poem' })).prompts).toEqual([])
  })

  it('are visible to anyone with the link, only while they are shared', async ({ app }) => {
    const ada = await app.signUp()
    const visitor = app.visitor()
    const promptId = await ada.makePrompt('Poem', { notes: 'for my eyes only' })
    expect(await visitor.failure(calls.getSharedPrompt, { promptId })).toEqual(missing)
    await ada.call(calls.togglePromptPublic, { promptId })
    expect(await visitor.call(calls.getSharedPrompt, { promptId })).toEqual({
      status: 'success',
      promptName: 'Poem',
      prompt: 'Write about {<b>topic</b>}.',
      color: 'f1f5f9',
      variables: [],
    })
    expect((await ada.call(calls.listPrompts, {})).prompts).toMatchObject([{ isPublic: 1 }])
    await ada.call(calls.togglePromptPublic, { promptId })
    expect(await visitor.failure(calls.getSharedPrompt, { promptId })).toEqual(missing)
  })

  it('have a link that only its key opens, and another one each time they are shared', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const visit = (shareKey?: string) =>
      app.visitor().send(calls.getSharedPrompt, { promptId, shareKey })
    const statusOf = async (key?: string) => (await visit(key)).statusCode
    const [first, second] = ['A', 'B'].map((letter) => letter.repeat(22)) as [string, string]
    const share = (shareKey: string) => ada.call(calls.togglePromptPublic, { promptId, shareKey })

    await share(first)
    expect((await ada.call(calls.getPrompt, { promptId })).prompt.shareKey).toBe(first)
    expect(await statusOf(first)).toBe(200)
    for (const wrong of [undefined, second, first.slice(1), `${first}A`, '']) {
      expect((await visit(wrong)).json()).toMatchObject({ code: 'not_found' })
    }
    // Neither editing nor the trash changes the link.
    const edit = { name: 'Ode', color: 'f1f5f9', prompt: 'x' }
    await ada.call(calls.updatePrompt, { promptId, ...edit })
    const { trashId } = await ada.call(calls.deletePrompt, { promptId })
    expect(await statusOf(first)).toBe(404)
    await ada.call(calls.restoreTrash, { trashId })
    expect(await statusOf(first)).toBe(200)
    const copy = await ada.call(calls.copySelection, { promptIds: [promptId] })
    const [copied = ''] = copy.ids
    expect((await ada.call(calls.getPrompt, { promptId: copied })).prompt.shareKey).toBeNull()

    await ada.call(calls.togglePromptPublic, { promptId })
    expect(await statusOf(first)).toBe(404)
    await share(second)
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    // A program that does not know keys gets the link without one, and no previous key replaces it.
    await ada.call(calls.togglePromptPublic, { promptId })
    await ada.call(calls.togglePromptPublic, { promptId })
    expect(await statusOf()).toBe(200)
  })

  it('do not exist for other accounts', async ({ app }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    const folderId = await ada.makeFolder('Private')
    const promptId = await ada.makePrompt('Secret', { folderId })
    const own = await eve.makePrompt('Own')
    const text = { name: 'Mine now', color: '000000', prompt: '' }

    expect(await eve.failure(calls.listPrompts, { folderId })).toEqual(missing)
    expect(await eve.failure(calls.createPrompt, { ...text, folderId })).toEqual(missing)
    expect(await eve.failure(calls.movePrompt, { promptId: own, folderId })).toEqual(missing)
    for (const id of [promptId, nobodysId, 'not-an-id']) {
      expect(await eve.failure(calls.getPrompt, { promptId: id })).toEqual(missing)
      expect(await eve.failure(calls.updatePrompt, { promptId: id, ...text })).toEqual(missing)
      expect(await eve.failure(calls.deletePrompt, { promptId: id })).toEqual(missing)
      expect(await eve.failure(calls.movePrompt, { promptId: id, folderId: 'root' })).toEqual(
        missing,
      )
      expect(await eve.failure(calls.togglePromptPublic, { promptId: id })).toEqual(missing)
      expect(await eve.failure(calls.getSharedPrompt, { promptId: id })).toEqual(missing)
    }
    expect((await eve.call(calls.searchPrompts, { search: 'secret' })).prompts).toEqual([])
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    expect(prompt).toMatchObject({ name: 'Secret', folderId })
  })

  it('may have exactly the agreed length', async ({ app }) => {
    const ada = await app.signUp()
    const longest = {
      name: 'ß'.repeat(200),
      color: 'f1f5f9',
      prompt: 'ä'.repeat(200_000),
      notes: 'ö'.repeat(20_000),
    }
    await ada.call(calls.createPrompt, longest)
    expect(await ada.failure(calls.createPrompt, { ...longest, name: 'ß'.repeat(201) })).toEqual([
      400,
      'name_too_long',
    ])
    expect(
      await ada.failure(calls.createPrompt, { ...longest, prompt: 'ä'.repeat(200_001) }),
    ).toEqual([400, 'prompt_too_long'])
    expect(
      await ada.failure(calls.createPrompt, { ...longest, notes: 'ö'.repeat(20_001) }),
    ).toEqual([400, 'notes_too_long'])
  })

  it.for([
    ['without a name', { name: '' }, 'name_missing'],
    ['in no colour', { color: '' }, 'color_invalid'],
    ['with a NUL in the body', { prompt: 'a\0b' }, 'invalid_characters'],
    ['with half a pair in the body', { prompt: 'a\uDC00b' }, 'invalid_characters'],
    ['with a NUL in the notes', { notes: '\0' }, 'invalid_characters'],
    ['with a body that is no text', { prompt: { a: 1 } }, 'invalid_request'],
    ['without a body', { prompt: undefined }, 'invalid_request'],
  ] as const)('are not made %s', async ([, change, code], { app }) => {
    const ada = await app.signUp()
    const input = { name: 'Poem', color: 'f1f5f9', prompt: '', ...change }
    expect(await ada.failure(calls.createPrompt, input)).toEqual([400, code])
  })
})
