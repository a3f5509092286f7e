import { randomBytes } from 'node:crypto'
import { limits } from '#contract/core/limits.ts'
import type { Prompt } from '#contract/library/prompts.ts'
import { changeableFields, type SelectionChange } from '#contract/library/selection.ts'
import { recordActivity, type Source } from '#server/users/record-activity.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import { isForeignKeyViolation } from '#server/db/failures.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import { changeLibrary } from '#server/users/libraries.queries.ts'
import { findFolder, listParents, updateFolder } from '#server/library/folders/folders.queries.ts'
import { findPrompt } from '#server/library/prompts/prompts.queries.ts'
import { savePrompt } from '#server/library/prompts/save-prompt.ts'

/**
 * Moves, recolours, stars or shares prompts and folders, all or none. With `ifStill`, skips those whose state no longer
 * matches it. Returns the changes that undo this one, how many were skipped, and the keys of the links of prompts to be
 * shared.
 *
 * @throws ApiError `not_found` if an item or a destination does not exist or belongs to another owner;
 * `folder_in_itself`; `short_name_taken`
 */
export async function changeSelection(
  { db, now }: Services,
  owner: OwnerNo,
  changes: readonly SelectionChange[],
  source: Source,
): Promise<{ undo: SelectionChange[]; left: number; shareKeys: ShareKeyOf[] }> {
  try {
    return await db.background.transaction().execute(async (transaction) => {
      const { change: changeNo } = await changeLibrary(transaction, owner)
      const undo: SelectionChange[] = []
      const shareKeys: ShareKeyOf[] = []
      let left = 0
      for (const change of changes) {
        const possible = await withDestination(transaction, owner, change)
        const outcomes: Outcome[] = []
        for (const id of change.folderIds) {
          outcomes.push(await changeFolder(transaction, owner, changeNo, id, possible))
        }
        for (const id of change.promptIds) {
          const changed = await changePrompt(transaction, owner, changeNo, id, possible)
          const { outcome, shareKey } = changed
          outcomes.push(outcome)
          if (change.isPublic === 1) shareKeys.push({ promptId: id, shareKey })
        }
        undo.push(...outcomes.filter((outcome) => typeof outcome === 'object'))
        left += outcomes.filter((outcome) => outcome === 'left out').length
      }
      await recordSharing(transaction, owner, source, { undo, at: now() })
      return { undo: grouped(undo.toReversed()), left, shareKeys }
    })
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new ApiError('not_found')
    throw error
  }
}

/** Records which prompts have been shared and which made private, based on their undo. */
async function recordSharing(
  transaction: Handle,
  owner: OwnerNo,
  source: Source,
  { undo, at }: { undo: readonly SelectionChange[]; at: number },
): Promise<void> {
  for (const [flag, kind] of [
    [1, 'prompt_shared'],
    [0, 'prompt_unshared'],
  ] as const) {
    const changed = undo.filter(
      ({ isPublic, ifStill }) => ifStill?.isPublic === flag && isPublic !== flag,
    )
    const ids = changed.flatMap(({ promptIds }) => promptIds)
    if (ids.length === 0) continue
    const promptId = ids.length === 1 ? ids[0] : undefined
    await recordActivity(transaction, owner, source, { kind, at, promptId, count: ids.length })
  }
}

/** Redirects an undo to the root if its destination has been deleted. */
async function withDestination(
  transaction: Handle,
  owner: OwnerNo,
  change: SelectionChange,
): Promise<SelectionChange> {
  const { folderId, ifStill } = change
  if (!ifStill || folderId === undefined || folderId === 'root') return change
  return (await findFolder(transaction, owner, folderId)) ? change : { ...change, folderId: 'root' }
}

type ShareKeyOf = { promptId: string; shareKey: string | null }

/** The change that undoes this one, or why there was none. */
type Outcome = SelectionChange | 'left out' | 'so already'

type State = Omit<SelectionChange, 'promptIds' | 'folderIds' | 'ifStill'>

