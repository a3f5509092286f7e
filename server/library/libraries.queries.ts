import { sql } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'
import { toRid } from '#server/db/rid.ts'

export async function insertLibrary(db: Handle, owner: OwnerNo): Promise<void> {
  await db.insertInto('libraries').values({ owner_no: owner, last_seq: 0 }).execute()
}

/** Deletes the library of an owner who has no folders and prompts any more. */
export async function deleteLibrary(db: Handle, owner: OwnerNo): Promise<void> {
  await db.deleteFrom('libraries').where('owner_no', '=', owner).execute()
}

/**
 * The key for a new folder or prompt. Holds back the owner's other creating transactions until this
 * one ends, so that what it counts afterwards stays true.
 */
export async function takeRid(transaction: Handle, owner: OwnerNo): Promise<number> {
  const { last_seq } = await transaction
    .updateTable('libraries')
    .set({ last_seq: sql`last_seq + 1` })
    .where('owner_no', '=', owner)
    .returning('last_seq')
    // Its account has been deleted since the session was found.
    .executeTakeFirstOrThrow(() => new ApiError('not_logged_in'))
  return toRid(owner, last_seq)
}

/**
 * Holds back whatever else puts something into one of the owner's folders, until the transaction
 * ends: a folder that is being deleted must not get a new prompt meanwhile.
 */
export async function lockLibrary(transaction: Handle, owner: OwnerNo): Promise<void> {
  await transaction
    .updateTable('libraries')
    .set({ last_seq: sql`last_seq` })
    .where('owner_no', '=', owner)
    .execute()
}
