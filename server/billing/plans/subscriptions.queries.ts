import { sql, type Insertable, type Selectable } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import type { SubscriptionTable } from '#server/db/schema/plans.table.ts'

export type SubscriptionRow = Selectable<SubscriptionTable>

/** Leaves out subscriptions without a first payment. */
const isPaidOrFree = sql<boolean>`(expires_at is null or expires_at > started_at)`

/**
 * The owner's current or last subscription: the last paid one, else the free one. It may have ended.
 */
export async function findLastSubscription(
  db: Handle,
  owner: OwnerNo,
): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('owner_no', '=', owner)
    .where(isPaidOrFree)
    .orderBy(sql`expires_at is not null`, 'desc')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function listSubscriptions(db: Handle, owner: OwnerNo): Promise<SubscriptionRow[]> {
  return db.selectFrom('subscriptions').selectAll().where('owner_no', '=', owner).execute()
}

/** A subscription by the provider's id, of any owner. */
export async function findSubscription(
  db: Handle,
  id: string,
): Promise<SubscriptionRow | undefined> {
  return db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The distinct plans of open subscriptions. */
export async function listHeldPlanIds(db: Handle): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('plan_id')
    .distinct()
    .where('ended_at', 'is', null)
    .where(isPaidOrFree)
    .execute()
  return rows.map((row) => row.plan_id)
}

/** The paid subscriptions that Stripe renews. */
export async function countRenewing(db: Handle): Promise<number> {
  const { count } = await db
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('provider', '=', 'stripe')
    .where('ended_at', 'is', null)
    .where(isPaidOrFree)
    .executeTakeFirstOrThrow()
  return count
}

/** The sandbox's paid subscriptions whose period ends by the given time. */
export async function listSandboxRenewals(db: Handle, by: number): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('provider', '=', 'sandbox')
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', by)
    .whereRef('expires_at', '>', 'started_at')
    .execute()
}

export async function insertSubscription(
  db: Handle,
  subscription: Insertable<SubscriptionTable>,
): Promise<void> {
  await db.insertInto('subscriptions').values(subscription).execute()
}

export async function upsertSubscription(db: Handle, row: SubscriptionRow): Promise<void> {
  const { period_started_at, expires_at, payment_failed_for, ended_at } = row
  await db
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ period_started_at, expires_at, payment_failed_for, ended_at }),
    )
    .execute()
}
