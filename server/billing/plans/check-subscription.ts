import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { findLastSubscription } from '#server/billing/plans/subscriptions.queries.ts'
import { isActive } from '#server/billing/plans/subscriptions.rules.ts'

/**
 * The prompt limit of an owner's active subscription; null: unlimited. A plan that the operator removed
 * from the catalogue has no limit. Without plans, no subscription is needed.
 *
 * @throws ApiError `subscription_missing`
 */
export async function checkSubscription(
  db: Handle,
  owner: OwnerNo,
  { catalogue, config, now }: Services,
): Promise<{ promptLimit: number | null }> {
  if (!config.hasPlans) return { promptLimit: null }
  const subscription = await findLastSubscription(db, owner)
  if (subscription === undefined || !isActive(subscription, now())) {
    throw new ApiError('subscription_missing')
  }
  return { promptLimit: catalogue.findPlan(subscription.plan_id)?.promptLimit ?? null }
}
