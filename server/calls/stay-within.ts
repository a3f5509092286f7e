import type { Call } from '#contract/core/call.ts'
import type { Actor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Database } from '#server/db/database.ts'
import { listUpwards } from '#server/library/folders/find-paths.ts'
import { findFolderOf } from '#server/library/prompts/prompts.queries.ts'

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
