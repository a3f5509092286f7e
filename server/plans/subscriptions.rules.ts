import type { SubscriptionRow } from '#server/plans/subscriptions.queries.ts'

/** Whether a subscription entitles its owner to anything at a moment (milliseconds since 1970). */
export function isActive(subscription: SubscriptionRow, now: number): boolean {
  const isPaidFor = subscription.expires_at === null || subscription.expires_at > now
  return subscription.ended_at === null && isPaidFor
}
