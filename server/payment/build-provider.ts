import type { AppContext } from '#server/context.ts'
import { buildSandbox } from '#server/payment/build-sandbox.ts'
import { buildStripe } from '#server/payment/build-stripe.ts'
import type { PaymentProvider } from '#server/payment/provider.rules.ts'

/** The provider that `PAYMENTS` names; undefined when it is off. */
export async function buildProvider(
  context: Pick<AppContext, 'config' | 'db' | 'log' | 'now'>,
): Promise<PaymentProvider | undefined> {
  switch (context.config.payments) {
    case 'sandbox':
      return buildSandbox(context)
    case 'stripe':
      return buildStripe(context)
    case 'off':
      return undefined
  }
}
