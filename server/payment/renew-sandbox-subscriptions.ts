import type { Services } from '#server/core/services.ts'
import { applyPaymentEvent } from '#server/payment/apply-payment-event.ts'
import { toNextEnd } from '#server/plans/periods.rules.ts'
import { listSandboxRenewals } from '#server/plans/subscriptions.queries.ts'

/** Renewed that much before its end, a plan has no gap. */
const aheadMs = 60_000

/**
 * Pays for the next period of every subscription of the sandbox that runs out; for each that has been
 * missed, where the server has not run for long.
 */
export async function renewSandboxSubscriptions(
  services: Pick<Services, 'catalogue' | 'db' | 'now'>,
): Promise<void> {
  const { catalogue, db, now } = services
  const due = await listSandboxRenewals(db.main, now() + aheadMs)
  for (const subscription of due) {
    const { id, plan_id, started_at } = subscription
    const type = catalogue.findPlan(plan_id)?.type ?? 'monthly'
    let from = subscription.expires_at ?? Infinity
    while (from <= now() + aheadMs) {
      const until = toNextEnd(started_at, from, type)
      const event = { kind: 'paid', from, until } as const
      await applyPaymentEvent(services, { id: `${id}:paid:${from}`, purchase: subscription, event })
      from = until
    }
  }
}
