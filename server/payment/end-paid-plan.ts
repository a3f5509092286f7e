import type { AppContext } from '#server/context.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'
import { applyPaymentEvent } from '#server/payment/apply-payment-event.ts'
import { findLastSubscription } from '#server/plans/subscriptions.queries.ts'

/**
 * Ends an owner's paid plan at once, and queues its end at the provider. Repeating it has no effect.
 *
 * @throws ApiError `paid_plan_missing`
 */
export async function endPaidPlan(context: AppContext, owner: OwnerNo): Promise<void> {
  const last = await findLastSubscription(context.db.main, owner)
  if (last === undefined || last.provider === null) throw new ApiError('paid_plan_missing')
  await applyPaymentEvent(context, {
    id: `unsubscribed:${last.id}`,
    purchase: last,
    event: { kind: 'unsubscribed', at: context.now() },
  })
  context.wakePaymentWork()
}
