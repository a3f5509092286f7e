import type { Services } from '#server/core/services.ts'
import { buildSandbox } from '#server/payment/build-sandbox.ts'
import { buildStripe } from '#server/payment/build-stripe.ts'
import type { PaymentProvider } from '#server/payment/provider.rules.ts'

/** The provider that `PAYMENTS` names; undefined when it is off. */
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
