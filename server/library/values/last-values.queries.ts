import { sql } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'

export async function setKeepsLastValues(
  db: Handle,
  owner: OwnerNo,
  change: ChangeNo,
  keeps: 0 | 1,
): Promise<void> {
  await db
    .updateTable('libraries')
    .set({ keeps_last_values: keeps, my_values_no: change })
    .where('owner_no', '=', owner)
    .execute()
}

/**
 * Deletes the last values of at most `limit` prompts. Returns their sizes, and the items of the trash they are in. Copies
 * of the library on devices lose the values, too: the change is numbered.
 */
export async function eraseLastValues(
  db: Handle,
  owner: OwnerNo,
  change: ChangeNo,
  table: 'prompts' | 'trashed_prompts',
  limit: number,
): Promise<{ rid: number; bytes: number; trashId?: string }[]> {
  const trashId = table === 'prompts' ? sql`` : sql`, trash_id as "trashId"`
  const { rows } = await sql<{ rid: number; bytes: number; trashId?: string }>`
    select rid, octet_length(last_values) as bytes ${trashId} from ${sql.table(table)}
    where owner_no = ${owner} and last_values is not null limit ${sql.lit(limit)}`.execute(db)
  if (rows.length === 0) return rows
  const rids = rows.map(({ rid }) => rid)
  const isNumbered = table === 'prompts' ? sql`, changed_no = ${change}` : sql``
  await sql`update ${sql.table(table)} set last_values = null ${isNumbered}
    where owner_no = ${owner} and rid in (${sql.join(rids)})`.execute(db)
  return rows
}
