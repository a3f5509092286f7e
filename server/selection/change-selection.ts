import { limits } from '#contract/limits.ts'
import type { SelectionChange } from '#contract/selection.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Handle } from '#server/db/database.ts'
import { isForeignKeyViolation } from '#server/db/failures.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { lockLibrary } from '#server/entries/libraries.queries.ts'
import { findFolder, listParents, updateFolder } from '#server/folders/folders.queries.ts'
import { findPrompt } from '#server/prompts/prompts.queries.ts'
import { savePrompt } from '#server/prompts/save-prompt.ts'

/**
 * Moves, recolours, stars or shares prompts and folders, all or none. Returns the changes that undo it.
 *
 * @throws ApiError `not_found` where something or a destination does not exist or belongs to another owner;
 * `folder_in_itself`
 */
export async function changeSelection(
  db: Handle,
  owner: OwnerNo,
  changes: readonly SelectionChange[],
): Promise<SelectionChange[]> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await lockLibrary(transaction, owner)
      const undo: SelectionChange[] = []
      for (const change of changes) {
        for (const id of change.folderIds) {
          undo.push(await changeFolder(transaction, owner, id, change))
        }
        for (const id of change.promptIds) {
          undo.push(await changePrompt(transaction, owner, id, change))
        }
      }
      return grouped(undo.toReversed())
    })
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new ApiError('not_found')
    throw error
  }
}

async function changePrompt(
  transaction: Handle,
  owner: OwnerNo,
  id: string,
  { folderId, color, isFavourite, isPublic }: SelectionChange,
): Promise<SelectionChange> {
  const former = await findPrompt(transaction, owner, id)
  if (former === undefined) throw new ApiError('not_found')
  const changed = {
    ...former,
    ...(folderId !== undefined && { folderId: toFolderId(folderId) }),
    ...(color !== undefined && { color }),
    ...(isFavourite !== undefined && { isFavourite }),
    ...(isPublic !== undefined && { isPublic }),
  }
  await savePrompt(transaction, owner, changed, former)
  return {
    promptIds: [id],
    folderIds: [],
    ...(folderId !== undefined && { folderId: former.folderId ?? 'root' }),
    ...(color !== undefined && { color: former.color }),
    ...(isFavourite !== undefined && { isFavourite: former.isFavourite }),
    ...(isPublic !== undefined && { isPublic: former.isPublic }),
  }
}

async function changeFolder(
  transaction: Handle,
  owner: OwnerNo,
  id: string,
  { folderId, color }: SelectionChange,
): Promise<SelectionChange> {
  const former = await findFolder(transaction, owner, id)
  if (former === undefined) throw new ApiError('not_found')
  if (folderId !== undefined && folderId !== 'root') {
    // Some accounts predate the limit and have more.
    const ways = await listParents(transaction, owner, [folderId], 10 * limits.folders)
    if (ways.some((folder) => folder.id === id)) throw new ApiError('folder_in_itself')
  }
  const changes = {
    ...(folderId !== undefined && { parent_id: toFolderId(folderId) }),
    ...(color !== undefined && { color }),
  }
  if (Object.keys(changes).length > 0) await updateFolder(transaction, owner, id, changes)
  return {
    promptIds: [],
    folderIds: [id],
    ...(folderId !== undefined && { folderId: former.parent_id ?? 'root' }),
    ...(color !== undefined && { color: former.color }),
  }
}

function toFolderId(destination: string): string | null {
  return destination === 'root' ? null : destination
}

/** Neighbours that say the same as one change. */
function grouped(changes: SelectionChange[]): SelectionChange[] {
  const groups: SelectionChange[] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last && isAlike(last, change)) {
      last.promptIds.push(...change.promptIds)
      last.folderIds.push(...change.folderIds)
    } else {
      groups.push(change)
    }
  }
  return groups
}

function isAlike(one: SelectionChange, other: SelectionChange): boolean {
  return (['folderId', 'color', 'isFavourite', 'isPublic'] as const).every(
    (field) => one[field] === other[field],
  )
}
