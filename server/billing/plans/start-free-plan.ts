import { randomUUIDv7 } from 'node:crypto'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import type { Catalogue } from '#server/config/catalogue.rules.ts'
import { insertCreditEntry } from '#server/billing/plans/credits.queries.ts'
import { insertSubscription } from '#server/billing/plans/subscriptions.queries.ts'

/** Starts the free plan of a new owner and grants its credits, within the transaction of registering. */
export async function startFreePlan(
  db: Handle,
  owner: OwnerNo,
  { freePlan }: Catalogue,
  now: number,
): Promise<void> {
  const id = randomUUIDv7()
  await insertSubscription(db, {
    id,
    owner_no: owner,
    plan_id: freePlan.id,
    provider: null,
    started_at: now,
    period_started_at: now,
    expires_at: null,
    payment_failed_for: null,
    ended_at: null,
  })
  await insertCreditEntry(db, {
    id: randomUUIDv7(),
    owner_no: owner,
    amount: freePlan.credits,
    reason: 'plan_granted',
    at: now,
    subscription_id: id,
  })
}
