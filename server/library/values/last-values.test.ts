import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import { checkRows } from '#tests/faults/support/check-rows.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'

const rain = [{ name: 'topic', value: ' the rain\n{topic} “ß” ' }]
const sun = [{ name: 'topic', value: 'the sun' }]

async function lastValuesOf(user: ApiUser, promptId: string) {
  return (await user.call(calls.getPrompt, { promptId })).prompt.lastValues
}

describe.each(databases)('Last values on $name', (database) => {
  const it = libraryTest(database)

  it('are ignored unless the account stores them, but the use is recorded', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    expect(await ada.call(calls.getMyValues, {})).toMatchObject({ keepsLastValues: false })
    await ada.call(calls.notePromptUse, { promptId, values: rain })
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    expect(prompt).toMatchObject({ lastValues: [], usedAt: new Date(app.clock.now).toISOString() })
    expect(await rowsHave(app, 'rain')).toBe(false)
  })

  it('are stored by the call that records the use, and available in another session', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    await ada.call(calls.keepLastValues, { keepsLastValues: 1 })
    const { updatedAt } = (await ada.call(calls.getPrompt, { promptId })).prompt
    app.clock.now += 1000
    await ada.call(calls.notePromptUse, { promptId, values: rain })
    await ada.call(calls.notePromptUse, { promptId })
    const other = app.visitor()
    await other.signIn('ada@example.com', 'correct horse')
    expect(await other.call(calls.getMyValues, {})).toMatchObject({ keepsLastValues: true })
    const { prompt } = await other.call(calls.getPrompt, { promptId })
    expect(prompt).toMatchObject({ lastValues: rain, updatedAt })
    const eve = await app.signUp('eve@example.com')
    expect(await eve.failure(calls.notePromptUse, { promptId, values: sun })).toEqual([
      404,
      'not_found',
    ])
    await checkRows(app.location)
  })

  it('of this browser are added when storing is turned on, and replace none', async ({ app }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    const hers = await eve.makePrompt('Hers')
    const [poem, ode] = [await ada.makePrompt('Poem'), await ada.makePrompt('Ode')]
    await ada.call(calls.keepLastValues, { keepsLastValues: 1 })
    await ada.call(calls.notePromptUse, { promptId: ode, values: sun })
    const lastValues = [poem, ode, hers].map((promptId) => ({ promptId, values: rain }))
    await ada.call(calls.keepLastValues, { keepsLastValues: 1, lastValues })
    expect(await lastValuesOf(ada, poem)).toEqual(rain)
    expect(await lastValuesOf(ada, ode)).toEqual(sun)
    expect(await lastValuesOf(eve, hers)).toEqual([])
    await checkRows(app.location)
  })

  it('are deleted when storing is turned off, in the trash too', async ({ app }) => {
    const ada = await app.signUp()
    const [poem, gone] = [await ada.makePrompt('Poem'), await ada.makePrompt('Gone')]
    await ada.call(calls.keepLastValues, { keepsLastValues: 1 })
    for (const promptId of [poem, gone]) {
      await ada.call(calls.notePromptUse, { promptId, values: rain })
    }
    const { trashId } = await ada.call(calls.deletePrompt, { promptId: gone })
    await checkRows(app.location)
    await ada.call(calls.keepLastValues, { keepsLastValues: 0 })
    expect(await rowsHave(app, 'rain')).toBe(false)
    await checkRows(app.location)
    await ada.call(calls.restoreTrash, { trashId })
    for (const promptId of [poem, gone]) {
      await ada.call(calls.notePromptUse, { promptId, values: rain })
      expect(await lastValuesOf(ada, promptId)).toEqual([])
    }
    await checkRows(app.location)
  })

  it('are restored with a prompt from the trash, and follow renamed variables', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem', { prompt: 'About {topic}' })
    await ada.call(calls.keepLastValues, { keepsLastValues: 1 })
    await ada.call(calls.notePromptUse, { promptId, values: sun })
    const edit = { promptId, name: 'Poem', color: 'f1f5f9', prompt: 'About {subject}' }
    await ada.call(calls.updatePrompt, edit)
    const { trashId } = await ada.call(calls.deletePrompt, { promptId })
    await ada.call(calls.restoreTrash, { trashId })
    expect(await lastValuesOf(ada, promptId)).toEqual([{ name: 'subject', value: 'the sun' }])
    await checkRows(app.location)
  })

  it('are in the download of the account, and not in exports, shares, lists and copies', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Poems')
    const promptId = await ada.makePrompt('Poem', { folderId })
    const gone = await ada.makePrompt('Gone')
    await ada.call(calls.keepLastValues, { keepsLastValues: 1 })
    for (const id of [promptId, gone]) {
      await ada.call(calls.notePromptUse, { promptId: id, values: sun })
    }
    await ada.call(calls.deletePrompt, { promptId: gone })
    await ada.call(calls.togglePromptPublic, { promptId })
    expect(await ada.call(calls.downloadAccount, {})).toMatchObject({
      keepsLastValues: true,
      prompts: [{ lastValues: sun }],
      trashedPrompts: [{ lastValues: sun }],
    })
    const { ids } = await ada.call(calls.copySelection, { promptIds: [promptId], folderIds: [] })
    expect(await lastValuesOf(ada, ids[0] ?? '')).toEqual([])
    const copied = await ada.call(calls.copySelection, { promptIds: [], folderIds: [folderId] })
    const { shareKey } = (await ada.call(calls.getPrompt, { promptId })).prompt
    for (const answer of [
      await ada.call(calls.exportLibrary, {}),
      await ada.call(calls.exportLibrary, { folderId: copied.folderIds[0] }),
      await ada.call(calls.exportSelection, { promptIds: [promptId], folderIds: [] }),
      await ada.call(calls.listLibrary, { whole: '1' }),
      await app.visitor().call(calls.getSharedPrompt, { promptId, ...(shareKey && { shareKey }) }),
    ]) {
      expect(JSON.stringify(answer)).toContain('Poem')
      expect(JSON.stringify(answer)).not.toContain('the sun')
    }
  })

  it('that are too long are rejected, and the previous ones stay', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    await ada.call(calls.keepLastValues, { keepsLastValues: 1 })
    await ada.call(calls.notePromptUse, { promptId, values: sun })
    const values = [{ name: 'topic', value: 'x'.repeat(limits.lastValuesLength) }]
    expect(await ada.failure(calls.notePromptUse, { promptId, values })).toEqual([
      400,
      'values_too_long',
    ])
    expect(await lastValuesOf(ada, promptId)).toEqual(sun)
  })
})

/** Whether a text is in any row of a prompt, in the trash too. */
async function rowsHave(app: TestApp, text: string) {
  const live = await app.db.selectFrom('prompts').selectAll().execute()
  const trashed = await app.db.selectFrom('trashed_prompts').selectAll().execute()
  return JSON.stringify([live, trashed]).includes(text)
}
