import type { InputOf } from '#contract/core/call.ts'
import type { planCalls } from '#contract/accounts/plans.ts'
import { getUser } from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Language } from '#languages/languages.ts'
import { isFree } from '#server/config/catalogue.rules.ts'
import { findLastSubscription } from '#server/billing/plans/subscriptions.queries.ts'
import { isActive, isPaid } from '#server/billing/plans/subscriptions.rules.ts'
import { spendAttemptOn } from '#server/core/throttle/spend-attempt.ts'

/**
 * Starts the purchase of a plan; returns the provider's checkout page.
 *
 * @throws ApiError `not_found` for a plan that is not on offer, `invalid_request` if `type` is not the plan's,
 * `free_plan_used`, `subscription_active` while a paid plan runs, `payments_off`, `payment_unavailable`,
 * `too_many_attempts`
 */
export async function startCheckout(
  services: Services,
  owner: OwnerNo,
  { id, type }: InputOf<typeof planCalls.checkOut>,
  language: Language,
): Promise<string> {
  const { catalogue, db, now, provider } = services
  const plan = catalogue.findPlan(id)
  if (plan === undefined || !plan.isOffered) throw new ApiError('not_found')
  if (plan.type !== type)
    throw new ApiError('invalid_request', {
      path: 'type',
      message: "type is not the plan's.",
    })
  // Every account starts on the free plan.
  if (isFree(plan)) throw new ApiError('free_plan_used')
  const last = await findLastSubscription(db.main, owner)
  if (last && isPaid(last) && isActive(last, now())) throw new ApiError('subscription_active')
  if (provider === undefined) throw new ApiError('payments_off')
  await spendAttemptOn(services, 'beginCheckout', (await getUser(db.main, owner)).email_key)
  return provider.startCheckout({ owner, plan, language })
}
