import { limits } from '#contract/core/limits.ts'
import type { Value } from '#contract/variables/value-schemas.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import { isForeignKeyViolation } from '#server/db/failures.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import { lockLibrary, takeRids } from '#server/users/libraries.queries.ts'
import { toNewId } from '#server/core/new-id.rules.ts'
import { toFolderColumns } from '#server/library/folders/create-folder.ts'
import { outermostFirst } from '#server/library/folders/outermost-first.ts'
import {
  insertFolders,
  isFolder,
  listFoldersIn,
  listFolderNamesIn,
  type StoredFolderRow,
} from '#server/library/folders/folders.queries.ts'
import { checkRoom } from '#server/library/prompts/check-room.ts'
import { findPrompt, listNamesIn, listPromptsOf } from '#server/library/prompts/prompts.queries.ts'
import { addPrompts, numberShortNames } from '#server/library/prompts/save-prompt.ts'
import { toCopyName } from '#server/library/selection/copy-name.rules.ts'
import { listSelectedPrompts, measure } from '#server/library/selection/selection.queries.ts'

type Input = {
  promptIds: readonly string[]
  folderIds: readonly string[]
  /** If missing, each copy is placed next to its original. */
  folderId?: string | undefined
  attempt?: string | undefined
}

type Copying = {
  transaction: Handle
  owner: OwnerNo
  input: Input
  change: ChangeNo
  /** The creation time of all copies. */
  createdAt: string
}

/** Texts may be long. */
const promptsAtOnce = 50
const foldersAtOnce = 500

/**
 * Copies prompts, and folders with everything in them, each next to its original or all into one folder, and returns
 * the ids of the copies. A copy is private and not a favourite. A retry with the same `attempt` returns the same ids.
 *
 * @throws ApiError `not_found`, `folder_in_itself`, `copy_too_large`, `folder_limit_reached`, and what `checkRoom` and
 * `addPrompts` throw
 */
export async function copySelection(
  services: Services,
  owner: OwnerNo,
  input: Input,
): Promise<{ ids: string[]; folderIds: string[] }> {
  const { promptIds, folderIds, folderId: destination, attempt } = input
  if (promptIds.length + folderIds.length === 0) throw new ApiError('not_found')
  const createdAt = new Date(services.now()).toISOString()
  const ids = promptIds.map((promptId, at) => {
    const copy = { promptId, at, destination, attempt }
    return toNewId(owner, copy)
  })
  const copies = folderIds.map((folderId, at) => {
    const copy = { folderId, at, destination, attempt }
    return toNewId(owner, copy)
  })
  try {
    await services.db.background.transaction().execute(async (transaction) => {
      await lockLibrary(transaction, owner)
      if (attempt && (await hasCopies(transaction, owner, ids[0], copies[0]))) return
      const { prompts, bytes } = await measure(transaction, owner, input)
      if (prompts > limits.copiedPrompts || bytes > limits.copiedBytes) {
        throw new ApiError('copy_too_large', { limit: limits.copiedPrompts })
      }
      const change = await checkRoom(transaction, owner, services, prompts)
      const copying = { transaction, owner, input, change, createdAt }
      await copyPrompts(copying, ids)
      await copyFolders(copying, copies)
    })
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new ApiError('not_found')
    throw error
  }
  return { ids, folderIds: copies }
}

async function hasCopies(
  transaction: Handle,
  owner: OwnerNo,
  promptId: string | undefined,
  folderId: string | undefined,
): Promise<boolean> {
  if (promptId !== undefined) return (await findPrompt(transaction, owner, promptId)) !== undefined
  return folderId !== undefined && isFolder(transaction, owner, folderId)
}

/** Returns the folder of a copy whose original is in `beside`; null is the root. */
function destinationOf({ folderId }: Input, beside: string | null): string | null {
  if (folderId === undefined) return beside
  return folderId === 'root' ? null : folderId
}