async function changePrompt(
  transaction: Handle,
  owner: OwnerNo,
  changeNo: ChangeNo,
  id: string,
  change: SelectionChange,
): Promise<{ outcome: Outcome; shareKey: string | null }> {
  const former = await findPrompt(transaction, owner, id)
  if (former === undefined) return { outcome: leaveOut(change), shareKey: null }
  const state = { ...former, folderId: former.folderId ?? 'root' }
  if (!isSo(state, change.ifStill ?? {})) {
    const outcome = isSo(state, change) ? 'so already' : 'left out'
    return { outcome, shareKey: former.shareKey }
  }
  const changed = { ...state, ...wantedOf(change, state) }
  const folderId = toFolderId(changed.folderId)
  const shareKey = shareKeyOf(former, change)
  const saved = { ...changed, folderId, shareKey }
  await savePrompt(transaction, owner, changeNo, saved, former)
  const outcome = { promptIds: [id], folderIds: [], ...toUndo(state, change) }
  return { outcome, shareKey }
}

/** Sharing creates a new link, except when undoing, which restores the previous one. */
function shareKeyOf(former: Prompt, { isPublic, ifStill }: SelectionChange): string | null {
  const isNew = isPublic === 1 && former.isPublic === 0 && ifStill?.isPublic === undefined
  return isNew ? randomBytes(16).toString('base64url') : former.shareKey
}

async function changeFolder(
  transaction: Handle,
  owner: OwnerNo,
  changeNo: ChangeNo,
  id: string,
  change: SelectionChange,
): Promise<Outcome> {
  const { folderId, color, isFavourite } = change
  const former = await findFolder(transaction, owner, id)
  if (former === undefined) return leaveOut(change)
  const state = {
    folderId: former.parent_id ?? 'root',
    color: former.color,
    isFavourite: former.is_favourite,
  }
  if (!isSo(state, change.ifStill ?? {})) return isSo(state, change) ? 'so already' : 'left out'
  if (folderId !== undefined && folderId !== 'root') {
    const ancestors = await listParents(transaction, owner, [folderId], { limit: limits.folders })
    if (ancestors.some((folder) => folder.id === id)) {
      if (change.ifStill) return 'left out'
      throw new ApiError('folder_in_itself')
    }
  }
  const changes = {
    ...(folderId !== undefined && { parent_id: toFolderId(folderId) }),
    ...(color !== undefined && { color }),
    ...(isFavourite !== undefined && { is_favourite: isFavourite }),
  }
  if (Object.keys(changes).length > 0) {
    await updateFolder(transaction, owner, changeNo, id, changes)
  }
  return { promptIds: [], folderIds: [id], ...toUndo(state, change) }
}

function leaveOut({ ifStill }: SelectionChange): Outcome {
  if (!ifStill) throw new ApiError('not_found')
  return 'left out'
}

/**
 * Whether the state is already as requested, after a change whose response was lost, or still as an undo expects it.
 */
function isSo(state: State, wanted: State): boolean {
  return changeableFields.every(
    (field) => wanted[field] === undefined || wanted[field] === state[field],
  )
}

/** Returns the previous values of the changed fields, with the new values as the condition of the undo. */
function toUndo(former: State, change: SelectionChange): State & Pick<SelectionChange, 'ifStill'> {
  const ifStill = wantedOf(change, former)
  const before = changeableFields.filter((field) => field in ifStill)
  return { ...Object.fromEntries(before.map((field) => [field, former[field]])), ifStill }
}

type Wanted = { [Field in keyof State]?: Exclude<State[Field], undefined> }

/** Returns the fields that a change sets. A folder has no public link. */
function wantedOf(change: State, former: State): Wanted {
  const fields = changeableFields.filter((field) => change[field] !== undefined && field in former)
  return Object.fromEntries(fields.map((field) => [field, change[field]]))
}

function toFolderId(destination: string): string | null {
  return destination === 'root' ? null : destination
}

/** Merges adjacent changes that set the same fields. */
function grouped(changes: SelectionChange[]): SelectionChange[] {
  const groups: SelectionChange[] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last && whatOf(last) === whatOf(change)) {
      last.promptIds.push(...change.promptIds)
      last.folderIds.push(...change.folderIds)
    } else {
      groups.push(change)
    }
  }
  return groups
}

function whatOf({ promptIds: _promptIds, folderIds: _folderIds, ...what }: SelectionChange) {
  return JSON.stringify(what)
}
