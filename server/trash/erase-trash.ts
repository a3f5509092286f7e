import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo } from '#server/db/owner.ts'
import { deleteRunsOfTrashed } from '#server/runs/runs.queries.ts'
import {
  deleteTrash,
  deleteTrashed,
  findExpiredTrash,
  listTrashedRids,
} from '#server/trash/trash.queries.ts'
import { deleteVersionsOf } from '#server/versions/versions.queries.ts'

/** Takes some milliseconds, for which other writers wait. */
const promptsAtOnce = 200
/** Between batches, in which others can write. */
const pauseMs = 5

/** Deletes an item of the trash for good, with the former versions and runs of its prompts. One that is gone counts as deleted. */
export async function eraseTrash(db: Handle, owner: AccountNo, trashId: string): Promise<void> {
  while (await eraseSome(db, owner, trashId)) await delay(pauseMs)
}

/** Returns whether there may be more. */
async function eraseSome(db: Handle, owner: AccountNo, trashId: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Restoring waits, and finds what is left.
    const item = await transaction
      .updateTable('trash')
      .set({ deleted_at: sql`deleted_at` })
      .where('owner_no', '=', owner)
      .where('id', '=', trashId)
      .returning('bytes')
      .executeTakeFirst()
    if (item === undefined) return false
    const rids = await listTrashedRids(transaction, owner, trashId, promptsAtOnce)
    await deleteVersionsOf(transaction, owner, rids)
    await deleteRunsOfTrashed(transaction, owner, rids)
    await deleteTrashed(transaction, owner, 'trashed_prompts', rids)
    if (rids.length === promptsAtOnce) return true
    await deleteTrash(transaction, owner, trashId)
    await transaction
      .updateTable('libraries')
      .set({ trash_bytes: sql<number>`trash_bytes - ${item.bytes}` })
      .where('owner_no', '=', owner)
      .execute()
    return false
  })
}

/** Deletes for good what has been in the trash for `limits.trashDays`. */
export async function sweepTrash(
  { db, now }: Pick<Services, 'db' | 'now'>,
  stopping: AbortSignal,
): Promise<void> {
  const until = now() - limits.trashDays * 24 * 60 * 60_000
  for (let item; !stopping.aborted && (item = await findExpiredTrash(db.main, until));) {
    await eraseTrash(db.background, item.owner_no, item.id)
  }
}
