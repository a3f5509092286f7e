import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { applyPaymentEvent } from '#server/billing/payment/apply-payment-event.ts'
import { findLastSubscription } from '#server/billing/plans/subscriptions.queries.ts'
import { isPaid } from '#server/billing/plans/subscriptions.rules.ts'

/**
 * Ends an owner's paid plan immediately, and queues its end at the provider. Idempotent.
 *
 * @throws ApiError `paid_plan_missing`
 */
export async function endPaidPlan(services: Services, owner: OwnerNo): Promise<void> {
  const last = await findLastSubscription(services.db.main, owner)
  if (last === undefined || !isPaid(last)) throw new ApiError('paid_plan_missing')
  await applyPaymentEvent(services, {
    id: `unsubscribed:${last.id}`,
    purchase: last,
    event: { kind: 'unsubscribed', at: services.now() },
  })
  services.wakePaymentWork()
}
