import { randomUUIDv7 } from 'node:crypto'
import { byOperator, recordActivity } from '#server/users/record-activity.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { applyPaymentEvent } from '#server/billing/payment/apply-payment-event.ts'
import { findLastSubscription } from '#server/billing/plans/subscriptions.queries.ts'
import { isActive, isPaid } from '#server/billing/plans/subscriptions.rules.ts'

type GivenPlan = {
  planId: string
  /** Its end, in milliseconds since 1970. */
  until: number
  /** Whether it may replace a plan that the user pays for, which is then ended at the provider. */
  replaces: boolean
}

/**
 * Gives an owner a plan until a time, for an operator, with its credits for a month or a year. Ends the previous plan.
 *
 * @throws ApiError `not_found` for an unknown plan, `subscription_active` while a plan that the user pays for is active
 */
export async function setPlan(
  services: Services,
  owner: OwnerNo,
  { planId, until, replaces }: GivenPlan,
): Promise<void> {
  const { catalogue, db, now } = services
  const plan = catalogue.findPlan(planId)
  if (plan === undefined) throw new ApiError('not_found')
  const last = await findLastSubscription(db.main, owner)
  const isBought = last !== undefined && last.provider !== null && isPaid(last)
  if (isBought && isActive(last, now()) && !replaces) throw new ApiError('subscription_active')
  const id = randomUUIDv7()
  const from = now()
  await applyPaymentEvent(services, {
    id: `set:${id}`,
    purchase: { id, owner_no: owner, plan_id: planId, provider: null, started_at: from },
    event: { kind: 'paid', from, until },
  })
  services.wakePaymentWork()
  const done = { kind: 'plan_set', name: plan.name, at: from } as const
  await recordActivity(db.main, owner, byOperator, done)
}
