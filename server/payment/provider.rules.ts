import type Stripe from 'stripe'
import type { OwnerNo } from '#server/db/owner.ts'
import type { Language } from '#languages/languages.ts'
import type { PaymentEndingTable } from '#server/payment/payment.table.ts'
import type { CataloguePlan } from '#server/plans/catalogue.rules.ts'

export type Order = {
  owner: OwnerNo
  plan: CataloguePlan
  /** For the provider's page. */
  language: Language
}

type Provider = {
  /**
   * Begins a checkout, of which an owner has one at a time; gives the page to pay at.
   *
   * @throws ApiError `payment_unavailable`
   */
  startCheckout: (order: Order) => Promise<string>
  /** Ends what is over here, by the provider's id of it. It may have been ended before. */
  end: (kind: PaymentEndingTable['kind'], id: string) => Promise<void>
}

/** Who takes the money. What it has to tell comes in by routes of its own. */
export type PaymentProvider =
  | (Provider & { name: 'sandbox' })
  | (Provider & { name: 'stripe'; client: Stripe; webhookSecret: string })
