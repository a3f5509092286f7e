import { sql, type Insertable } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import type { CreditEntryTable, CreditReason } from '#server/db/schema/plans.table.ts'

/** An owner's balance, and the last grant of its subscription. */
export async function sumCredits(
  db: Handle,
  owner: OwnerNo,
  now: number,
): Promise<{ credits: number; given: number }> {
  const { credits, given } = await db
    .selectFrom('credit_entries')
    .where('owner_no', '=', owner)
    .where('at', '<=', now)
    .where('reason', 'not like', 'used:%')
    .select([
      sql<number>`coalesce(sum(amount), 0)`.as('credits'),
      sql<number>`coalesce((select entry.amount
        from credit_entries as entry join subscriptions as open on open.id = entry.subscription_id
        where entry.owner_no = ${owner} and entry.reason = 'plan_granted' and entry.at <= ${now}
          and open.owner_no = ${owner} and open.ended_at is null
        order by entry.at desc limit 1), 0)`.as('given'),
    ])
    .executeTakeFirstOrThrow()
  return { credits, given }
}

/** The credits that an owner used without plans in a period. */
export async function sumUsed(
  db: Handle,
  owner: OwnerNo,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const { used } = await db
    .selectFrom('credit_entries')
    .where('owner_no', '=', owner)
    .where('at', '>=', from)
    .where('at', '<=', to)
    .where('reason', 'like', 'used:%')
    .select(sql<number>`coalesce(-sum(amount), 0)`.as('used'))
    .executeTakeFirstOrThrow()
  return used
}

/** The reason of an entry, by when and what it spent. */
export async function findReason(
  db: Handle,
  owner: AccountNo,
  { at, amount }: { at: number; amount: number },
): Promise<CreditReason | undefined> {
  const entry = await db
    .selectFrom('credit_entries')
    .select('reason')
    .where('owner_no', '=', owner)
    .where('at', '=', at)
    .where('amount', '=', amount)
    .limit(1)
    .executeTakeFirst()
  return entry?.reason
}

export async function insertCreditEntry(
  db: Handle,
  entry: Insertable<CreditEntryTable>,
): Promise<void> {
  await db.insertInto('credit_entries').values(entry).execute()
}

/** Grants a plan's credits for a month, once. */
export async function insertGrant(
  db: Handle,
  grant: Omit<Insertable<CreditEntryTable>, 'reason'>,
): Promise<void> {
  await db
    .insertInto('credit_entries')
    .values({ ...grant, reason: 'plan_granted' })
    // Conflicts with the only unique index, the one of grants.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes future grants. */
export async function deleteGrantsAfter(
  db: Handle,
  owner: OwnerNo,
  subscriptionId: string,
  moment: number,
): Promise<void> {
  await db
    .deleteFrom('credit_entries')
    .where('owner_no', '=', owner)
    .where('subscription_id', '=', subscriptionId)
    .where('reason', '=', 'plan_granted')
    .where('at', '>', moment)
    .execute()
}
