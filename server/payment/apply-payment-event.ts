import { randomUUIDv7 } from 'node:crypto'
import type { AppContext } from '#server/context.ts'
import type { Handle } from '#server/db/database.ts'
import { lockLibrary } from '#server/entries/libraries.queries.ts'
import { queueEnding } from '#server/payment/queue-endings.ts'
import { insertPaymentEvent } from '#server/payment/payment-events.queries.ts'
import { deleteGrantsAfter, insertGrant } from '#server/plans/credits.queries.ts'
import { listMonths } from '#server/plans/periods.rules.ts'
import {
  listSubscriptions,
  upsertSubscription,
  type SubscriptionRow,
} from '#server/plans/subscriptions.queries.ts'
import {
  applyEvent,
  type Purchase,
  type SubscriptionEvent,
} from '#server/plans/subscriptions.rules.ts'

export type PaymentEvent = {
  /** The provider's id: the same for each delivery of the event. */
  id: string
  purchase: Purchase
  event: SubscriptionEvent
}

/**
 * Applies an event once, in one transaction, to the owner's subscriptions, the credits and the queue of
 * endings. A second delivery changes nothing.
 */
export async function applyPaymentEvent(
  context: Pick<AppContext, 'catalogue' | 'db' | 'now'>,
  { id, purchase, event }: PaymentEvent,
): Promise<void> {
  const now = context.now()
  await context.db.main.transaction().execute(async (transaction) => {
    if (!(await insertPaymentEvent(transaction, id, now))) return
    await lockLibrary(transaction, purchase.owner_no)
    const before = await listSubscriptions(transaction, purchase.owner_no)
    const after = applyEvent(before, purchase, event)
    const changed = after.filter((row) => !before.some((former) => isSame(former, row)))
    // Ended subscriptions first, so that there is no moment with two plans.
    for (const row of changed.toSorted((a, b) => Number(isOpen(a)) - Number(isOpen(b)))) {
      await upsertSubscription(transaction, row)
      if (isOpen(row)) continue
      await deleteGrantsAfter(transaction, row.owner_no, row.id, now)
      // The provider reported this end itself.
      if (row.provider !== null && !(event.kind === 'ended' && row.id === purchase.id)) {
        const { id, provider } = row
        await queueEnding(transaction, { id, provider, kind: 'subscription' }, now)
      }
    }
    if (event.kind === 'paid') {
      const paid = after.find((row) => row.id === purchase.id)
      if (paid) await grantCredits(transaction, context, paid, event.from)
    }
  })
}

/** Grants a plan's credits for each month of the period, unless the plan has ended. */
async function grantCredits(
  transaction: Handle,
  { catalogue }: Pick<AppContext, 'catalogue'>,
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
