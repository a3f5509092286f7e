import { defaultColor } from '#contract/core/colors.ts'
import { folderCalls } from '#contract/library/folders.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import { selectionCalls } from '#contract/library/selection.ts'
import type { FilePrompt } from '#cli/prompts/prompt-file.ts'
import { CallError } from '#cli/server/make-client.ts'
import {
  contentOf,
  keep,
  leaveBoth,
  recordState,
  removeTheirs,
  rewrite,
  wholeOf,
} from '#cli/sync/change-here.ts'
import type { Change } from '#cli/sync/change.ts'
import { decideChange } from '#cli/sync/decide-change.ts'
import { fetchPrompt, isFailure, toListed } from '#cli/sync/library.ts'
import { importThere } from '#cli/sync/import-there.ts'
import { parentOf, pathKey, toFolderName } from '#cli/sync/place-folders.ts'
import { contentHash, toFilePrompt, toStored } from '#cli/sync/prompt-content.ts'
import { refuseUnknown } from '#cli/sync/unknown-settings.ts'
import { attempt, count, save, reportDone, type Sync } from '#cli/sync/running-sync.ts'

/** The number of prompts recorded in the state before they are created. */
const batch = 50
/** From here on, new files are sent in batches. */
const manyFiles = 10

/** Creates the prompts of new files. */
export async function createThere(sync: Sync, changes: readonly Change[]): Promise<void> {
  const created = changes.filter(({ decision }) => decision.content === 'create-there')
  if (created.length === 0) return
  if (!sync.canWrite) {
    sync.kept += created.length
    return
  }
  // A server without changes does not return what an import has created.
  // The server would refuse a whole batch for one short name.
  const mayBeImported = ({ file }: Change) =>
    sync.canName || file === undefined || contentOf(sync, file).shortName == null
  const many = new Set(sync.state.library === undefined ? [] : created.filter(mayBeImported))
  const left = many.size >= manyFiles ? await importThere(sync, [...many]) : [...many]
  await createOneByOne(sync, [...left, ...created.filter((change) => !many.has(change))])
  sync.state.creating = {}
  sync.state.created = {}
  save(sync)
}

async function createOneByOne(sync: Sync, created: readonly Change[]): Promise<void> {
  for (let from = 0; from < created.length; from += batch) {
    const some = created.slice(from, from + batch)
    for (const { file } of some) if (file) sync.state.creating[file.path] = file.hash
    // If this run is killed, the next one knows what it has created.
    save(sync)
    for (const change of some) {
      await attempt(sync, change, () => createOne(sync, change))
      count(sync, 1)
    }
  }
}

async function createOne(sync: Sync, change: Change): Promise<void> {
  const { file } = change
  if (file === undefined) return
  await refuseUnknown(sync, change)
  const folderId = await folderOf(sync, parentOf(file.path))
  let content = contentOf(sync, file)
  const create = async (edit: FilePrompt) =>
    (await sync.client(promptCalls.createPrompt, { ...edit, folderId })).id
  let id
  try {
    id = await create(content)
  } catch (error) {
    const proposal = isFailure(error, 'short_name_taken') ? error.failure?.proposal : undefined
    if (proposal === undefined) throw error
    content = { ...content, shortName: proposal }
    sync.state.creating[file.path] = contentHash(content)
    save(sync)
    id = await create(content)
  }
  // A file that has changed in the meantime is read again.
  const times = rewrite(sync, file, id, content) ?? { size: -1, mtimeMs: file.mtimeMs }
  const place = folderId ?? ''
  recordState(sync, { id, file }, { hash: contentHash(content), place, path: file.path, times })
  if (change.id !== '') delete sync.state.prompts[change.id]
  reportDone(sync, 'created-there', file.path)
}

export async function push(sync: Sync, change: Change): Promise<void> {
  const { id, file, listed } = change
  if (file === undefined || listed === undefined) return
  await refuseUnknown(sync, change)
  const content = await withFields(sync, change, contentOf(sync, file))
  try {
    const { updatedAt, place } = listed
    await sync.client(promptCalls.updatePrompt, { promptId: id, ...content, updatedAt })
    const isNamed = file.read?.id === id || file.read === undefined
    const times = isNamed ? file : (rewrite(sync, file, id, content) ?? file)
    recordState(sync, change, { hash: contentHash(content), place, path: file.path, times })
    reportDone(sync, 'pushed', file.path)
  } catch (error) {
    if (!isFailure(error, 'prompt_changed')) throw error
    // Another client has changed the prompt in the meantime.
    const prompt = await fetchPrompt(sync.client, id)
    if (prompt === undefined) return
    const now = toListed(prompt)
    const decision = decideChange({
      here: { content: file.hash, place: '' },
      there: { content: now.hash, place: '' },
    }).content
    const next = { ...change, prompt, listed: now }
    if (decision === 'keep') keep(sync, next)
    else await leaveBoth(sync, next)
  }
}

async function withFields(sync: Sync, change: Change, content: FilePrompt): Promise<FilePrompt> {
  if (!change.file?.read?.isBare) return content
  const prompt = await wholeOf(sync, change)
  if (prompt === undefined) return content
  return toStored({ ...toFilePrompt(prompt), prompt: content.prompt })
}

export async function moveThere(sync: Sync, { id, file }: Change): Promise<void> {
  if (file === undefined) return
  const folderId = await folderOf(sync, parentOf(file.path))
  await sync.client(promptCalls.movePrompt, { promptId: id, folderId: folderId ?? 'root' })
  const entry = sync.state.prompts[id]
  if (entry) entry.place = folderId ?? ''
  reportDone(sync, 'moved-there', file.path)
}

async function folderOf(sync: Sync, path: string): Promise<string | null> {
  if (path === '') return sync.state.root
  const known = sync.folderIds.get(pathKey(path))
  if (known !== undefined) return known
  const parentId = await folderOf(sync, parentOf(path))
  const name = toFolderName(path)
  const input = { folderId: parentId, name, color: defaultColor }
  const { id } = await sync.client(folderCalls.createFolder, input)
  sync.state.folders[id] = { path, name }
  sync.folderIds.set(pathKey(path), id)
  save(sync)
  return id
}

export async function deleteThere(sync: Sync, some: readonly Change[]): Promise<void> {
  try {
    await sync.client(selectionCalls.deleteSelection, { promptIds: some.map(({ id }) => id) })
    for (const change of some) forget(sync, change)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // The call is atomic, so one missing prompt makes it fail.
    for (const change of some) {
      await attempt(sync, change, async () => {
        try {
          await sync.client(promptCalls.deletePrompt, { promptId: change.id })
        } catch (reason) {
          if (!isFailure(reason, 'not_found')) throw reason
        }
        forget(sync, change)
      })
    }
  }
}

function forget(sync: Sync, { id, entry }: Change): void {
  if (entry?.theirs) removeTheirs(sync, entry.theirs)
  delete sync.state.prompts[id]
  reportDone(sync, 'deleted-there', entry?.path ?? '')
}
