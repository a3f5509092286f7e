import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { isUniqueViolation } from '#server/db/failures.ts'
import { checkRows } from '#tests/faults/support/check-rows.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const edit = { name: 'Review', color: 'f1f5f9', notes: null, prompt: 'Look at {<b>code</b>}.' }
const taken = [409, 'short_name_taken']

async function make(user: ApiUser, shortName: string | null): Promise<string> {
  return (await user.call(calls.createPrompt, { ...edit, shortName })).id
}

async function find(user: ApiUser, promptId: string) {
  return (await user.call(calls.getPrompt, { promptId })).prompt
}

async function shortNames(user: ApiUser, folderId: string | null = null) {
  const { prompts } = await user.call(calls.listPrompts, { folderId })
  return prompts.map(({ shortName }) => shortName ?? '').toSorted()
}

describe.each(databases)('A short name on $name', (database) => {
  const it = libraryTest(database)

  it('is set, kept if an edit omits it, changed and removed', async ({ app }) => {
    const ada = await app.signUp()
    const whenToUse = 'For a change, before it is merged.'
    const { id: promptId } = await ada.call(calls.createPrompt, {
      ...edit,
      shortName: 'review',
      whenToUse,
    })
    expect(await find(ada, promptId)).toMatchObject({ shortName: 'review', whenToUse })
    await ada.call(calls.updatePrompt, { promptId, ...edit, name: 'Other' })
    expect(await find(ada, promptId)).toMatchObject({ shortName: 'review', whenToUse })
    await ada.call(calls.updatePrompt, { promptId, ...edit, shortName: 'check', whenToUse: null })
    expect(await find(ada, promptId)).toMatchObject({ shortName: 'check', whenToUse: null })
    expect(await shortNames(ada)).toEqual(['check'])
    await ada.call(calls.updatePrompt, { promptId, ...edit, shortName: null })
    expect(await find(ada, promptId)).toMatchObject({ shortName: null })
    await checkRows(app.location)
  })

  it('follows the rule of Agent Skills', async ({ app }) => {
    const ada = await app.signUp()
    for (const shortName of [
      '',
      '-a',
      'a-',
      'a--b',
      'A',
      'ä',
      'a b',
      'a_b',
      'a\n',
      'a'.repeat(65),
    ]) {
      const answer = await ada.failure(calls.createPrompt, { ...edit, shortName })
      expect([shortName, ...answer]).toEqual([shortName, 400, 'short_name_invalid'])
    }
    for (const shortName of ['a', '1', 'a-1-b', 'a'.repeat(64)]) await make(ada, shortName)
    const whenToUse = 'x'.repeat(1025)
    const answer = await ada.failure(calls.createPrompt, { ...edit, whenToUse })
    expect(answer).toEqual([400, 'when_to_use_too_long'])
    await ada.call(calls.createPrompt, { ...edit, whenToUse: '😀'.repeat(1024) })
  })

  it('is unique in an account, and a free one is suggested', async ({ app }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    await make(eve, 'review')
    await make(ada, 'review')
    await make(ada, 'review-2')
    const other = await make(ada, 'reviewer')
    const change = { promptId: other, ...edit, shortName: 'review' }
    for (const response of [
      await ada.send(calls.createPrompt, { ...edit, shortName: 'review' }),
      await ada.send(calls.updatePrompt, change),
      await ada.send(calls.updatePrompt, { ...change, shortName: 'review-2' }),
    ]) {
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({ code: 'short_name_taken', proposal: 'review-3' })
    }
    expect(await ada.failure(calls.updatePrompt, change)).toEqual(taken)
    expect(await find(ada, other)).toMatchObject({ shortName: 'reviewer' })
    await ada.call(calls.updatePrompt, { ...change, shortName: 'review-3' })
    // Its own name is not taken.
    await ada.call(calls.updatePrompt, { ...change, shortName: 'review-3', name: 'Third' })
  })

  it('goes to one of many prompts that request it concurrently', async ({ app }) => {
    const ada = await app.signUp()
    const promptIds = await Promise.all(Array.from({ length: 4 }, () => make(ada, null)))
    const created = Array.from({ length: 4 }, () =>
      ada.send(calls.createPrompt, { ...edit, shortName: 'review' }),
    )
    const changed = promptIds.map((promptId) =>
      ada.send(calls.updatePrompt, { promptId, ...edit, shortName: 'review' }),
    )
    const answers = await Promise.all([...created, ...changed])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(7).fill(409),
    ])
    const names = await shortNames(ada)
    expect(names.filter((name) => name === 'review')).toHaveLength(1)
    await checkRows(app.location)
  })

  it('is used only once by concurrent copies, imports and restorations', async ({ app }) => {
    const ada = await app.signUp()
    const deleted = await make(ada, 'review')
    const { trashId } = await ada.call(calls.deletePrompt, { promptId: deleted })
    const copied = await make(ada, 'review')
    const entry = { kind: 'prompt' as const, in: null, ...edit, shortName: 'review' }
    const file = { name: 'f.json', total: 1, from: 0, entries: [entry] }
    const answers = await Promise.all([
      ada.send(calls.restoreTrash, { trashId }),
      ada.send(calls.copySelection, { promptIds: [copied] }),
      ada.send(calls.copySelection, { promptIds: [copied] }),
      ada.send(calls.importEntries, { attempt: 'a'.repeat(32), ...file }),
      ada.send(calls.importEntries, { attempt: 'b'.repeat(32), ...file }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    const names = ['review', ...[2, 3, 4, 5, 6].map((number) => `review-${number}`)]
    expect(await shortNames(ada)).toEqual(names)
    await checkRows(app.location)
  })

  it('is kept unique by the database itself, per account', async ({ app }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    await make(eve, 'review')
    await make(ada, 'review')
    const id = await make(ada, null)
    const update = app.db.updateTable('prompts').set({ short_name: 'review' })
    const violation = await update
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => error)
    expect(isUniqueViolation(violation)).toBe(true)
  })

  it('gets a number in copies, also in those of a folder', async ({ app }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Folder')
    const { id } = await ada.call(calls.createPrompt, { ...edit, folderId, shortName: 'review' })
    await ada.call(calls.copySelection, { promptIds: [id, id] })
    expect(await shortNames(ada, folderId)).toEqual(['review', 'review-2', 'review-3'])
    const { folderIds } = await ada.call(calls.copySelection, { folderIds: [folderId] })
    const copies = await shortNames(ada, folderIds[0] ?? null)
    expect(copies).toEqual(['review-4', 'review-5', 'review-6'])
    await checkRows(app.location)
  })

  it('is restored from the trash, with a number if it is used by now', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await make(ada, 'review')
    const { trashId } = await ada.call(calls.deletePrompt, { promptId })
    await ada.call(calls.restoreTrash, { trashId })
    expect(await find(ada, promptId)).toMatchObject({ shortName: 'review' })
    const again = await ada.call(calls.deletePrompt, { promptId })
    const other = await make(ada, 'review')
    await ada.call(calls.restoreTrash, again)
    expect(await find(ada, promptId)).toMatchObject({ shortName: 'review-2' })
    expect(await find(ada, other)).toMatchObject({ shortName: 'review' })
    await checkRows(app.location)
  })

  it('gets a number in an import, and none in its trash', async ({ app }) => {
    const ada = await app.signUp()
    await make(ada, 'review')
    const prompt = { kind: 'prompt', in: null, ...edit, shortName: 'review' } as const
    const deletedAt = new Date(0).toISOString()
    const entries = [
      prompt,
      prompt,
      { kind: 'deleted', name: 'Review', color: 'f1f5f9', deletedAt } as const,
      { ...prompt, deleted: 2 },
    ]
    const file = {
      attempt: 'a'.repeat(32),
      name: 'f.json',
      total: entries.length,
      from: 0,
      entries,
    }
    await ada.call(calls.importEntries, file)
    expect(await shortNames(ada)).toEqual(['review', 'review-2', 'review-3'])
    const trashed = await app.db.selectFrom('trashed_prompts').select('short_name').execute()
    expect(trashed).toEqual([{ short_name: 'review' }])
    await checkRows(app.location)
  })

  it('gets different numbers in an import with several equal names', async ({ app }) => {
    const ada = await app.signUp()
    const long = 'x'.repeat(64)
    await make(ada, long)
    const entries = Array.from({ length: 8 }, (_, at) => ({
      kind: 'prompt' as const,
      in: null,
      ...edit,
      shortName: at % 2 === 0 ? long : 'review-2',
    }))
    const file = { attempt: 'a'.repeat(32), name: 'f.json', total: 8, from: 0, entries }
    await ada.call(calls.importEntries, file)
    const names = await shortNames(ada)
    expect(new Set(names).size).toBe(9)
    expect(names).toContain('review-2-4')
    expect(names).toContain(`${'x'.repeat(56)}-5`)
    await checkRows(app.location)
  })

  it('is not part of versions, but "when to use" is', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await make(ada, 'review')
    await ada.call(calls.updatePrompt, { promptId, ...edit, shortName: 'check' })
    const versions = async () => (await ada.call(calls.listVersions, { promptId })).versions
    expect(await versions()).toEqual([])
    await ada.call(calls.updatePrompt, { promptId, ...edit, whenToUse: 'Always.' })
    await ada.call(calls.labelVersion, { promptId, number: 1, label: 'First' })
    await ada.call(calls.updatePrompt, { promptId, ...edit, whenToUse: 'Never.' })
    expect(await versions()).toHaveLength(2)
    const { version } = await ada.call(calls.getVersion, { promptId, number: 2 })
    expect(version).toMatchObject({ whenToUse: 'Always.' })
  })
})
