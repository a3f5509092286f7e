import type { Services } from '#server/core/services.ts'
import { buildSandbox } from '#server/billing/payment/sandbox/build-sandbox.ts'
import { buildStripe } from '#server/billing/payment/stripe/build-stripe.ts'
import type { PaymentProvider } from '#server/core/payment-provider.ts'

/** The provider in `PAYMENTS`; undefined if it is off. */
export async function buildProvider(
  services: Pick<Services, 'config' | 'db' | 'log' | 'now'>,
): Promise<PaymentProvider | undefined> {
  switch (services.config.payments) {
    case 'sandbox':
      return buildSandbox(services)
    case 'stripe':
      return buildStripe(services)
    case 'off':
      return undefined
  }
}
