import { limits } from '#contract/core/limits.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { findLastSubscription } from '#server/billing/plans/subscriptions.queries.ts'

/** For a plan that is no longer in the catalogue, or without a subscription. */
const defaultVersions = 20

/**
 * The terms of an owner's last plan, even if it has expired; without plans, fair use. `promptLimit` null: none;
 * `versions`: of each prompt, besides labelled ones.
 */
export async function findTerms(
  db: Handle,
  owner: OwnerNo,
  { catalogue, config }: Pick<Services, 'catalogue' | 'config'>,
): Promise<{ promptLimit: number | null; versions: number }> {
  if (!config.hasPlans) return { promptLimit: null, versions: limits.versions }
  const subscription = await findLastSubscription(db, owner)
  const plan = subscription && catalogue.findPlan(subscription.plan_id)
  return { promptLimit: plan?.promptLimit ?? null, versions: plan?.versions ?? defaultVersions }
}
