import { sql, type Selectable } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { PaymentEndingTable } from '#server/payment/payment.table.ts'
import type { ProviderName } from '#server/plans/plans.table.ts'
import { isDue } from '#server/work/due.queries.ts'

export type EndingRow = Selectable<PaymentEndingTable>

export async function insertEnding(
  db: Handle,
  ending: Omit<EndingRow, 'next_try_at' | 'tries'>,
  now: number,
): Promise<void> {
  await db
    .insertInto('payment_endings')
    .values({ ...ending, next_try_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Takes up a provider's ending that is due, if there is one: until `leaseMs` from now nobody else does. */
export async function claimDueEnding(
  db: Handle,
  provider: ProviderName,
  now: number,
  leaseMs: number,
): Promise<EndingRow | undefined> {
  const due = db
    .selectFrom('payment_endings')
    .select('id')
    .where('provider', '=', provider)
    .where(isDue(now))
    .orderBy('next_try_at')
    .limit(1)
  return (
    db
      .updateTable('payment_endings')
      .set({ next_try_at: now + leaseMs, tries: sql`tries + 1` })
      .where('id', 'in', due)
      // Asked again of the row itself: another server may have been quicker.
      .where(isDue(now))
      .returningAll()
      .executeTakeFirst()
  )
}

export async function postponeEnding(db: Handle, id: string, until: number): Promise<void> {
  await db.updateTable('payment_endings').set({ next_try_at: until }).where('id', '=', id).execute()
}

export async function deleteEnding(db: Handle, id: string): Promise<void> {
  await db.deleteFrom('payment_endings').where('id', '=', id).execute()
}
