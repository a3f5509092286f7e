import type { Generated } from 'kysely'
import type { AccountNo } from '#server/db/owner.ts'
import type { ProviderName } from '#server/db/schema/plans.table.ts'

/** Provider events that have been applied. */
export type PaymentEventTable = {
  /** The provider's id. */
  id: string
  received_at: number
}

/** The queue of objects to end at the provider, which have already ended here. */
export type PaymentEndingTable = {
  /** The provider's id. */
  id: string
  provider: ProviderName
  kind: 'subscription' | 'customer' | 'checkout'
  next_try_at: number
  tries: Generated<number>
}

/** Open checkouts of the sandbox. */
export type SandboxCheckoutTable = {
  id: string
  owner_no: AccountNo
  plan_id: string
  created_at: number
}
