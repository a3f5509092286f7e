import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '#contract/core/limits.ts'
import type { Services } from '#server/core/services.ts'
import type { Database, Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import { eraseRemains } from '#server/db/sqlite/erase-deleted.ts'
import { sweepTrigramsOf } from '#server/db/sqlite/trigrams.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import { countChange, lockLibrary, sumBytes } from '#server/users/libraries.queries.ts'
import { deleteRunsOf } from '#server/runs/runs.queries.ts'
import { deletePrompts } from '#server/library/prompts/prompts.queries.ts'
import { firstBatch } from '#server/library/batches.rules.ts'
import {
  deleteTrash,
  deleteRows,
  expireTrash,
  findExpiredTrash,
  getTrashExcess,
  listExpiredTrash,
  listOldestTrash,
  listTrashedFolders,
  listTrashedPrompts,
} from '#server/library/trash/trash.queries.ts'
import { deleteVersionsOf } from '#server/library/versions/versions.queries.ts'

/** Takes some milliseconds, during which other writers wait. */
const rowsAtOnce = 200
/** Lets other writers in between batches. */
const pauseMs = 5
/** After this, the sweep deletes the rest. */
const patienceMs = 5_000

/**
 * Deletes items of the trash permanently, by default all of them, with the versions and runs of their prompts. The
 * items disappear immediately; rows that take longer than 5 s are deleted in the background. Returns the number of
 * items.
 */
export async function eraseTrash(
  services: Pick<Services, 'db' | 'log' | 'wakeSweeping'>,
  owner: OwnerNo,
  ids?: readonly string[],
): Promise<number> {
  const { background } = services.db
  const expired = await background.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    return expireTrash(transaction, owner, ids)
  })
  if (expired === 0) return 0
  const inTime = AbortSignal.timeout(patienceMs)
  let isLeft = true
  while (!inTime.aborted && (isLeft = await eraseSome(background, owner, 0))) await delay(pauseMs)
  if (isLeft) services.wakeSweeping()
  await eraseRemains(services)
  return expired
}

/**
 * Deletes prompts permanently, with their versions, their runs and their texts in the index: those in the library by a
 * numbered change, or those in the trash.
 */
export async function erasePrompts(
  transaction: Handle,
  owner: AccountNo,
  from: ChangeNo | 'trash',
  rids: readonly number[],
): Promise<void> {
  await deleteVersionsOf(transaction, owner, rids)
  if (from === 'trash') {
    await deleteRunsOf(transaction, owner, 'trashed_prompts', rids)
    await deleteRows(transaction, owner, 'trashed_prompts', rids)
  } else {
    await deleteRunsOf(transaction, owner, 'prompts', rids)
    await deletePrompts(transaction, owner, from, rids)
  }
  await sweepTrigramsOf(transaction, rids)
}

/** Deletes a batch of rows of items that were moved to the trash before `until`. Returns whether there may be more. */
async function eraseSome(db: Handle, owner: AccountNo, until: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    const items = await listExpiredTrash(transaction, owner, until, rowsAtOnce)
    if (items.length === 0) return false
    const found = await listTrashedPrompts(transaction, owner, items, rowsAtOnce)
    const prompts = firstBatch(found)
    const rids = prompts.map(({ rid }) => rid)
    await erasePrompts(transaction, owner, 'trash', rids)
    const room = rowsAtOnce - found.length
    const folders = await listTrashedFolders(transaction, owner, items, room)
    await deleteRows(transaction, owner, 'trashed_folders', folders)
    const areEmpty = prompts.length === found.length && folders.length < room
    if (areEmpty) await deleteTrash(transaction, owner, items)
    const rows = prompts.length + folders.length + (areEmpty ? items.length : 0)
    await countChange(transaction, owner, { trashRows: -rows, trashBytes: -sumBytes(prompts) })
    return true
  })
}

/** Deletes the oldest items permanently while the trash exceeds its limits, but never `newest`. */
export async function trimTrash(db: Database, owner: OwnerNo, newest: string): Promise<void> {
  for (;;) {
    const excess = await getTrashExcess(db.main, owner)
    if (excess.rows <= 0 && excess.bytes <= 0) return
    const oldest = await listOldestTrash(db.background, owner, newest, rowsAtOnce)
    let { rows, bytes } = excess
    const tooOld = oldest.filter((item) => {
      const isTooMuch = rows > 0 || bytes > 0
      const itsRows = 1 + item.folders + item.prompts
      rows -= itsRows
      bytes -= item.bytes + itsRows * limits.rowBytes
      return isTooMuch
    })
    if (tooOld.length === 0) return
    const ids = tooOld.map(({ id }) => id)
    await db.background.transaction().execute(async (transaction) => {
      await lockLibrary(transaction, owner)
      await expireTrash(transaction, owner, ids)
    })
    while (await eraseSome(db.background, owner, 0)) await delay(pauseMs)
  }
}

/** Deletes items that have been in the trash for `limits.trashDays`, and completes interrupted deletions. */
export async function sweepTrash(
  services: Pick<Services, 'db' | 'log' | 'now'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, now } = services
  const until = now() - limits.trashDays * 24 * 60 * 60_000
  let hasErased = false
  for (let owner; !stopping.aborted && (owner = await findExpiredTrash(db.main, until));) {
    await eraseSome(db.background, owner, until)
    await delay(pauseMs)
    hasErased = true
  }
  if (hasErased) await eraseRemains(services)
}
