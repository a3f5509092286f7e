import { sql, type Insertable } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import type { CreditEntryTable } from '#server/plans/plans.table.ts'

/** An owner's credits, and those granted since the current period of its subscription began. */
export async function sumCredits(
  db: Handle,
  owner: OwnerNo,
): Promise<{ credits: number; given: number }> {
  const sums = await db
    .selectFrom('credit_entries as entry')
    .leftJoin('subscriptions as open', (join) =>
      join.onRef('open.owner_no', '=', 'entry.owner_no').on('open.ended_at', 'is', null),
    )
    .where('entry.owner_no', '=', owner)
    .select([
      sql<number>`coalesce(sum(entry.amount), 0)`.as('credits'),
      sql<number>`coalesce(sum(case
        when entry.reason = 'plan_granted' and entry.at >= open.period_started_at
        then entry.amount end), 0)`.as('given'),
    ])
    .executeTakeFirstOrThrow()
  return { credits: sums.credits, given: sums.given }
}

export async function insertCreditEntry(
  db: Handle,
  entry: Insertable<CreditEntryTable>,
): Promise<void> {
  await db.insertInto('credit_entries').values(entry).execute()
}
