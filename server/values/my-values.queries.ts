import type { Value } from '#contract/variables/value-schemas.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { fromJson, toJson } from '#server/db/json-column.ts'

export async function getMyValues(db: Handle, owner: OwnerNo): Promise<Value[]> {
  const row = await db
    .selectFrom('libraries')
    .select('my_values')
    .where('owner_no', '=', owner)
    .executeTakeFirst()
  return fromJson(row?.my_values ?? null)
}

export async function setMyValues(db: Handle, owner: OwnerNo, values: Value[]): Promise<void> {
  await db
    .updateTable('libraries')
    .set({ my_values: toJson(values) })
    .where('owner_no', '=', owner)
    .execute()
}