async function copyPrompts(
  { transaction, owner, input, change, createdAt }: Copying,
  ids: readonly string[],
): Promise<void> {
  const namesIn = new Map<string | null, Set<string>>()
  for (const [at, promptId] of input.promptIds.entries()) {
    const original = await findPrompt(transaction, owner, promptId)
    const id = ids[at]
    if (original === undefined || id === undefined) throw new ApiError('not_found')
    const folderId = destinationOf(input, original.folderId)
    const names = namesIn.get(folderId) ?? new Set(await listNamesIn(transaction, owner, folderId))
    const name = toCopyName(original.name, names)
    namesIn.set(folderId, names.add(name))
    const copy = { ...original, ...asNew(createdAt), id, name, folderId }
    await addPrompts(transaction, owner, change, await numberShortNames(transaction, owner, [copy]))
  }
}

async function copyFolders(copying: Copying, ids: readonly string[]): Promise<void> {
  const { transaction, owner, input } = copying
  const namesIn = new Map<string | null, Set<string>>()
  // Read before the first copy, which may be created inside another of them.
  const trees: StoredFolderRow[][] = []
  for (const folderId of input.folderIds) {
    trees.push(await listFoldersIn(transaction, owner, [folderId]))
  }
  for (const [at, tree] of trees.entries()) {
    const top = tree.find((folder) => folder.id === input.folderIds[at])
    const id = ids[at]
    if (top === undefined || id === undefined) throw new ApiError('not_found')
    const parentId = destinationOf(input, top.parent_id)
    if (tree.some((folder) => folder.id === parentId)) throw new ApiError('folder_in_itself')
    const names =
      namesIn.get(parentId) ?? new Set(await listFolderNamesIn(transaction, owner, parentId))
    const name = toCopyName(top.name, names)
    namesIn.set(parentId, names.add(name))
    const inside = tree.filter((folder) => folder !== top)
    await copyTree(copying, { top: { ...top, name }, inside, id, parentId, at })
  }
}

type Tree = {
  top: StoredFolderRow
  inside: readonly StoredFolderRow[]
  /** The id of the copy. */
  id: string
  parentId: string | null
  /** Its index among the folders that are copied. */
  at: number
}

async function copyTree(
  { transaction, owner, input, change, createdAt }: Copying,
  { top, inside, id, parentId, at }: Tree,
): Promise<void> {
  const { attempt, folderId: destination } = input
  const idOf = (original: string) => {
    const copy = { original, at, destination, attempt }
    return toNewId(owner, copy)
  }
  const ids = new Map([
    [top.id, id],
    ...inside.map((folder) => [folder.id, idOf(folder.id)] as const),
  ])
  const folders = outermostFirst([top, ...inside])
  const adds = { folders: folders.length }
  const { firstRid, holdings } = await takeRids(transaction, owner, folders.length, adds)
  if (holdings.folders > limits.folders) throw new ApiError('folder_limit_reached')
  const rows = folders.map((folder, index) => ({
    rid: firstRid + index,
    owner_no: owner,
    id: ids.get(folder.id) ?? '',
    parent_id: folder === top ? parentId : (ids.get(folder.parent_id ?? '') ?? null),
    ...toFolderColumns(folder),
    created_at: createdAt,
    changed_no: change,
  }))
  for (let from = 0; from < rows.length; from += foldersAtOnce) {
    await insertFolders(transaction, rows.slice(from, from + foldersAtOnce))
  }
  const selection = { promptIds: [], folderIds: [top.id] }
  const prompts = await listSelectedPrompts(transaction, owner, selection)
  const rids = prompts.map(({ rid }) => rid)
  for (let from = 0; from < rids.length; from += promptsAtOnce) {
    const some = await listPromptsOf(transaction, owner, rids.slice(from, from + promptsAtOnce))
    const copies = some.map(({ rid: _rid, createdAt: _createdAt, ...prompt }) => ({
      ...prompt,
      ...asNew(createdAt),
      id: idOf(prompt.id),
      folderId: ids.get(prompt.folderId ?? '') ?? id,
    }))
    await addPrompts(transaction, owner, change, await numberShortNames(transaction, owner, copies))
  }
}

function asNew(updatedAt: string) {
  return {
    isPublic: 0,
    shareKey: null,
    isFavourite: 0,
    usedAt: null,
    lastValues: [] as Value[],
    updatedAt,
  } as const
}
