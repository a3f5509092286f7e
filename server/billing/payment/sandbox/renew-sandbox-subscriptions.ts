import type { Services } from '#server/core/services.ts'
import { applyPaymentEvent } from '#server/billing/payment/apply-payment-event.ts'
import { toNextEnd } from '#server/billing/plans/periods.rules.ts'
import { listSandboxRenewals } from '#server/billing/plans/subscriptions.queries.ts'

/** Renewing this early leaves no gap between periods. */
const aheadMs = 60_000

/**
 * Pays the next period of each sandbox subscription that is about to end, and every period that was missed
 * while the server was down.
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
