import type { Insertable, Selectable } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import type { SandboxCheckoutTable } from '#server/db/schema/payment.table.ts'

export type CheckoutRow = Selectable<SandboxCheckoutTable>

/** Starts a checkout, which replaces the owner's previous one. */
export async function replaceCheckout(
  db: Handle,
  checkout: Insertable<SandboxCheckoutTable>,
): Promise<void> {
  await db.deleteFrom('sandbox_checkouts').where('owner_no', '=', checkout.owner_no).execute()
  await db.insertInto('sandbox_checkouts').values(checkout).execute()
}

export async function findCheckout(
  db: Handle,
  owner: OwnerNo,
  id: string,
): Promise<CheckoutRow | undefined> {
  return db
    .selectFrom('sandbox_checkouts')
    .selectAll()
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
}
