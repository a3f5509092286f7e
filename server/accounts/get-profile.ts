import type { Profile } from '#contract/accounts.ts'
import { needsProof } from '#server/accounts/check-proof.ts'
import { findPendingEmail } from '#server/accounts/mailed-tokens.queries.ts'
import { getUser } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import type { Caller } from '#server/http/caller.ts'
import { getHoldings } from '#server/entries/libraries.queries.ts'
import { toSubscriptionDetails } from '#server/plans/plans.present.ts'
import { findLastSubscription } from '#server/plans/subscriptions.queries.ts'

/** What the account page shows. */
export async function getProfile(
  { catalogue, db, now }: AppContext,
  caller: Caller,
): Promise<Profile> {
  const { owner } = caller
  const [user, pendingEmail, subscription, { folders, prompts }] = await Promise.all([
    getUser(db.main, owner),
    findPendingEmail(db.main, owner, now()),
    findLastSubscription(db.main, owner),
    getHoldings(db.main, owner),
  ])
  const plan = subscription && catalogue.findPlan(subscription.plan_id)
  return {
    profile: { email: user.email },
    subDetails: subscription && plan ? toSubscriptionDetails(subscription, plan, now()) : null,
    isSocialMedia: user.password_hash === null,
    isEmailVerified: user.email_verified_at !== null,
    pendingEmail: pendingEmail ?? null,
    isGoogleLinked: user.google_subject !== null,
    needsProof: needsProof(caller, now()),
    usage: { prompts, promptLimit: plan?.promptLimit ?? null, folders },
  }
}
