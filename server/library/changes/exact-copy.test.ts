import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Call, InputOf } from '#contract/core/call.ts'
import type { CopiedPrompt } from '#contract/library/changes.ts'
import type { ListedPrompt } from '#contract/transfer/export.ts'
import { fromFieldColumns } from '#server/library/prompts/prompts.rules.ts'
import { lockLibrary } from '#server/users/libraries.queries.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { ridRange } from '#server/db/rid.ts'
import { watchLibrary } from '#server/library/changes/watch-library.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { makeChance, type Chance } from '#tests/support/chance.ts'
import { LibraryCopy } from '#tests/support/clients/library-copy.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp, type TestApp } from '#tests/support/library-test.ts'

/** More for a longer search, with another seed. */
const rounds = Number(process.env['COPY_ROUNDS'] ?? 5)
const seed = Number(process.env['COPY_SEED'] ?? 1)
const writers = 8
const changesInRound = 6

describe.each(databases)('A copy on $name', (database) => {
  test('equals the library after each round of concurrent changes that it has followed', async () => {
    const app = await makeTestApp(database, { watches: true })
    const ada = await app.signUp()
    await app.liftLimits()
    const { owner_no } = await app.db
      .selectFrom('libraries')
      .select('owner_no')
      .executeTakeFirstOrThrow()
    const owner = mintOwner(owner_no, 'session')
    const root = await ada.makeFolder('Root')
    const whole = new LibraryCopy(ada.call)
    const ofFolder = new LibraryCopy(ada.call, root)
    const chance = makeChance(seed)
    const change = randomChanges(ada, root, chance)
    const watch = watchLibrary(app.services, owner)
    let applied = 0
    let compared = 0
    for (let round = 0; round < rounds; round++) {
      let isOver = false
      const write = async () => {
        for (let count = 0; count < changesInRound; count++) if (await change()) applied++
      }
      const written = Promise.all(Array.from({ length: writers }, write)).then(() => {
        isOver = true
      })
      const isCaughtUp = async () =>
        isOver &&
        whole.cursor === String(await readChangeNo(app)) &&
        whole.cursor === ofFolder.cursor
      while (!(await isCaughtUp())) {
        await watch.next()
        await whole.catchUp()
        await ofFolder.catchUp()
        if (isPostgres(app.db)) await compareAmidChanges()
      }
      await written
      const library = await readRows(app)
      expect(withoutUse(whole.rows())).toEqual(withoutUse(library))
      expect(withoutUse(ofFolder.rows())).toEqual(withoutUse(within(library, root)))
    }
    if (isPostgres(app.db)) expect(compared).toBeGreaterThan(rounds)
    expect(applied).toBeGreaterThan((rounds * writers * changesInRound) / 2)
    const { prompts } = await ada.call(calls.listLibrary, {})
    expect(whole.rows().prompts.map(toListed)).toEqual(prompts.toSorted(byId))
    await watch.return()
    await app.close()

    /** Compares while other changes have begun, and wait. */
    async function compareAmidChanges(): Promise<void> {
      await app.db.transaction().execute(async (transaction) => {
        await lockLibrary(transaction, owner)
        await whole.catchUp()
        await ofFolder.catchUp()
        expect(whole.cursor).toBe(String(await readChangeNo(app)))
        const library = await readRows(app)
        expect(withoutUse(whole.rows())).toEqual(withoutUse(library))
        expect(withoutUse(ofFolder.rows())).toEqual(withoutUse(within(library, root)))
        compared++
      })
    }

    async function readRows({ db }: TestApp) {
      const [first] = ridRange(owner)
      const folders = await db.selectFrom('folders').selectAll().orderBy('id').execute()
      const rows = await db.selectFrom('prompts').selectAll().orderBy('id').execute()
      return {
        folders: folders.map(({ id, parent_id, name, color, is_favourite, rid }) => {
          const createdNo = rid - first
          return { id, parentId: parent_id, name, color, isFavourite: is_favourite, createdNo }
        }),
        prompts: rows.map(({ preview, variable_count, rid, ...row }) => {
          const card = { preview, variableCount: variable_count, createdNo: rid - first }
          return { ...fromFieldColumns(row), ...card }
        }),
      }
    }
  })
})

type Rows = ReturnType<LibraryCopy['rows']>

async function readChangeNo({ db }: TestApp): Promise<number> {
  const row = await db.selectFrom('libraries').select('change_no').executeTakeFirstOrThrow()
  return row.change_no
}

/** Using a prompt changes no copy. */
function withoutUse({ folders, prompts }: Rows): Rows {
  return { folders, prompts: prompts.map((row) => ({ ...row, usedAt: null, lastValues: [] })) }
}

/** The rows of a folder at any depth. */
function within({ folders, prompts }: Rows, root: string): Rows {
  const inside = new Set([root])
  for (let size = 0; size < inside.size;) {
    size = inside.size
    for (const { id, parentId } of folders) if (inside.has(parentId ?? '')) inside.add(id)
  }
  return {
    folders: folders
      .filter(({ id }) => inside.has(id))
      .map((folder) => (folder.id === root ? { ...folder, parentId: null } : folder)),
    prompts: prompts.filter(({ folderId }) => inside.has(folderId ?? '')),
  }
}

