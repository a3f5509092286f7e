import type { Plan, SubscriptionDetails } from '#contract/accounts/plans.ts'
import { localize } from '#languages/languages.ts'
import type { CataloguePlan } from '#server/config/catalogue.rules.ts'
import type { SubscriptionRow } from '#server/billing/plans/subscriptions.queries.ts'
import { hasPaymentFailed, isActive } from '#server/billing/plans/subscriptions.rules.ts'

/** @param hasModels whether the server has models to run prompts with */
export function toPlan(plan: CataloguePlan, hasModels: boolean): Plan {
  const { description, creditsNote } = plan
  const note = localize((language) =>
    hasModels && creditsNote
      ? `${plan.note[language]}\n${creditsNote[language]}`
      : plan.note[language],
  )
  return {
    id: plan.id,
    name: plan.name,
    type: plan.type,
    price: plan.price,
    description: description.en,
    dutchDescription: description.de,
    note: note.en,
    dutchNote: note.de,
    texts: localize((language) => ({ description: description[language], note: note[language] })),
  }
}

/** The subscription of every account of a server without plans. */
export const withoutPlans: SubscriptionDetails = {
  name: 'Unlimited',
  price: '0.00',
  expireAt: null,
  isActive: 1,
  hasPaymentFailed: false,
  isGiven: false,
}

export function toSubscriptionDetails(
  subscription: SubscriptionRow,
  plan: CataloguePlan,
  now: number,
): SubscriptionDetails {
  return {
    name: plan.name,
    price: plan.price,
    expireAt:
      subscription.expires_at === null ? null : new Date(subscription.expires_at).toISOString(),
    isActive: isActive(subscription, now) ? 1 : 0,
    hasPaymentFailed: hasPaymentFailed(subscription),
    isGiven: subscription.provider === null && subscription.expires_at !== null,
  }
}
