import type { SubscriptionRow } from '#server/billing/plans/subscriptions.queries.ts'

/** A purchase, as the first event about it describes it. */
export type Purchase = Required<
  Pick<SubscriptionRow, 'id' | 'owner_no' | 'plan_id' | 'provider' | 'started_at'>
>

/** An event of a subscription, the same for every provider. Times in milliseconds since 1970. */
export type SubscriptionEvent =
  /** A period was paid: the first one, or a renewal. */
  | { kind: 'paid'; from: number; until: number }
  /** The payment for the period starting then failed; the provider may retry. */
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
 * | paid           | paid | paid, free ends | renewed: paid until later      | paid, if a new purchase |
 * | payment failed | none | free            | paid until its period ends     | ended |
 * | refunded       | none | free            | ended                          | ended |
 * | unsubscribed   | none | free            | ended                          | ended |
 * | ended          | none | free            | ended                          | ended |
 * | time passes    | none | free            | ended, when its period is over | ended |
 *
 * Events arrive late, twice and in any order, so each is a fact that is merged, not a step: the latest
 * period that was paid, the latest that failed, the earliest end. A purchase that is paid ends every earlier
 * one. The same facts in any order give the same subscriptions.
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

/** Whether a subscription is active at a time (milliseconds since 1970). */
export function isActive(subscription: SubscriptionRow, now: number): boolean {
  if (subscription.ended_at !== null) return false
  if (subscription.expires_at === null) return true
  return isPaid(subscription) && subscription.expires_at + renewalLeewayMs(subscription) > now
}

/** Whether a period of a paid plan was ever paid. */
export function isPaid({ started_at, expires_at }: SubscriptionRow): boolean {
  return expires_at !== null && expires_at > started_at
}

/** Whether the last payment failed. */
export function hasPaymentFailed({ payment_failed_for, expires_at }: SubscriptionRow): boolean {
  return payment_failed_for !== null && payment_failed_for >= (expires_at ?? Infinity)
}

/**
 * Stripe charges a renewal about an hour after the paid period; the plan stays active until then.
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

/** Sorts the free plan first, even where the provider's clock is behind ours. */
function comesAfter(one: SubscriptionRow, other: SubscriptionRow): boolean {
  if (one.id === other.id) return false
  if (other.expires_at === null) return true
  if (one.started_at !== other.started_at) return one.started_at > other.started_at
  return one.id > other.id
}

function earliest(one: number | null, other: number): number {
  return one === null ? other : Math.min(one, other)
}
