import type { AccountNo } from '#server/db/owner.ts'

export type SubscriptionTable = {
  /** The provider's id, for a purchased plan. */
  id: string
  owner_no: AccountNo
  plan_id: string
  /** Null for the free plan. */
  provider: ProviderName | null
  started_at: number
  /** The start of the last period that was paid. */
  period_started_at: number
  /** The end of that period; null for a free plan, `started_at` before the first payment. */
  expires_at: number | null
  /** The start of the last period whose payment failed. */
  payment_failed_for: number | null
  /** Null until it is ended. Of an owner's paid subscriptions, at most one has null. */
  ended_at: number | null
}

export type ProviderName = 'stripe' | 'sandbox'

/**
 * The ledger: an owner's balance is the sum of its entries up to now, except usage without plans. The monthly grants of
 * a yearly plan are entered at the start, each with its own time.
 */
export type CreditEntryTable = {
  id: string
  owner_no: AccountNo
  amount: number
  reason: CreditReason
  at: number
  /** The subscription that granted them; null for spending and refunds. */
  subscription_id: string | null
}

/**
 * A grant of a plan or by an operator, a paid action, or a partial refund of one. `used`: an action on a server without
 * plans, and its partial refund. It does not count towards the balance, which is preserved until plans are turned on
 * again.
 */
export type CreditReason =
  | 'plan_granted'
  | 'operator_granted'
  | `spent:${string}`
  | `returned:${string}`
  | `used:${string}`
