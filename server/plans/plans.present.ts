import type { Plan, SubscriptionDetails } from '#contract/plans.ts'
import type * as z from 'zod/mini'
import type { CataloguePlan } from '#server/plans/catalogue.rules.ts'
import type { SubscriptionRow } from '#server/plans/subscriptions.queries.ts'
import { hasPaymentFailed, isActive } from '#server/plans/subscriptions.rules.ts'

export function toPlan(plan: CataloguePlan): Plan {
  return {
    id: plan.id,
    name: plan.name,
    type: plan.type,
    price: plan.price,
    description: plan.description,
    dutchDescription: plan.dutchDescription,
    note: plan.note,
    dutchNote: plan.dutchNote,
  }
}

export function toSubscriptionDetails(
  subscription: SubscriptionRow,
  plan: CataloguePlan,
  now: number,
): z.output<typeof SubscriptionDetails> {
  return {
    name: plan.name,
    price: plan.price,
    expireAt:
      subscription.expires_at === null ? null : new Date(subscription.expires_at).toISOString(),
    isActive: isActive(subscription, now) ? 1 : 0,
    hasPaymentFailed: hasPaymentFailed(subscription),
  }
}
