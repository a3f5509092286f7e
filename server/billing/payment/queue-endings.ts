import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import type { PaymentEndingTable } from '#server/db/schema/payment.table.ts'
import { listSubscriptions } from '#server/billing/plans/subscriptions.queries.ts'

/** Queues the end of objects at a provider, once for each of the provider's ids. */
export async function queueEnding(
  db: Handle,
  ending: Pick<PaymentEndingTable, 'id' | 'provider' | 'kind'>,
  now: number,
): Promise<void> {
  await db
    .insertInto('payment_endings')
    .values({ ...ending, next_try_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Queues the end of every object that a provider stores for an account, as part of deleting the account. */
export async function queueEndings(
  transaction: Handle,
  owner: OwnerNo,
  stripeCustomer: string | null,
  now: number,
): Promise<void> {
  for (const { id, provider, ended_at } of await listSubscriptions(transaction, owner)) {
    if (provider === null || ended_at !== null) continue
    await queueEnding(transaction, { id, provider, kind: 'subscription' }, now)
  }
  if (stripeCustomer === null) return
  await queueEnding(transaction, { id: stripeCustomer, provider: 'stripe', kind: 'customer' }, now)
}
