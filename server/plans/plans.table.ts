import type { OwnerNo } from '#server/db/owner.ts'

export type SubscriptionTable = {
  id: string
  owner_no: OwnerNo
  plan_id: string
  started_at: number
  /** Since when the current period's credits count. */
  period_started_at: number
  /** The end of what is paid for; null for a free plan. */
  expires_at: number | null
  /** Null while nobody has ended it. An owner has one such subscription at most. */
  ended_at: number | null
}

/** The ledger: an owner's credits are the sum of its entries. */
export type CreditEntryTable = {
  id: string
  owner_no: OwnerNo
  amount: number
  reason: CreditReason
  at: number
}

export type CreditReason = 'plan_granted'
