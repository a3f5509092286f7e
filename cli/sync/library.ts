import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerOf, Call, InputOf } from '#contract/core/call.ts'
import type { Client } from '#contract/core/client.ts'
import { changeCalls } from '#contract/library/changes.ts'
import { promptCalls, type Prompt } from '#contract/library/prompts.ts'
import { exportCalls, type ListedFolder } from '#contract/transfer/export.ts'
import { CallError, mostPages, mostRows } from '#cli/server/make-client.ts'
import { contentHash, toFilePrompt } from '#cli/sync/prompt-content.ts'
import type { ListedPrompt, SyncState } from '#cli/sync/sync-state.ts'

/** Attempts for one call that the server refuses temporarily. */
const mostTries = 200
/** Retry delays of one call, in milliseconds. */
const longestWaitMs = 600_000

/** A client that waits if the server asks for it: the limit is 600 calls per minute. */
export function patient(client: Client): Client {
  return async <C extends Call>(call: C, input: InputOf<C>): Promise<AnswerOf<C>> => {
    let waitedMs = 0
    for (let tries = 1; ; tries++) {
      try {
        return await client(call, input)
      } catch (error) {
        const isBusy = error instanceof CallError && [429, 503].includes(error.status)
        if (!isBusy || tries >= mostTries || (error.status === 503 && tries > 3)) throw error
        const pauseMs = 1000 * Math.min(Math.max(error.failure?.retryAfter ?? 1, 0), 60)
        if ((waitedMs += pauseMs) > longestWaitMs) throw error
        await wait(pauseMs)
      }
    }
  }
}

/** A library without the texts of its prompts. */
export type Listing = {
  folders: Map<string, ListedFolder>
  prompts: Map<string, ListedPrompt>
}

/** A library, with the texts of the prompts that have changed since the last sync. */
export type Library = Listing & { changed: ReadonlyMap<string, Prompt> }

/** The rows of a page of changes may all change again before the server has read them. */
const mostEmptyPages = 3

/** How often a copy that lacks rows is read again. */
const mostReadings = 3

/** The parts of a state with the library. */
type Known = Pick<SyncState, 'root' | 'prompts'> & { library?: SyncState['library'] }

/**
 * Reads the library, or a folder: what has changed since the last time. If the server does not know its cursor, the
 * library was restored from a backup, so that the last common state is none: a sync then keeps both versions of all that
 * differs, and deletes nothing.
 *
 * @throws CallError
 */
export async function readLibrary(client: Client, state: Known): Promise<Library> {
  const { root, library: known } = state
  try {
    const read =
      (known && (await readChanges(client, root, known))) ?? (await readAll(client, root))
    const { cursor, folders, prompts } = read
    state.library = {
      cursor,
      folders: Object.fromEntries(folders),
      prompts: Object.fromEntries(prompts),
    }
    return read
  } catch (error) {
    if (
      known !== undefined &&
      (isFailure(error, 'not_found') || isFailure(error, 'invalid_request'))
    ) {
      state.library = undefined
      state.prompts = {}
      return readLibrary(client, state)
    }
    // An older server has no such call. It refuses the next one, too, if the folder does not exist.
    if (isFailure(error, 'not_found')) return listLibrary(client, root)
    throw error
  }
}

type ReadLibrary = Library & { cursor: string }

/** @throws CallError if it always lacks rows */
async function readAll(client: Client, root: string | null): Promise<ReadLibrary> {
  for (let readings = 0; readings < mostReadings; readings++) {
    const read = await readChanges(client, root, undefined)
    if (read !== undefined) return read
  }
  throw new CallError(200, undefined)
}

/**
 * Reads the changes since a copy of the library. Undefined if rows are missing that have moved into the folder
 * unchanged.
 *
 * @throws CallError `not_found` if the server does not know the cursor or the folder, or has no such call
 */
