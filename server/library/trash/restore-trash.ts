import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '#contract/core/limits.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import {
  changeLibrary,
  countChange,
  lockLibrary,
  sumBytes,
} from '#server/users/libraries.queries.ts'
import { toFolderColumns } from '#server/library/folders/create-folder.ts'
import { outermostFirst } from '#server/library/folders/outermost-first.ts'
import { insertFolders } from '#server/library/folders/folders.queries.ts'
import { findTerms } from '#server/billing/plans/terms/find-terms.ts'
import { fromFieldColumns } from '#server/library/prompts/prompts.rules.ts'
import { insertPromptRows, numberShortNames } from '#server/library/prompts/save-prompt.ts'
import { firstBatch } from '#server/library/batches.rules.ts'
import {
  countTrash,
  deleteTrash,
  deleteRows,
  findRestoring,
  findTrash,
  listIdsAmong,
  listTrashedAfter,
  listTrashedByRid,
  listTrashedPrompts,
  setRestoring,
} from '#server/library/trash/trash.queries.ts'

/** Takes some hundredths of a second, during which other writers wait. */
const promptsAtOnce = 200
const foldersAtOnce = 500
/** Lets other writers in between batches. */
const pauseMs = 5
/** After this, the sweep restores the rest. */
const patienceMs = 5_000

/**
 * Restores an item of the trash to its original place, or to the root if its folder no longer exists. More than 200
 * prompts are restored in batches, so that other writers do not wait. `sweepRestoring` completes restorations that take
 * longer than 5 s or are interrupted.
 *
 * @throws ApiError `not_found`, `prompt_limit_reached`, `folder_limit_reached`, `library_full`, `storage_full`
 */
export async function restoreTrash(
  services: Services,
  owner: OwnerNo,
  trashId: string,
): Promise<void> {
  const { background } = services.db
  let isLeft = await background.transaction().execute(async (transaction) => {
    const change = await begin(transaction, services, owner, trashId)
    return restoreSomePrompts(transaction, owner, change, trashId)
  })
  const inTime = AbortSignal.timeout(patienceMs)
  while (isLeft && !inTime.aborted) {
    await delay(pauseMs)
    isLeft = await restoreMore(background, owner, trashId)
  }
  if (isLeft) services.wakeSweeping()
}

/** Completes restorations that took long or were interrupted. */
export async function sweepRestoring(
  { db }: Pick<Services, 'db'>,
  stopping: AbortSignal,
): Promise<void> {
  for (let item; !stopping.aborted && (item = await findRestoring(db.main));) {
    await restoreMore(db.background, item.owner_no, item.id)
    await delay(pauseMs)
  }
}

/** Restores a batch. Returns whether there is more. */
async function restoreMore(db: Handle, owner: AccountNo, trashId: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    // Another request, or the sweep, may have restored the rest.
    const isThere = (await listIdsAmong(transaction, owner, 'trash', [trashId])).has(trashId)
    if (!isThere) return false
    const { change } = await changeLibrary(transaction, owner)
    return restoreSomePrompts(transaction, owner, change, trashId)
  })
}

/** Checks the limits, restores the folders and hides the item. */
async function begin(
  transaction: Handle,
  services: Services,
  owner: OwnerNo,
  trashId: string,
): Promise<ChangeNo> {
  const { change, holdings: held } = await changeLibrary(transaction, owner)
  const item = await findTrash(transaction, owner, trashId)
  if (item === undefined) throw new ApiError('not_found')
  // Users can always restore what they deleted.
  const { promptLimit } = await findTerms(transaction, owner, services)
  const most = Math.max(item.prompts_before, promptLimit ?? Number.POSITIVE_INFINITY)
  if (held.prompts + item.prompts > most) {
    throw new ApiError('prompt_limit_reached', { limit: most })
  }
  const bytes = item.bytes + (item.prompts + item.folders) * limits.rowBytes
  if (held.prompts + item.prompts > limits.prompts) throw new ApiError('library_full')
  if (held.bytes + bytes > limits.storedBytes) throw new ApiError('storage_full')
  if (held.folders + item.folders > limits.folders) throw new ApiError('folder_limit_reached')
  await restoreFolders(transaction, owner, change, trashId)
  await setRestoring(transaction, owner, trashId, services.now())
  return change
}

