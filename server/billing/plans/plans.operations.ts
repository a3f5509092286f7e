import type { planCalls } from '#contract/accounts/plans.ts'
import type { Operations } from '#server/core/operation.ts'
import { priceRuns } from '#server/billing/plans/price-runs.ts'
import { offeredPlans } from '#server/config/catalogue.rules.ts'
import { toPlan } from '#server/billing/plans/plans.present.ts'
import { findLastSubscription } from '#server/billing/plans/subscriptions.queries.ts'
import { isActive } from '#server/billing/plans/subscriptions.rules.ts'

export const planOperations: Operations<Pick<typeof planCalls, 'listPlans'>> = {
  async listPlans({ catalogue, config, db, models, now }, actor) {
    if (!config.hasPlans) {
      return { plans: [], recPlanName: '', currentPlanId: null, runPrices: [] }
    }
    const last = actor && (await findLastSubscription(db.main, actor.owner))
    const runPrices = priceRuns(models)
    const hasModels = runPrices.length > 0
    const currentPlanId = last && isActive(last, now()) ? last.plan_id : null
    return {
      plans: offeredPlans(catalogue, hasModels, currentPlanId).map((plan) =>
        toPlan(plan, hasModels),
      ),
      recPlanName: catalogue.recommended,
      currentPlanId,
      runPrices,
    }
  },
}
