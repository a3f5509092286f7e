import { sql } from 'kysely'
import { limits } from '#contract/core/limits.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { toRid } from '#server/db/rid.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'

/** The contents of a library. `bytes` is the storage that they use. */
export type Holdings = { folders: number; prompts: number; bytes: number }

/**
 * What a change adds to a library and its trash; negative for what it removes. `bytes` counts texts, and whole versions
 * and runs. The overhead of a folder's or prompt's row is added here.
 */
export type HoldingsChange = Partial<Holdings & { trashRows: number; trashBytes: number }>

export async function insertLibrary(db: Handle, owner: OwnerNo): Promise<void> {
  const nothing = {
    last_seq: 0,
    folder_count: 0,
    prompt_count: 0,
    stored_bytes: 0,
    my_values: null,
  }
  await db
    .insertInto('libraries')
    .values({ owner_no: owner, ...nothing })
    .execute()
}

/** Deletes a library without folders and prompts. */
export async function deleteLibrary(db: Handle, owner: AccountNo): Promise<void> {
  await db.deleteFrom('libraries').where('owner_no', '=', owner).execute()
}

/**
 * Allocates `count` consecutive keys of new rows and updates the counts. Returns the new holdings. Other transactions
 * that write to the library wait until this one ends, so the counts are exact.
 */
export async function takeRids(
  transaction: Handle,
  owner: OwnerNo,
  count: number,
  adds: HoldingsChange,
): Promise<{ firstRid: number; holdings: Holdings }> {
  const row = await transaction
    .updateTable('libraries')
    .set({ last_seq: sql`last_seq + ${count}`, ...toColumns(adds) })
    .where('owner_no', '=', owner)
    .returning(['last_seq', ...countColumns])
    // The account was deleted after the request was authenticated.
    .executeTakeFirstOrThrow(() => new ApiError('not_logged_in'))
  const lastRid = toRid(owner, row.last_seq)
  return { firstRid: lastRid - count + 1, holdings: toHoldings(row) }
}

/**
 * Updates the counts by a change and returns the new holdings. Negative counts of folders or prompts record a removal
 * under the number of the transaction's change.
 */
export async function countChange(
  transaction: Handle,
  owner: AccountNo,
  change: HoldingsChange,
): Promise<Holdings> {
  const row = await transaction
    .updateTable('libraries')
    .set(toColumns(change))
    .where('owner_no', '=', owner)
    .returning(countColumns)
    .executeTakeFirstOrThrow(() => new ApiError('not_logged_in'))
  return toHoldings(row)
}

/** Subtracts deleted versions or runs from the library's storage. */
export async function countDeleted(
  transaction: Handle,
  owner: AccountNo,
  rows: readonly { bytes: number }[],
): Promise<void> {
  if (rows.length > 0) await countChange(transaction, owner, { bytes: -sumBytes(rows) })
}

export function sumBytes(rows: readonly { bytes: number }[]): number {
  return rows.reduce((sum, { bytes }) => sum + bytes, 0)
}

export async function getHoldings(db: Handle, owner: OwnerNo): Promise<Holdings> {
  const row = await db
    .selectFrom('libraries')
    .select(countColumns)
    .where('owner_no', '=', owner)
    .executeTakeFirstOrThrow(() => new ApiError('not_logged_in'))
  return toHoldings(row)
}

/**
 * Locks the library against other writing transactions until this one ends. Returns its holdings; undefined if the
 * account has been deleted.
 */
export async function lockLibrary(
  transaction: Handle,
  owner: AccountNo,
): Promise<Holdings | undefined> {
  const row = await transaction
    .updateTable('libraries')
    .set({ last_seq: sql`last_seq` })
    .where('owner_no', '=', owner)
    .returning(countColumns)
    .executeTakeFirst()
  return row && toHoldings(row)
}

/**
 * Locks the library like `lockLibrary`, and numbers the change that this transaction makes to its folders, prompts or own
 * values. The numbers are in commit order, because other writers wait. A transaction that calls this again gets another
 * number.
 *
 * @throws ApiError `not_logged_in` if the account has been deleted
 */
export async function changeLibrary(
  transaction: Handle,
  owner: AccountNo,
): Promise<{ change: ChangeNo; holdings: Holdings }> {
  const row = await transaction
    .updateTable('libraries')
    .set({ change_no: sql`change_no + 1` })
    .where('owner_no', '=', owner)
    .returning(['change_no', ...countColumns])
    .executeTakeFirstOrThrow(() => new ApiError('not_logged_in'))
  return { change: row.change_no as ChangeNo, holdings: toHoldings(row) }
}

const countColumns = ['folder_count', 'prompt_count', 'stored_bytes'] as const

function toColumns({
  folders = 0,
  prompts = 0,
  bytes = 0,
  trashRows = 0,
  trashBytes = 0,
}: HoldingsChange) {
  const stored = bytes + (folders + prompts) * limits.rowBytes
  const trashed = trashBytes + trashRows * limits.rowBytes
  return {
    folder_count: sql<number>`folder_count + ${folders}`,
    prompt_count: sql<number>`prompt_count + ${prompts}`,
    stored_bytes: sql<number>`stored_bytes + ${stored}`,
    trash_rows: sql<number>`trash_rows + ${trashRows}`,
    trash_bytes: sql<number>`trash_bytes + ${trashed}`,
    ...((folders < 0 || prompts < 0) && { removed_no: sql<number>`change_no` }),
  }
}

function toHoldings(row: Record<(typeof countColumns)[number], number>): Holdings {
  return { folders: row.folder_count, prompts: row.prompt_count, bytes: row.stored_bytes }
}