async function restoreFolders(
  db: Handle,
  owner: OwnerNo,
  change: ChangeNo,
  trashId: string,
): Promise<void> {
  const [rid] = ridRange(owner)
  const options = { trashId, rid, limit: limits.trashRows }
  const rows = await listTrashedAfter(db, owner, 'trashed_folders', options)
  if (rows.length === 0) return
  const trashed = new Set(rows.map(({ id }) => id))
  const outside = rows.flatMap(({ parent_id }) =>
    parent_id === null || trashed.has(parent_id) ? [] : [parent_id],
  )
  const there = await listIdsAmong(db, owner, 'folders', outside)
  const folders = outermostFirst(rows).map(({ trash_id: _trashId, ...folder }) => {
    const { parent_id } = folder
    const isThere = parent_id === null || trashed.has(parent_id) || there.has(parent_id)
    const columns = { ...toFolderColumns(folder), changed_no: change }
    return { ...folder, ...columns, parent_id: isThere ? parent_id : null }
  })
  for (let from = 0; from < folders.length; from += foldersAtOnce) {
    await insertFolders(db, folders.slice(from, from + foldersAtOnce))
  }
  const rids = rows.map((row) => row.rid)
  for (let from = 0; from < rids.length; from += foldersAtOnce) {
    await deleteRows(db, owner, 'trashed_folders', rids.slice(from, from + foldersAtOnce))
  }
  await countTrash(db, owner, trashId, { folders: -rows.length, prompts: 0, bytes: 0 })
  await countChange(db, owner, { folders: folders.length, trashRows: -rows.length })
}

/** Restores a batch of prompts and, after the last, deletes the item. Returns whether there are more. */
async function restoreSomePrompts(
  db: Handle,
  owner: AccountNo,
  change: ChangeNo,
  trashId: string,
): Promise<boolean> {
  const found = await listTrashedPrompts(db, owner, [trashId], promptsAtOnce + 1)
  const batch = firstBatch(found.slice(0, promptsAtOnce))
  const isLeft = batch.length < found.length
  if (batch.length > 0) await restorePrompts(db, owner, change, trashId, batch)
  if (!isLeft) {
    await deleteTrash(db, owner, [trashId])
    await countChange(db, owner, { trashRows: -1 })
  }
  return isLeft
}

async function restorePrompts(
  db: Handle,
  owner: AccountNo,
  change: ChangeNo,
  trashId: string,
  batch: readonly { rid: number; bytes: number }[],
): Promise<void> {
  const rids = batch.map(({ rid }) => rid)
  const rows = await listTrashedByRid(db, owner, rids)
  const folders = await listIdsAmong(
    db,
    owner,
    'folders',
    rows.map(({ folder_id }) => folder_id),
  )
  const usedIds = await listIdsAmong(
    db,
    owner,
    'prompts',
    rows.map(({ id }) => id),
  )
  const prompts = rows.map((row) => ({
    ...fromFieldColumns(row),
    rid: row.rid,
    createdAt: row.created_at,
    // A creation that was retried after the deletion uses the id.
    id: usedIds.has(row.id) ? randomUUIDv7() : row.id,
    folderId: row.folder_id !== null && folders.has(row.folder_id) ? row.folder_id : null,
  }))
  await insertPromptRows(db, owner, change, await numberShortNames(db, owner, prompts))
  await deleteRows(db, owner, 'trashed_prompts', rids)
  const bytes = sumBytes(batch)
  await countTrash(db, owner, trashId, { folders: 0, prompts: -rows.length, bytes: -bytes })
  await countChange(db, owner, {
    prompts: rows.length,
    bytes,
    trashRows: -rows.length,
    trashBytes: -bytes,
  })
}
