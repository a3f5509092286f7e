import type { Profile } from '#contract/accounts/profile.ts'
import { needsProof } from '#server/accounts/session/check-proof.ts'
import { findPendingEmail } from '#server/accounts/email/mailed-tokens.queries.ts'
import { countFactors } from '#server/accounts/factors/factors.queries.ts'
import { toProofs } from '#server/accounts/factors/factors.present.ts'
import { getUser } from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { SessionActor } from '#server/core/actor.ts'
import { getHoldings } from '#server/users/libraries.queries.ts'
import { toSubscriptionDetails, withoutPlans } from '#server/billing/plans/plans.present.ts'
import { getKeepsRuns } from '#server/runs/runs.queries.ts'
import { findLastSubscription } from '#server/billing/plans/subscriptions.queries.ts'

/** The data of the account page. */
export async function getProfile(
  { catalogue, config, db, now }: Services,
  actor: SessionActor,
): Promise<Profile> {
  const { owner } = actor
  const [user, pendingEmail, subscription, { folders, prompts }, keepsRuns, factors] =
    await Promise.all([
      getUser(db.main, owner),
      findPendingEmail(db.main, owner, now()),
      findLastSubscription(db.main, owner),
      getHoldings(db.main, owner),
      getKeepsRuns(db.main, owner),
      countFactors(db.main, owner),
    ])
  const plan =
    config.hasPlans && subscription ? catalogue.findPlan(subscription.plan_id) : undefined
  const details = subscription && plan ? toSubscriptionDetails(subscription, plan, now()) : null
  return {
    profile: { email: user.email },
    subDetails: config.hasPlans ? details : withoutPlans,
    isSocialMedia: user.password_hash === null,
    isEmailVerified: user.email_verified_at !== null,
    pendingEmail: pendingEmail ?? null,
    isGoogleLinked: user.google_subject !== null,
    keepsRuns,
    needsProof: needsProof(actor, now()),
    proofs: toProofs(config, factors, user.password_hash !== null),
    usage: { prompts, promptLimit: plan?.promptLimit ?? null, folders },
  }
}
