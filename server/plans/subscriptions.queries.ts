import type { Insertable, Selectable } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import type { SubscriptionTable } from '#server/plans/plans.table.ts'

export type SubscriptionRow = Selectable<SubscriptionTable>

/** The subscription an owner took last, whether it is still active or not. */
export async function findLastSubscription(
  db: Handle,
  owner: OwnerNo,
): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('owner_no', '=', owner)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertSubscription(
  db: Handle,
  subscription: Insertable<SubscriptionTable>,
): Promise<void> {
  await db.insertInto('subscriptions').values(subscription).execute()
}