function toListed({ id, folderId, shortName, color, updatedAt }: CopiedPrompt): ListedPrompt {
  return { id, folderId, shortName, color, updatedAt }
}

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1
}

/** Returns a function that makes any change, and whether it was possible: another writer may have removed its rows. */
function randomChanges(ada: ApiUser, root: string, chance: Chance): () => Promise<boolean> {
  const prompts: string[] = []
  const folders: string[] = []
  const trash: string[] = []
  const attempts: string[] = []
  const color = 'f1f5f9'
  const values = [{ name: 'topic', value: 'bread' }]
  let count = 0
  const any = (ids: readonly string[]) => ids[chance(ids.length)] ?? crypto.randomUUID()
  const some = (ids: readonly string[]) => [...new Set([any(ids), any(ids), any(ids)])]
  const place = () => [root, any(folders), null][chance(3)] ?? null
  const destination = () => place() ?? 'root'

  async function make<C extends Call>(call: C, input: InputOf<C>): Promise<boolean> {
    const response = await ada.send(call, input as object)
    expect(response.statusCode).toBeLessThan(500)
    if (response.statusCode !== 200) return false
    const {
      id,
      ids = [],
      folderIds = [],
      trashId,
    } = response.json<{
      id?: string
      ids?: string[]
      folderIds?: string[]
      trashId?: string
    }>()
    if (id !== undefined) (call.path === calls.createFolder.path ? folders : prompts).push(id)
    prompts.push(...ids)
    folders.push(...folderIds)
    if (trashId !== undefined) trash.push(trashId)
    return true
  }

  async function importSome(): Promise<boolean> {
    const attempt = Array.from({ length: 32 }, () => chance(16).toString(16)).join('')
    attempts.push(attempt)
    const entries = [
      { kind: 'folder' as const, in: place(), name: `Imported ${count}`, color },
      { kind: 'prompt' as const, in: 0, name: `Imported ${count}`, color, prompt: 'x' },
      { kind: 'prompt' as const, in: null, name: `Imported ${count}`, color, prompt: 'y' },
    ]
    const file = { attempt, name: 'poems.json', total: entries.length + 1 }
    if (!(await make(calls.importEntries, { ...file, from: 0, entries }))) return false
    const valueSets = [{ name: 'Usual', values }]
    const last = [{ kind: 'values' as const, of: 1, valueSets }]
    return make(calls.importEntries, { ...file, from: entries.length, entries: last })
  }

  const selected = () => ({ promptIds: some(prompts), folderIds: [any(folders)] })
  const changes: (() => Promise<boolean>)[] = [
    () => make(calls.createFolder, { folderId: place(), name: `Folder ${count}`, color }),
    () => make(calls.updateFolder, { folderId: any(folders), name: `Renamed ${count}`, color }),
    () => make(calls.deleteFolder, { folderId: any(folders) }),
    ...Array.from({ length: 6 }, () => () => {
      const shortName = chance(2) === 0 ? `name-${chance(9)}` : null
      const texts = { name: `Prompt ${count}`, color, prompt: 'About {topic}', shortName }
      return make(calls.createPrompt, { folderId: place(), ...texts })
    }),
    ...Array.from({ length: 3 }, () => () => {
      const texts = { name: `Edited ${count}`, color, prompt: `Text ${count}` }
      return make(calls.updatePrompt, { promptId: any(prompts), ...texts })
    }),
    () => make(calls.deletePrompt, { promptId: any(prompts) }),
    () => make(calls.movePrompt, { promptId: any(prompts), folderId: destination() }),
    () => make(calls.togglePromptPublic, { promptId: any(prompts) }),
    () => make(calls.saveValueSet, { promptId: any(prompts), name: 'Usual', values }),
    () => make(calls.deleteValueSet, { promptId: any(prompts), name: 'Usual' }),
    () => make(calls.setMyValues, { values }),
    () => make(calls.notePromptUse, { promptId: any(prompts), values }),
    () => make(calls.keepLastValues, { keepsLastValues: chance(2) === 0 ? 0 : 1 }),
    () => make(calls.changeSelection, { changes: [{ ...selected(), isFavourite: 1 }] }),
    () => make(calls.changeSelection, { changes: [{ ...selected(), folderId: destination() }] }),
    () => make(calls.giveShortNames, { promptIds: some(prompts) }),
    () => make(calls.copySelection, { ...selected(), folderId: destination() }),
    () => make(calls.deleteSelection, selected()),
    () => make(calls.restoreTrash, { trashId: any(trash) }),
    () => make(calls.restoreTrash, { trashId: trash.at(-1) ?? '' }),
    () => make(calls.emptyTrash, {}),
    importSome,
    () => make(calls.undoImport, { attempt: attempts.pop() ?? '0'.repeat(32) }),
  ]
  return async () => {
    count++
    return (changes[chance(changes.length)] ?? importSome)()
  }
}
