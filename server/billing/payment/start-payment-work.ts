import type { Services } from '#server/core/services.ts'
import { endAtProvider } from '#server/billing/payment/end-at-provider.ts'
import { claimDue } from '#server/core/jobs/retry-queue.queries.ts'
import { renewSandboxSubscriptions } from '#server/billing/payment/sandbox/renew-sandbox-subscriptions.ts'
import { startLoop, type Loop } from '#server/core/jobs/start-loop.ts'

type PaymentContext = Pick<Services, 'catalogue' | 'db' | 'log' | 'now' | 'provider'>

const pollMs = 10_000
/** Longer than a request to a provider can take. */
const leaseMs = 2 * 60_000

/** Ends at the provider what has ended here, and renews the sandbox's subscriptions. */
export function startPaymentWork(services: PaymentContext): Loop {
  const timing = { everyMs: pollMs, failure: 'The payment jobs failed' }
  return startLoop(services, timing, (stopping) => doDuePaymentWork(services, stopping))
}

/** Runs the payment jobs that are due. */
export async function doDuePaymentWork(
  services: PaymentContext,
  stopping?: AbortSignal,
): Promise<void> {
  const { db, now, provider } = services
  if (provider === undefined) return
  if (provider.name === 'sandbox') await renewSandboxSubscriptions(services)
  const claim = () => claimDue(db.main, 'payment_endings', now(), leaseMs)
  let ending = await claim()
  while (ending) {
    await endAtProvider(services, provider, ending)
    ending = stopping?.aborted ? undefined : await claim()
  }
}