async function readChanges(
  client: Client,
  root: string | null,
  known: SyncState['library'],
): Promise<ReadLibrary | undefined> {
  const scope = root === null ? {} : { folderId: root }
  const folders = new Map(Object.entries(known?.folders ?? {}))
  const prompts = new Map(Object.entries(known?.prompts ?? {}))
  const changed = new Map<string, Prompt>()
  const cursors = new Set<string>()
  let cursor = known?.cursor
  let rows = 0
  let emptyPages = 0
  let hasRemoved = false
  for (let hasMore = true; hasMore;) {
    const after = cursor === undefined ? {} : { after: cursor }
    const page = await client(changeCalls.listChanges, { ...scope, ...after })
    for (const { id, parentId, name, color } of page.folders) {
      folders.set(id, { id, parentId, name, color })
    }
    for (const prompt of page.prompts) {
      prompts.set(prompt.id, toListed(prompt))
      changed.set(prompt.id, prompt)
    }
    cursor = page.next
    hasMore = page.hasMore
    hasRemoved ||= page.hasRemoved
    const pageRows = page.folders.length + page.prompts.length
    rows += pageRows
    emptyPages = pageRows === 0 ? emptyPages + 1 : 0
    const isEndless =
      emptyPages > mostEmptyPages ||
      cursors.has(cursor) ||
      cursors.size > mostPages ||
      rows > mostRows
    if (hasMore && isEndless) throw new CallError(200, undefined)
    cursors.add(cursor)
  }
  if (cursor === undefined) return undefined
  if (hasRemoved) {
    const ids = await client(changeCalls.listIds, scope)
    keepOnly(folders, ids.folders)
    keepOnly(prompts, ids.prompts)
    const isComplete = folders.size === ids.folders.length && prompts.size === ids.prompts.length
    if (ids.next === cursor && !isComplete) return undefined
  }
  return { folders, prompts, changed, cursor }
}

function keepOnly(rows: Map<string, unknown>, ids: readonly string[]): void {
  const kept = new Set(ids)
  for (const id of rows.keys()) if (!kept.has(id)) rows.delete(id)
}

export function toListed(prompt: Prompt): ListedPrompt {
  const { updatedAt, folderId } = prompt
  return { hash: contentHash(toFilePrompt(prompt)), place: folderId ?? '', updatedAt }
}

/** Reads the whole library, or a folder, from a server without changes. */
async function listLibrary(client: Client, folderId: string | null): Promise<Library> {
  const scope = { whole: '1' as const, ...(folderId !== null && { folderId }) }
  for (let tries = 1; ; tries++) {
    try {
      const first = await client(exportCalls.listLibrary, scope)
      const folders = new Map(first.folders.map((folder) => [folder.id, folder]))
      const changed = new Map<string, Prompt>()
      let page = first
      for (let pages = 1; ; pages++) {
        for (const { id, whole } of page.prompts) {
          if (whole?.id !== id) throw new CallError(200, undefined)
          changed.set(id, whole)
        }
        const last = page.prompts.at(-1)
        // A page without prompts would be requested again.
        if (page.hasMore !== true || last === undefined) break
        if (pages > mostPages || changed.size > mostRows) throw new CallError(200, undefined)
        page = await client(exportCalls.listLibrary, { ...scope, after: last.id })
      }
      const prompts = new Map([...changed].map(([id, prompt]) => [id, toListed(prompt)]))
      return { folders, prompts, changed }
    } catch (error) {
      // The last prompt of a page may be deleted before the next page is requested.
      const isGone = isFailure(error, 'not_found') && tries < 3
      if (!isGone) throw error
    }
  }
}

/** Undefined if there is none, or none that the token can access. */
export async function fetchPrompt(client: Client, promptId: string): Promise<Prompt | undefined> {
  try {
    return (await client(promptCalls.getPrompt, { promptId })).prompt
  } catch (error) {
    if (isFailure(error, 'not_found') || isFailure(error, 'outside_folder')) return undefined
    throw error
  }
}

export function isFailure(error: unknown, code: string): error is CallError {
  return error instanceof CallError && error.failure?.code === code
}
