import type { Profile } from '#contract/accounts.ts'
import { getUser } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { countFolders } from '#server/folders/folders.queries.ts'
import { toSubscriptionDetails } from '#server/plans/plans.present.ts'
import { findLastSubscription } from '#server/plans/subscriptions.queries.ts'
import { countPrompts } from '#server/prompts/prompts.queries.ts'

/** What the account page shows. */
export async function getProfile(
  { catalogue, db, now }: AppContext,
  owner: OwnerNo,
): Promise<Profile> {
  const [user, subscription, prompts, folders] = await Promise.all([
    getUser(db.main, owner),
    findLastSubscription(db.main, owner),
    countPrompts(db.main, owner),
    countFolders(db.main, owner),
  ])
  const plan = subscription && catalogue.findPlan(subscription.plan_id)
  return {
    profile: { email: user.email },
    subDetails: subscription && plan ? toSubscriptionDetails(subscription, plan, now()) : null,
    isSocialMedia: user.password_hash === null,
    isEmailVerified: user.email_verified_at !== null,
    usage: { prompts, promptLimit: plan?.promptLimit ?? null, folders },
  }
}
