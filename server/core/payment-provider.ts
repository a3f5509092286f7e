import type Stripe from 'stripe'
import type { OwnerNo } from '#server/db/owner.ts'
import type { Language } from '#languages/languages.ts'
import type { PaymentEndingTable } from '#server/db/schema/payment.table.ts'
import type { CataloguePlan } from '#server/config/catalogue.rules.ts'

export type Order = {
  owner: OwnerNo
  plan: CataloguePlan
  /** For the provider's page. */
  language: Language
}

type Provider = {
  /**
   * Starts a checkout and returns the address of its page. An owner has one open checkout at a time.
   *
   * @throws ApiError `payment_unavailable`
   */
  startCheckout: (order: Order) => Promise<string>
  /** Ends an object by the provider's id. Idempotent. */
  end: (kind: PaymentEndingTable['kind'], id: string) => Promise<void>
}

/** A payment provider. Its events arrive at separate routes. */
export type PaymentProvider =
  | (Provider & { name: 'sandbox' })
  | (Provider & { name: 'stripe'; client: Stripe; webhookSecret: string })
