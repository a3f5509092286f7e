import type * as z from 'zod/mini'
import type { Call } from '#contract/core/call.ts'
import type { importCalls } from '#contract/transfer/import.ts'
import type { Actor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Database } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { listUpwards } from '#server/library/folders/find-paths.ts'
import { toImportedId, toImportWithin } from '#server/library/transfer/imports.rules.ts'
import { findFolderOf } from '#server/library/prompts/prompts.queries.ts'

type Import = Pick<z.output<typeof importCalls.importEntries.input>, 'attempt' | 'entries'>
type Place = { folderId?: string | null; promptId?: string; runId?: string }

/**
 * Keeps a call of an actor with a root folder within that folder. Returns the input, with the root folder if none is
 * given.
 *
 * @throws ApiError `outside_folder`, also if the root folder no longer exists; `not_found` if the prompt or run does
 * not exist
 */
export async function stayWithin(
  db: Database,
  { within }: Call,
  actor: Actor | undefined,
  input: object,
): Promise<object> {
  if (actor?.root === undefined || within === undefined || within === 'anywhere') return input
  const { owner, root } = actor
  if (within === 'entries') return stayWithEntries(db, owner, root, input as Import)
  const place: Place = input
  const folderId =
    within === 'prompt' ? await findFolderOf(db.main, owner, place) : (place.folderId ?? root)
  if (folderId === undefined) throw new ApiError('not_found')
  const folders = folderId === null ? [] : await listUpwards(db, owner, [folderId], root)
  if (!folders.some(({ id }) => id === root)) {
    const isMissing = folders.length === 0 && within !== 'prompt' && folderId !== root
    throw new ApiError(isMissing ? 'not_found' : 'outside_folder')
  }
  return within === 'prompt' ? input : { ...input, folderId }
}

/**
 * Keeps the folders and prompts of an import within the root folder. Entries refer to folders by their ids, and to
 * folders of earlier entries, which may have been moved since. All other kinds of entries change prompts that exist, or
 * the trash, which is not in the folder.
 *
 * @throws ApiError `outside_folder`, `not_found` if a folder does not exist
 */
async function stayWithEntries(
  db: Database,
  owner: OwnerNo,
  root: string,
  { attempt: given, entries, ...input }: Import,
): Promise<Import> {
  const attempt = toImportWithin(root, given)
  const placed = entries.map((entry) => {
    const isNew = entry.kind === 'folder' || entry.kind === 'prompt'
    if (!isNew || entry.deleted !== undefined) throw new ApiError('outside_folder')
    return { ...entry, in: entry.in ?? root }
  })
  const places = [...new Set(placed.map((entry) => entry.in))]
  const named = places.filter((place) => typeof place === 'string')
  const created = places
    .filter((place) => typeof place === 'number')
    .map((place) => toImportedId(owner, attempt, place))
  const rows = await listUpwards(db, owner, [root, ...named, ...created], root)
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]))
  const isOutside = (folder: string) => {
    let id: string | null | undefined = folder
    while (id != null && id !== root) id = parents.get(id)
    return id !== root
  }
  if (!parents.has(root)) throw new ApiError('outside_folder')
  if (named.some((id) => !parents.has(id))) throw new ApiError('not_found')
  // What an earlier entry has created may have been deleted since.
  const there = [...named, ...created].filter((id) => parents.has(id))
  if (there.some(isOutside)) throw new ApiError('outside_folder')
  return { ...input, attempt, entries: placed }
}
