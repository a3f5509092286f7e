import type { Logger } from 'pino'
import type { Handle } from '#server/db/database.ts'
import { countRenewing } from '#server/billing/plans/subscriptions.queries.ts'

/** Warns the operator of a server without plans if users still pay for one. */
export async function warnOfSubscriptions(db: Handle, log: Logger): Promise<void> {
  const subscriptions = await countRenewing(db)
  if (subscriptions === 0) return
  log.warn(
    { subscriptions },
    'PLANS is off, but Stripe continues to charge for these subscriptions: cancel them in its dashboard',
  )
}
