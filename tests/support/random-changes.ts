import { calls } from '#contract/calls.ts'
import type { Call, InputOf } from '#contract/core/call.ts'
import type { Chance } from '#tests/support/chance.ts'

type Made = { id?: string; ids?: string[]; folderIds?: string[]; trashId?: string }

/** Makes a call. The answer is missing if it was refused. */
type Send = (call: Call, input: object) => Promise<{ answer?: object }>

/**
 * Returns a function that makes any change of a library, and whether it was possible: another writer may have removed
 * its rows.
 *
 * @param root the id of a folder, in which much of it happens
 */
export function randomChanges(send: Send, root: string, chance: Chance): () => Promise<boolean> {
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
    const { answer } = await send(call, input as object)
    if (answer === undefined) return false
    const { id, ids = [], folderIds = [], trashId } = answer as Made
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
