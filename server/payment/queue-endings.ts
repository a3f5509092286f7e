import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { insertEnding } from '#server/payment/endings.queries.ts'
import { listSubscriptions } from '#server/plans/subscriptions.queries.ts'

/** Has all that a provider knows of an account ended there, as part of deleting the account. */
export async function queueEndings(
  transaction: Handle,
  owner: OwnerNo,
  stripeCustomer: string | null,
  now: number,
): Promise<void> {
  for (const { id, provider, ended_at } of await listSubscriptions(transaction, owner)) {
    if (provider === null || ended_at !== null) continue
    await insertEnding(transaction, { id, provider, kind: 'subscription' }, now)
  }
  if (stripeCustomer === null) return
  await insertEnding(transaction, { id: stripeCustomer, provider: 'stripe', kind: 'customer' }, now)
}
