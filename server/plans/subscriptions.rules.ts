import type { SubscriptionRow } from '#server/plans/subscriptions.queries.ts'

/** What a provider sells: known from the first event that tells of it. */
export type Purchase = Required<
  Pick<SubscriptionRow, 'id' | 'owner_no' | 'plan_id' | 'provider' | 'started_at'>
>

/** What happens to a subscription, the same for every provider. Times in milliseconds since 1970. */
export type SubscriptionEvent =
  /** A period has been paid for: the first one, or a renewal. */
  | { kind: 'paid'; from: number; until: number }
  /** Drawing the payment for the period that begins then failed; the provider may try again. */
  | { kind: 'payment_failed'; from: number }
  | { kind: 'refunded'; at: number }
  /** By its owner. */
  | { kind: 'unsubscribed'; at: number }
  /** By the provider. */
  | { kind: 'ended'; at: number }

/**
 * The subscriptions of an owner after an event of one of them. An owner is in one of four states, and
 * only what happens to the current subscription moves it:
 *
 * | event          | none | free            | paid                           | ended |
 * | -------------- | ---- | --------------- | ------------------------------ | ----- |
 * | registered     | free |                 |                                |       |
 * | paid           | paid | paid, free ends | renewed: paid until later      | paid, if bought anew |
 * | payment failed | none | free            | paid until its period ends     | ended |
 * | refunded       | none | free            | ended                          | ended |
 * | unsubscribed   | none | free            | ended                          | ended |
 * | ended          | none | free            | ended                          | ended |
 * | time passes    | none | free            | ended, when its period is over | ended |
 *
 * Providers tell things late, twice and in any order, so each event is a fact that is merged and not a
 * step: the latest period that was paid, the latest that failed, the earliest end. A purchase ends
 * whatever was begun before it, once it is paid for. Whichever way the same facts come, they end in the
 * same subscriptions.
 */
export function applyEvent(
  subscriptions: readonly SubscriptionRow[],
  purchase: Purchase,
  event: SubscriptionEvent,
): SubscriptionRow[] {
  const known = subscriptions.find(({ id }) => id === purchase.id) ?? toUnpaid(purchase)
  const others = subscriptions.filter(({ id }) => id !== purchase.id)
  return endSuperseded([...others, merge(known, event)])
}

/** Whether a subscription entitles its owner to anything at a moment (milliseconds since 1970). */
export function isActive(subscription: SubscriptionRow, now: number): boolean {
  if (subscription.ended_at !== null) return false
  if (subscription.expires_at === null) return true
  return isPaid(subscription) && subscription.expires_at + renewalLeewayMs(subscription) > now
}

/** Whether it is a paid plan's for which a period has been paid, running or over. */
export function isPaid({ started_at, expires_at }: SubscriptionRow): boolean {
  return expires_at !== null && expires_at > started_at
}

/** Whether the last attempt to draw a payment failed. */
export function hasPaymentFailed({ payment_failed_for, expires_at }: SubscriptionRow): boolean {
  return payment_failed_for !== null && payment_failed_for >= (expires_at ?? Infinity)
}

/**
 * Stripe draws a renewal about an hour after the paid period has ended, and nobody who pays is to be
 * without a plan meanwhile.
 */
function renewalLeewayMs({ provider }: SubscriptionRow): number {
  return provider === 'stripe' ? 6 * 60 * 60_000 : 0
}

function toUnpaid(purchase: Purchase): SubscriptionRow {
  return {
    ...purchase,
    period_started_at: purchase.started_at,
    expires_at: purchase.started_at,
    payment_failed_for: null,
    ended_at: null,
  }
}

function merge(row: SubscriptionRow, event: SubscriptionEvent): SubscriptionRow {
  switch (event.kind) {
    case 'paid':
      if (event.until <= (row.expires_at ?? Infinity)) return row
      return { ...row, period_started_at: event.from, expires_at: event.until }
    case 'payment_failed':
      return { ...row, payment_failed_for: Math.max(row.payment_failed_for ?? 0, event.from) }
    case 'refunded':
    case 'unsubscribed':
    case 'ended':
      return { ...row, ended_at: earliest(row.ended_at, event.at) }
  }
}

function endSuperseded(subscriptions: readonly SubscriptionRow[]): SubscriptionRow[] {
  return subscriptions.map((row) => {
    const successors = subscriptions.filter((other) => isPaid(other) && comesAfter(other, row))
    if (successors.length === 0) return row
    const end = Math.min(...successors.map(({ started_at }) => started_at))
    return { ...row, ended_at: earliest(row.ended_at, end) }
  })
}

/** The free plan comes first, however close the clocks of the provider and of this server are. */
function comesAfter(one: SubscriptionRow, other: SubscriptionRow): boolean {
  if (one.id === other.id) return false
  if (other.expires_at === null) return true
  if (one.started_at !== other.started_at) return one.started_at > other.started_at
  return one.id > other.id
}

function earliest(one: number | null, other: number): number {
  return one === null ? other : Math.min(one, other)
}
