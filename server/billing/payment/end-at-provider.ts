import type { Selectable } from 'kysely'
import type { Services } from '#server/core/services.ts'
import {
  removeFromQueue,
  retryPause,
  scheduleRetry,
} from '#server/core/jobs/retry-queue.queries.ts'
import type { PaymentEndingTable } from '#server/db/schema/payment.table.ts'
import type { PaymentProvider } from '#server/core/payment-provider.ts'

const queue = 'payment_endings'

/** Ends a subscription, checkout or customer at the provider, and retries for as long as it takes. */
export async function endAtProvider(
  { db, log, now }: Pick<Services, 'db' | 'log' | 'now'>,
  provider: PaymentProvider,
  ending: Selectable<PaymentEndingTable>,
): Promise<void> {
  const { id, kind, tries } = ending
  try {
    // From an earlier PAYMENTS setting: the logged error shows the operator that it is still active there.
    if (ending.provider !== provider.name) throw new Error(`It is at ${ending.provider}.`)
    await provider.end(kind, id)
  } catch (error) {
    const pauseMs = retryPause(tries)
    await scheduleRetry(db.main, queue, ending, now() + pauseMs)
    log.warn({ err: error, id, kind, tries, pauseMs }, 'The provider could not end it; retrying')
    return
  }
  await removeFromQueue(db.main, queue, id)
  log.info({ id, kind, tries }, 'The provider has ended it')
}
