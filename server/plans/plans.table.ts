import type { AccountNo } from '#server/db/owner.ts'

export type SubscriptionTable = {
  /** The provider's own id, where one was bought from a provider. */
  id: string
  owner_no: AccountNo
  plan_id: string
  /** Whom it was bought from; null for the free plan. */
  provider: ProviderName | null
  started_at: number
  /** The beginning of the last period that has been paid for. */
  period_started_at: number
  /** The end of that period; null for a free plan, `started_at` while nothing has been paid. */
  expires_at: number | null
  /** The beginning of the last period for which drawing the payment failed. */
  payment_failed_for: number | null
  /** Null while nobody has ended it. An owner has one such subscription that is paid for at most. */
  ended_at: number | null
}

export type ProviderName = 'stripe' | 'sandbox'

/**
 * The ledger: an owner's credits are the sum of its entries up to now. What a year's plan grants month by
 * month stands in it from the beginning, at its time.
 */
export type CreditEntryTable = {
  id: string
  owner_no: AccountNo
  amount: number
  reason: CreditReason
  at: number
  /** What granted them; null for credits that were spent. */
  subscription_id: string | null
}

/** A grant by a plan, or what the credits were spent on. */
export type CreditReason = 'plan_granted' | `spent:${string}`
