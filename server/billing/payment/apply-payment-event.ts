import { randomUUIDv7 } from 'node:crypto'
import { mintOwner } from '#server/users/mint-owner.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import { lockLibrary } from '#server/users/libraries.queries.ts'
import { queueEnding } from '#server/billing/payment/queue-endings.ts'
import { insertPaymentEvent } from '#server/billing/payment/payment-events.queries.ts'
import { deleteGrantsAfter, insertGrant } from '#server/billing/plans/credits.queries.ts'
import { listMonths } from '#server/billing/plans/periods.rules.ts'
import {
  listSubscriptions,
  upsertSubscription,
  type SubscriptionRow,
} from '#server/billing/plans/subscriptions.queries.ts'
import {
  applyEvent,
  type Purchase,
  type SubscriptionEvent,
} from '#server/billing/plans/subscriptions.rules.ts'

export type PaymentEvent = {
  /** The provider's id: the same for each delivery of the event. */
  id: string
  purchase: Purchase
  event: SubscriptionEvent
}

/**
 * Applies an event once, in one transaction, to the owner's subscriptions, credits and the queue of endings. A second
 * delivery changes nothing.
 */
export async function applyPaymentEvent(
  services: Pick<Services, 'catalogue' | 'db' | 'now'>,
  { id, purchase, event }: PaymentEvent,
): Promise<void> {
  const now = services.now()
  await services.db.main.transaction().execute(async (transaction) => {
    if (!(await insertPaymentEvent(transaction, id, now))) return
    const owner = mintOwner(purchase.owner_no, 'payment')
    await lockLibrary(transaction, owner)
    const before = await listSubscriptions(transaction, owner)
    const after = applyEvent(before, purchase, event)
    const changed = after.filter((row) => !before.some((former) => isSame(former, row)))
    // Ended subscriptions first, so that there is no moment with two plans.
    for (const row of changed.toSorted((a, b) => Number(isOpen(a)) - Number(isOpen(b)))) {
      await upsertSubscription(transaction, row)
      if (isOpen(row)) continue
      await deleteGrantsAfter(transaction, owner, row.id, now)
      // The provider reported this end itself.
      if (row.provider !== null && !(event.kind === 'ended' && row.id === purchase.id)) {
        const { id, provider } = row
        await queueEnding(transaction, { id, provider, kind: 'subscription' }, now)
      }
    }
    if (event.kind === 'paid') {
      const paid = after.find((row) => row.id === purchase.id)
      if (paid) await grantCredits(transaction, services, paid, event.from)
    }
  })
}

/** Grants a plan's credits for each month of the period, unless the plan has ended. */
async function grantCredits(
  transaction: Handle,
  { catalogue }: Pick<Services, 'catalogue'>,
  { id, owner_no, plan_id, ended_at }: SubscriptionRow,
  from: number,
): Promise<void> {
  const plan = catalogue.findPlan(plan_id)
  if (plan === undefined || plan.credits === 0) return
  for (const at of listMonths(from, plan.type)) {
    if (ended_at !== null && at >= ended_at) return
    const grant = { owner_no, subscription_id: id, amount: plan.credits, at }
    await insertGrant(transaction, { id: randomUUIDv7(), ...grant })
  }
}

function isOpen({ ended_at }: SubscriptionRow): boolean {
  return ended_at === null
}

function isSame(one: SubscriptionRow, other: SubscriptionRow): boolean {
  return (
    one.id === other.id &&
    one.expires_at === other.expires_at &&
    one.period_started_at === other.period_started_at &&
    one.payment_failed_for === other.payment_failed_for &&
    one.ended_at === other.ended_at
  )
}
