import type { Value } from '#contract/variables/value-schemas.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import { fromJson, toJson } from '#server/db/json-column.ts'

export async function getMyValues(
  db: Handle,
  owner: OwnerNo,
): Promise<{ values: Value[]; keepsLastValues: boolean }> {
  const row = await db
    .selectFrom('libraries')
    .select(['my_values', 'keeps_last_values'])
    .where('owner_no', '=', owner)
    .executeTakeFirst()
  return { values: fromJson(row?.my_values ?? null), keepsLastValues: row?.keeps_last_values === 1 }
}

export async function setMyValues(
  db: Handle,
  owner: OwnerNo,
  change: ChangeNo,
  values: Value[],
): Promise<void> {
  await db
    .updateTable('libraries')
    .set({ my_values: toJson(values), my_values_no: change })
    .where('owner_no', '=', owner)
    .execute()
}
