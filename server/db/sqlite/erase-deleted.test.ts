import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'

const sqlite = databases.find(({ name }) => name === 'SQLite')
if (sqlite === undefined) throw new Error('There is no SQLite.')
const it = libraryTest(sqlite)

const canary = 'canary-9d1c'
const color = 'f1f5f9'
const text = Array.from({ length: 100 }, (_, at) => `Sentence ${at} of ${canary}.`).join('\n')
const monthMs = limits.trashDays * 24 * 60 * 60_000

/** How often the canary is in the file and its log, also in its form folded for search. */
function countIn(app: TestApp): number {
  if (app.location.kind !== 'sqlite') throw new Error('There is no file.')
  const { file } = app.location
  const bytes = ['', '-wal'].map((end) => readFileSync(file + end, 'latin1')).join('')
  return bytes.toLowerCase().split(canary).length - 1
}

/** Creates a prompt with a previous version in a folder, and deletes the folder. */
async function trashOne(ada: ApiUser): Promise<string> {
  const folderId = await ada.makeFolder(`Folder of ${canary}`)
  const promptId = await ada.makePrompt(`Prompt of ${canary}`, { folderId, prompt: text })
  const edit = { name: `Other ${canary}`, color, prompt: `Other text\n${text}` }
  await ada.call(calls.updatePrompt, { promptId, ...edit })
  const { trashId } = await ada.call(calls.deleteFolder, { folderId })
  return trashId
}

type Deletion = (app: TestApp, ada: ApiUser) => Promise<() => Promise<unknown>>

/** Each creates something and returns a function that permanently deletes it. */
const deletions: Record<string, Deletion> = {
  'an item of the trash is erased': async (_app, ada) => {
    const trashId = await trashOne(ada)
    return () => ada.call(calls.eraseTrash, { trashId })
  },
  'the trash is emptied': async (_app, ada) => {
    await trashOne(ada)
    await trashOne(ada)
    return () => ada.call(calls.emptyTrash, {})
  },
  'its 30 days in the trash are over': async (app, ada) => {
    await trashOne(ada)
    return async () => {
      app.clock.now += monthMs
      await app.sweepTrash()
    }
  },
  'an import is undone': async (_app, ada) => {
    const attempt = 'a'.repeat(32)
    const entries = [
      { kind: 'folder' as const, in: null, name: canary, color },
      { kind: 'prompt' as const, in: 0, name: canary, color, prompt: text },
      { kind: 'deleted' as const, name: canary, color, deletedAt: new Date().toISOString() },
      { kind: 'prompt' as const, in: null, name: canary, color, prompt: text, deleted: 2 },
    ]
    await ada.call(calls.importEntries, { attempt, name: canary, total: 4, from: 0, entries })
    return () => ada.call(calls.undoImport, { attempt })
  },
  'its account is deleted': async (_app, ada) => {
    await ada.makePrompt(`Prompt of ${canary}`, { prompt: text })
    await trashOne(ada)
    return () => ada.call(calls.deleteAccount, {})
  },
}

/** Larger files are not rewritten; after an account's deletion, only still larger ones are not. */
const megabytes = (end: string) => (end === 'its account is deleted' ? 65 : 17)

describe.each([
  ['a small file, which is rewritten', () => 0],
  ['a file that is too large to be rewritten', megabytes],
])('In %s, nothing is left of a text at once when', (_size, sizeFor) => {
  it.for(Object.entries(deletions))('%s', async ([end, make], { app }) => {
    const bytes = sizeFor(end) * 1024 * 1024
    await sql`create table filler as select zeroblob(${bytes}) as bytes`.execute(app.db)
    const ada = await app.signUp()
    await ada.makePrompt('Kept', { prompt: 'Kept' })
    const deleteIt = await make(app, ada)
    expect(countIn(app)).toBeGreaterThan(100)
    await deleteIt()
    expect(countIn(app)).toBe(0)
  })
})
