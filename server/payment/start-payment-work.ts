import type { AppContext } from '#server/context.ts'
import { endAtProvider } from '#server/payment/end-at-provider.ts'
import { claimDue } from '#server/jobs/retry-queue.queries.ts'
import { renewSandboxSubscriptions } from '#server/payment/renew-sandbox-subscriptions.ts'
import { startLoop, type Loop } from '#server/jobs/start-loop.ts'

type PaymentContext = Pick<AppContext, 'catalogue' | 'db' | 'log' | 'now' | 'provider'>

const lookEveryMs = 10_000
/** Longer than a request to a provider can take. */
const leaseMs = 2 * 60_000

/** Ends at the provider what has ended here, and renews the sandbox's subscriptions. */
export function startPaymentWork(context: PaymentContext): Loop {
  const timing = { everyMs: lookEveryMs, failure: 'The work of payments could not be done' }
  return startLoop(context, timing, (stopping) => doDuePaymentWork(context, stopping))
}

/** Runs the payment jobs that are due. */
export async function doDuePaymentWork(
  context: PaymentContext,
  stopping?: AbortSignal,
): Promise<void> {
  const { db, now, provider } = context
  if (provider === undefined) return
  if (provider.name === 'sandbox') await renewSandboxSubscriptions(context)
  const claim = () => claimDue(db.main, 'payment_endings', now(), leaseMs)
  let ending = await claim()
  while (ending) {
    await endAtProvider(context, provider, ending)
    ending = stopping?.aborted ? undefined : await claim()
  }
}
