import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import { eraseRemains } from '#server/db/sqlite/erase-deleted.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import {
  changeLibrary,
  countChange,
  lockLibrary,
  sumBytes,
} from '#server/users/libraries.queries.ts'
import { newImport } from '#server/library/transfer/import-entries.ts'
import {
  deleteEmptyFolders,
  deleteExpiredImport,
  findExpiredImport,
  findHalfUndone,
  findImport,
  listTrashedFolders,
  listUntouched,
  putImport,
  type Imported,
} from '#server/library/transfer/imports.queries.ts'
import { dayMs, toImportedId } from '#server/library/transfer/imports.rules.ts'
import { erasePrompts } from '#server/library/trash/erase-trash.ts'
import {
  countTrash,
  deleteTrash,
  deleteRows,
  listEmptyTrash,
} from '#server/library/trash/trash.queries.ts'

/** Takes some hundredths of a second, during which other writers wait. */
const entriesAtOnce = 200
/** Lets other writers in between batches. */
const pauseMs = 5

/** The number of items that an undo has deleted. */
type Deleted = { prompts: number; folders: number }

/**
 * Deletes the items of an import permanently, last first, except prompts that were edited or shared since, and their
 * folders. `sweepImports` resumes it after an interruption. An import that has not begun is rejected from now on.
 * Returns what this call deleted.
 */
export async function undoImport(
  services: Pick<Services, 'db' | 'log' | 'now'>,
  owner: OwnerNo,
  attempt: string,
): Promise<Deleted> {
  const { db, now } = services
  await db.background.transaction().execute(async (transaction) => {
    if (!(await lockLibrary(transaction, owner))) throw new ApiError('not_logged_in')
    const begun = await findImport(transaction, owner, attempt)
    if (begun && begun.undone_at !== null) return
    const none = { attempt, name: '', total: 0, now: now() }
    const row = begun ?? (await newImport(transaction, owner, none))
    const ended = { name: '', undone_at: now(), expires_at: now() + dayMs }
    await putImport(transaction, { ...row, ...ended })
  })
  const deleted = { prompts: 0, folders: 0 }
  for (;;) {
    const some = await undoSome(db.background, owner, attempt)
    deleted.prompts += some.prompts
    deleted.folders += some.folders
    if (!some.hasMore) break
    await delay(pauseMs)
  }
  await eraseRemains(services)
  return deleted
}

/** Undoes a batch. */
async function undoSome(
  db: Handle,
  owner: AccountNo,
  attempt: string,
): Promise<Deleted & { hasMore: boolean }> {
  return db.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    const row = await findImport(transaction, owner, attempt)
    if (row === undefined || row.undone_at === null || row.done === 0) {
      return { prompts: 0, folders: 0, hasMore: false }
    }
    const from = Math.max(0, row.done - entriesAtOnce)
    const ids = Array.from({ length: row.done - from }, (_, at) =>
      toImportedId(owner, attempt, from + at),
    )
    const imported = { ids, startedAt: new Date(row.started_at).toISOString() }
    const { change } = await changeLibrary(transaction, owner)
    const prompts = await eraseLive(transaction, owner, change, imported)
    const trashed = await eraseTrashed(transaction, owner, imported)
    const folders = await eraseFolders(transaction, owner, change, ids)
    await putImport(transaction, { ...row, done: from })
    return {
      prompts: prompts + trashed.prompts,
      folders: folders + trashed.folders,
      hasMore: from > 0,
    }
  })
}

/** Returns how many prompts it has deleted. */
async function eraseLive(
  db: Handle,
  owner: AccountNo,
  change: ChangeNo,
  imported: Imported,
): Promise<number> {
  const prompts = await listUntouched(db, owner, 'prompts', imported)
  await erasePrompts(
    db,
    owner,
    change,
    prompts.map(({ rid }) => rid),
  )
  await countChange(db, owner, { prompts: -prompts.length, bytes: -sumBytes(prompts) })
  return prompts.length
}

/** Deletes imported items in the trash, whether the file or the user put them there. */
async function eraseTrashed(db: Handle, owner: AccountNo, imported: Imported): Promise<Deleted> {
  const prompts = await listUntouched(db, owner, 'trashed_prompts', imported)
  const folders = await listTrashedFolders(db, owner, imported.ids)
  const promptRids = prompts.map(({ rid }) => rid)
  const folderRids = folders.map(({ rid }) => rid)
  await erasePrompts(db, owner, 'trash', promptRids)
  await deleteRows(db, owner, 'trashed_folders', folderRids)
  const items = new Set([...prompts, ...folders].map(({ trash_id }) => trash_id))
  for (const item of items) {
    const inside = prompts.filter(({ trash_id }) => trash_id === item)
    await countTrash(db, owner, item, {
      folders: -folders.filter(({ trash_id }) => trash_id === item).length,
      prompts: -inside.length,
      bytes: -sumBytes(inside),
    })
  }
  const empty = await listEmptyTrash(db, owner, [...items, ...imported.ids])
  if (empty.length > 0) await deleteTrash(db, owner, empty)
  const trashRows = prompts.length + folders.length + empty.length
  await countChange(db, owner, { trashRows: -trashRows, trashBytes: -sumBytes(prompts) })
  return { prompts: prompts.length, folders: folders.length }
}

/** Returns how many it has deleted. */
async function eraseFolders(
  db: Handle,
  owner: AccountNo,
  change: ChangeNo,
  ids: readonly string[],
): Promise<number> {
  let sum = 0
  // Each round deletes the innermost folders.
  for (let folders = -1; folders !== 0;) {
    folders = await deleteEmptyFolders(db, owner, change, ids)
    await countChange(db, owner, { folders: -folders })
    sum += folders
  }
  return sum
}

/** Finishes interrupted undos and deletes the rows of expired imports. */
export async function sweepImports(
  services: Pick<Services, 'db' | 'log' | 'now'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, now } = services
  let hasErased = false
  for (let row; !stopping.aborted && (row = await findHalfUndone(db.main));) {
    await undoSome(db.background, row.owner_no, row.attempt)
    await delay(pauseMs)
    hasErased = true
  }
  if (hasErased) await eraseRemains(services)
  for (let row; !stopping.aborted && (row = await findExpiredImport(db.main, now()));) {
    await deleteExpiredImport(db.background, row, now())
  }
}
