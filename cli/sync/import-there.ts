import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import { defaultColor } from '#contract/core/colors.ts'
import { limits } from '#contract/core/limits.ts'
import { importCalls, type CheckedEntry } from '#contract/transfer/import.ts'
import { inBatches } from '#contract/transfer/to-entries.ts'
import { CallError } from '#cli/server/make-client.ts'
import { contentOf, recordState, rewrite } from '#cli/sync/change-here.ts'
import type { Change, SyncOptions } from '#cli/sync/change.ts'
import { isFailure, readLibrary } from '#cli/sync/library.ts'
import { parentOf, pathKey, toFolderName } from '#cli/sync/place-folders.ts'
import { contentHash, toFilePrompt } from '#cli/sync/prompt-content.ts'
import { attempt, count, reportDone, save, type Sync } from '#cli/sync/running-sync.ts'
import { writeState, type SyncState } from '#cli/sync/sync-state.ts'
import { refuseUnknown } from '#cli/sync/unknown-settings.ts'

type Batch = NonNullable<SyncState['sending']>
/** What a batch has created, by its entry's path, and the entry that the server has refused. */
type Sent = { ids: Map<string, string>; refused?: { path: string; error: CallError } }
type Entries = { entries: CheckedEntry[]; paths: string[] }

/** After these, every other entry would be refused, too. */
const finalCodes = new Set([
  'prompt_limit_reached',
  'folder_limit_reached',
  'library_full',
  'storage_full',
  'subscription_missing',
  'too_many_attempts',
  'import_undone',
])

/**
 * Creates the prompts of new files in batches. Each is in the state before it is sent, so that the next run sends it
 * again if this one is killed; the server creates each entry once. Returns the files that cannot be imported: older
 * servers refuse imports with a token for one folder.
 */
export async function importThere(sync: Sync, created: readonly Change[]): Promise<Change[]> {
  let waiting: Change[] = []
  for (const change of created) {
    await attempt(sync, change, async () => {
      await refuseUnknown(sync, change)
      waiting.push(change)
    })
  }
  count(sync, created.length - waiting.length)
  for (const { file } of waiting) if (file) sync.state.creating[file.path] = file.hash
  while (waiting.length > 0) {
    const refused = await sendAll(sync, toEntries(sync, waiting))
    const isOver = refused !== undefined && finalCodes.has(refused.error.failure?.code ?? '')
    const rest = waiting.filter(({ file }) => sync.state.created?.[file?.path ?? ''] === undefined)
    if (isFailure(refused?.error, 'outside_folder')) {
      await writeIds(sync, created)
      return rest
    }
    waiting = []
    for (const change of refused === undefined ? [] : rest) {
      const { path = '' } = change.file ?? {}
      const isRefused = path === refused?.path || path.startsWith(`${refused?.path}/`)
      if (isOver || isRefused) {
        await attempt(sync, change, () => Promise.reject(refused?.error))
        count(sync, 1)
      } else waiting.push(change)
    }
  }
  await writeIds(sync, created)
  return []
}

/** Sends a batch that an earlier run has left without an answer: it may have arrived. */
export async function finishBatch({ client, directory, state }: SyncOptions): Promise<void> {
  if (state.sending === undefined) return
  record(state, state.sending, (await sendBatch(client, directory, state.sending)).ids)
  state.sending = undefined
  writeState(directory, state)
}

/** The entries of new files, each after those of its missing folders. */
function toEntries(sync: Sync, changes: readonly Change[]): Entries {
  const entries: CheckedEntry[] = []
  const paths: string[] = []
  const folders = new Map<string, number>()
  for (const { file } of changes) {
    if (file === undefined) continue
    const prompt = { kind: 'prompt' as const, ...contentOf(sync, file) }
    entries.push({ ...prompt, in: placeOf(parentOf(file.path)) })
    paths.push(file.path)
  }
  return { entries, paths }

  function placeOf(path: string): string | number | null {
    if (path === '') return sync.state.root
    const key = pathKey(path)
    const known = sync.folderIds.get(key) ?? folders.get(key)
    if (known !== undefined) return known
    const name = toFolderName(path)
    const at = { in: placeOf(parentOf(path)), name, color: defaultColor }
    const index = entries.push({ kind: 'folder', ...at }) - 1
    paths.push(path)
    folders.set(key, index)
    return index
  }
}

