import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { findLastSubscription } from '#server/plans/subscriptions.queries.ts'
import { isActive } from '#server/plans/subscriptions.rules.ts'

/**
 * How many prompts an owner may have by its active subscription; null is any number. A plan that the
 * operator has taken out of the catalogue goes on without a limit.
 *
 * @throws ApiError `subscription_missing` (spec §5)
 */
export async function checkSubscription(
  db: Handle,
  owner: OwnerNo,
  { catalogue, now }: Services,
): Promise<{ promptLimit: number | null }> {
  const subscription = await findLastSubscription(db, owner)
  if (subscription === undefined || !isActive(subscription, now())) {
    throw new ApiError('subscription_missing')
  }
  return { promptLimit: catalogue.findPlan(subscription.plan_id)?.promptLimit ?? null }
}
