import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Call } from '#contract/core/call.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'

const color = 'f1f5f9'
const attempt = '0'.repeat(32)
const values = [{ name: 'topic', value: 'bread' }]

type Step = {
  changes: 'rows' | 'removal' | 'my values' | 'nothing'
  /** Prepares the library and returns the input. */
  prepare: (ada: ApiUser) => Promise<object>
}

async function makeVersion(ada: ApiUser): Promise<string> {
  const promptId = await ada.makePrompt('Poem')
  await ada.call(calls.updatePrompt, { promptId, name: 'Ode', color, prompt: 'x' })
  return promptId
}

async function makeTrash(ada: ApiUser): Promise<string> {
  const folderId = await ada.makeFolder('Deleted')
  await ada.makePrompt('Deleted', { folderId: await ada.makeFolder('Inside', folderId) })
  const { trashId } = await ada.call(calls.deleteFolder, { folderId })
  return trashId
}

async function makeFull(ada: ApiUser): Promise<{ promptId: string; folderId: string }> {
  const folderId = await ada.makeFolder('Full')
  const inside = await ada.makeFolder('Inside', folderId)
  return { folderId, promptId: await ada.makePrompt('Inside', { folderId: inside }) }
}

const entries = [
  { kind: 'folder' as const, in: null, name: 'Imported', color },
  { kind: 'prompt' as const, in: 0, name: 'Imported', color, prompt: 'x' },
]
const file = { attempt, name: 'poems.json', total: 3, from: 0, entries }

/** Each call that writes and needs a library; undefined if it writes neither rows of prompts nor of folders. */
const steps: Record<string, Step | undefined> = {
  createFolder: { changes: 'rows', prepare: async () => ({ name: 'New', color, attempt }) },
  updateFolder: {
    changes: 'rows',
    prepare: async (ada) => ({ folderId: await ada.makeFolder('Old'), name: 'New', color }),
  },
  deleteFolder: { changes: 'removal', prepare: makeFull },
  createPrompt: { changes: 'rows', prepare: async () => ({ name: 'New', color, prompt: 'x' }) },
  updatePrompt: {
    changes: 'rows',
    prepare: async (ada) => ({ promptId: await makeVersion(ada), name: 'A', color, prompt: 'y' }),
  },
  deletePrompt: {
    changes: 'removal',
    prepare: async (ada) => ({ promptId: await ada.makePrompt('Poem') }),
  },
  movePrompt: {
    changes: 'rows',
    prepare: async (ada) => ({ ...(await makeFull(ada)), folderId: 'root' }),
  },
  togglePromptPublic: {
    changes: 'rows',
    prepare: async (ada) => ({ promptId: await ada.makePrompt('Poem') }),
  },
  saveValueSet: {
    changes: 'rows',
    prepare: async (ada) => ({ promptId: await ada.makePrompt('Poem'), name: 'Usual', values }),
  },
  deleteValueSet: {
    changes: 'rows',
    prepare: async (ada) => {
      const promptId = await ada.makePrompt('Poem')
      await ada.call(calls.saveValueSet, { promptId, name: 'Usual', values })
      return { promptId, name: 'Usual' }
    },
  },
  setMyValues: { changes: 'my values', prepare: async () => ({ values }) },
  keepLastValues: {
    changes: 'rows',
    // Copies on devices must not keep the values either.
    prepare: async (ada) => {
      const promptId = await ada.makePrompt('Poem')
      await ada.call(calls.keepLastValues, { keepsLastValues: 1 })
      await ada.call(calls.notePromptUse, { promptId, values })
      return { keepsLastValues: 0 }
    },
  },
  notePromptUse: {
    changes: 'nothing',
    prepare: async (ada) => {
      await ada.call(calls.keepLastValues, { keepsLastValues: 1 })
      return { promptId: await ada.makePrompt('Poem'), values }
    },
  },
  changeSelection: {
    changes: 'rows',
    prepare: async (ada) => {
      const { promptId, folderId } = await makeFull(ada)
      return { changes: [{ promptIds: [promptId], folderIds: [folderId], isFavourite: 1 }] }
    },
  },
  giveShortNames: {
    changes: 'rows',
    prepare: async (ada) => ({ promptIds: [await ada.makePrompt('Poem')] }),
  },
  deleteSelection: {
    changes: 'removal',
    prepare: async (ada) => ({
      promptIds: [await ada.makePrompt('Poem')],
      folderIds: [(await makeFull(ada)).folderId],
    }),
  },
  copySelection: {
    changes: 'rows',
    prepare: async (ada) => ({
      promptIds: [await ada.makePrompt('Poem')],
      folderIds: [(await makeFull(ada)).folderId],
    }),
  },
  restoreTrash: {
    changes: 'rows',
    prepare: async (ada) => ({ trashId: await makeTrash(ada) }),
  },
  eraseTrash: { changes: 'nothing', prepare: async (ada) => ({ trashId: await makeTrash(ada) }) },
  emptyTrash: {
    changes: 'nothing',
    prepare: async (ada) => {
      await makeTrash(ada)
      return {}
    },
  },
  labelVersion: {
    changes: 'nothing',
    prepare: async (ada) => ({ promptId: await makeVersion(ada), number: 1, label: 'First' }),
  },
  deleteVersions: {
    changes: 'nothing',
    prepare: async (ada) => ({ promptId: await makeVersion(ada) }),
  },
  importEntries: { changes: 'rows', prepare: async () => file },
  undoImport: {
    changes: 'removal',
    prepare: async (ada) => {
      await ada.call(calls.importEntries, file)
      return { attempt }
    },
  },
  exportSelection: {
    changes: 'nothing',
    prepare: async (ada) => ({ promptIds: [await ada.makePrompt('Poem')] }),
  },
  checkOut: undefined,
  unsubscribe: undefined,
  startRun: undefined,
  stopRun: undefined,
  deleteRun: undefined,
  restoreRun: undefined,
  deleteRuns: undefined,
  keepRuns: undefined,
}

