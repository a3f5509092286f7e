import type { Services } from '#server/core/services.ts'
import { deleteEnding, postponeEnding, type EndingRow } from '#server/payment/endings.queries.ts'
import type { PaymentProvider } from '#server/payment/provider.rules.ts'

const firstPauseMs = 10_000
const longestPauseMs = 60 * 60_000

/**
 * Ends something at the provider, or puts it off while the provider cannot be reached: by ten seconds at
 * first, by an hour in the end, for as long as it takes. Nobody is to pay for what is over.
 */
export async function endAtProvider(
  { db, log, now }: Pick<Services, 'db' | 'log' | 'now'>,
  provider: PaymentProvider,
  { id, kind, tries }: EndingRow,
): Promise<void> {
  try {
    await provider.end(kind, id)
  } catch (error) {
    const pauseMs = Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs)
    await postponeEnding(db.main, id, now() + pauseMs)
    log.warn({ err: error, id, kind, tries, pauseMs }, 'The provider has not ended it yet')
    return
  }
  await deleteEnding(db.main, id)
  log.info({ id, kind, tries }, 'The provider has ended it')
}
