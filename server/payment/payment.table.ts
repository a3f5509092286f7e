import type { Generated } from 'kysely'
import type { AccountNo } from '#server/db/owner.ts'
import type { ProviderName } from '#server/plans/plans.table.ts'

/** The events of providers that have had their effect. */
export type PaymentEventTable = {
  /** The provider's. */
  id: string
  received_at: number
}

/** What is over here and has yet to be ended at the provider. */
export type PaymentEndingTable = {
  /** The provider's id of it. */
  id: string
  provider: ProviderName
  kind: 'subscription' | 'customer' | 'checkout'
  next_try_at: number
  tries: Generated<number>
}

/** The pages of the sandbox at which a plan can be paid. */
export type SandboxCheckoutTable = {
  id: string
  owner_no: AccountNo
  plan_id: string
  created_at: number
}