/** Sends entries up to the first that the server refuses. */
async function sendAll(sync: Sync, { entries, paths }: Entries): Promise<Sent['refused']> {
  const { client, directory, state } = sync
  const attemptId = randomBytes(16).toString('hex')
  const total = entries.length
  for (const { from, entries: sent } of inBatches(entries)) {
    const end = from + sent.length
    const some = entries.slice(from, end)
    const batch = { attempt: attemptId, total, from, entries: some, paths: paths.slice(from, end) }
    state.sending = batch
    save(sync)
    const { ids, refused } = await sendBatch(client, directory, batch)
    record(state, batch, ids)
    for (const [at, path] of batch.paths.entries()) {
      const id = ids.get(path)
      if (id === undefined) continue
      if (some[at]?.kind === 'folder') sync.folderIds.set(pathKey(path), id)
      else count(sync, 1)
    }
    state.sending = undefined
    if (refused !== undefined) return refused
  }
  return undefined
}

/**
 * Sends a batch. If the server refuses it, sends its halves, to find the entry with the error.
 *
 * @throws UnreachableError
 * @throws CallError if the token is invalid, or the answer unexpected
 */
async function sendBatch(
  client: SyncOptions['client'],
  directory: string,
  { attempt: attemptId, total, from, entries, paths }: Batch,
): Promise<Sent> {
  const name = basename(directory).slice(-limits.nameLength)
  try {
    const input = { attempt: attemptId, name, total, from, entries }
    const { ids = [] } = await client(importCalls.importEntries, input)
    if (ids.length !== entries.length) throw new CallError(200, undefined)
    return { ids: new Map(paths.map((path, at) => [path, ids[at] ?? ''])) }
  } catch (error) {
    const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500
    if (!isRefused || error.status === 401) throw error
    const [path = ''] = paths
    const isWhole = entries.length <= 1 || isFailure(error, 'outside_folder')
    if (isWhole) return { ids: new Map(), refused: { path, error } }
    const half = Math.ceil(entries.length / 2)
    const part = (begin: number, end?: number): Batch => ({
      attempt: attemptId,
      total,
      from: from + begin,
      entries: entries.slice(begin, end),
      paths: paths.slice(begin, end),
    })
    const first = await sendBatch(client, directory, part(0, half))
    if (first.refused !== undefined) return first
    const second = await sendBatch(client, directory, part(half))
    return { ...second, ids: new Map([...first.ids, ...second.ids]) }
  }
}

function record(state: SyncState, { entries, paths }: Batch, ids: Sent['ids']): void {
  state.created ??= {}
  for (const [at, path] of paths.entries()) {
    const id = ids.get(path)
    const entry = entries[at]
    if (id === undefined || entry === undefined) continue
    if (entry.kind === 'folder') state.folders[id] = { path, name: entry.name }
    else state.created[path] = id
  }
}

/** Writes the ids into the files, with what the server has changed: a short name that was taken gets a number. */
async function writeIds(sync: Sync, created: readonly Change[]): Promise<void> {
  save(sync)
  const { created: ids = {}, root } = { ...sync.state }
  sync.library = await readLibrary(sync.client, sync.state)
  for (const change of created) {
    const { file, id: previous } = change
    const id = ids[file?.path ?? '']
    if (file === undefined || id === undefined) continue
    await attempt(sync, change, async () => {
      const prompt = sync.library.changed.get(id)
      // It has been deleted since.
      if (prompt === undefined) return
      const content = toFilePrompt(prompt)
      // A file that has changed in the meantime is read again.
      const times = rewrite(sync, file, id, content) ?? { size: -1, mtimeMs: file.mtimeMs }
      const place = prompt.folderId ?? root ?? ''
      const { path } = file
      recordState(sync, { id, file }, { hash: contentHash(content), place, path, times })
      if (previous !== '') delete sync.state.prompts[previous]
      reportDone(sync, 'created-there', path)
    })
  }
}