const writing = Object.entries<Call>(calls).filter(
  ([, { effect, access }]) =>
    effect === 'write' && !['public', 'session', 'models'].includes(access),
)

describe.each(databases)('A change of a library on $name', (database) => {
  const it = libraryTest(database)

  it('is numbered by each call that makes one, with the rows that it writes', async ({ app }) => {
    expect(Object.keys(steps).toSorted()).toEqual(writing.map(([name]) => name).toSorted())
    for (const [name, call] of writing) {
      const step = steps[name]
      if (step === undefined) continue
      const ada = await app.signUp(`${name.toLowerCase()}@example.com`)
      const input = await step.prepare(ada)
      // Another row, which stays as it is.
      await ada.makePrompt('Unchanged')
      const before = await readLibrary(app)
      expect([name, (await ada.send(call, input)).statusCode]).toEqual([name, 200])
      const after = await readLibrary(app)
      expect([name, whatChanged(before, after)]).toEqual([name, step.changes])
    }
  })
})

/** The library that was created last, and its rows without their last use. */
async function readLibrary({ db }: TestApp) {
  const library = await db
    .selectFrom('libraries')
    .select(['owner_no', 'change_no', 'removed_no', 'my_values_no', 'my_values'])
    .orderBy('owner_no', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { owner_no: owner } = library
  const prompts = await db.selectFrom('prompts').selectAll().where('owner_no', '=', owner).execute()
  const folders = await db.selectFrom('folders').selectAll().where('owner_no', '=', owner).execute()
  const rows = new Map<number, { changed_no: number; content: string; hasLastValues: boolean }>()
  for (const { changed_no, rid, ...row } of [...prompts, ...folders]) {
    const content = JSON.stringify({ ...row, used_at: null, last_values: null })
    const hasLastValues = 'last_values' in row && row.last_values !== null
    rows.set(rid, { changed_no, content, hasLastValues })
  }
  return { ...library, rows }
}
type Library = Awaited<ReturnType<typeof readLibrary>>

/** Compares two states, and their numbers with them. */
function whatChanged(before: Library, after: Library): Step['changes'] {
  const isNew = (number: number) => number > before.change_no && number <= after.change_no
  let written = 0
  for (const [rid, { changed_no, content, hasLastValues }] of after.rows) {
    const former = before.rows.get(rid)
    const isWritten = former?.content !== content || (former.hasLastValues && !hasLastValues)
    if (isWritten) written++
    expect(isNew(changed_no)).toBe(isWritten)
    if (!isWritten) expect(changed_no).toBe(former?.changed_no)
  }
  const isRemoved = [...before.rows.keys()].some((rid) => !after.rows.has(rid))
  expect(isNew(after.removed_no)).toBe(isRemoved)
  if (isRemoved) return 'removal'
  if (written > 0) return 'rows'
  if (after.my_values !== before.my_values) {
    expect(isNew(after.my_values_no)).toBe(true)
    return 'my values'
  }
  expect(after.change_no).toBe(before.change_no)
  return 'nothing'
}
