import type { Selectable } from 'kysely'
import type { DeviceTable } from '#server/db/schema/accounts.table.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'

export function listDevices(db: Handle, owner: OwnerNo): Promise<Selectable<DeviceTable>[]> {
  return db
    .selectFrom('devices')
    .selectAll()
    .where('owner_no', '=', owner)
    .orderBy('seen_at', 'desc')
    .execute()
}

/** Adds a device, or updates when it was last seen. */
export async function upsertDevice(
  db: Handle,
  owner: OwnerNo,
  tokenHash: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('devices')
    .values({ owner_no: owner, token_hash: tokenHash, seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['owner_no', 'token_hash']).doUpdateSet({ seen_at: now }),
    )
    .execute()
}
