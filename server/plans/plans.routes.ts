import { calls } from '#contract/calls.ts'
import type { AppContext } from '#server/context.ts'
import type { Implement } from '#server/http/implement.ts'
import { toPlan } from '#server/plans/plans.present.ts'
import { findLastSubscription } from '#server/plans/subscriptions.queries.ts'
import { isActive } from '#server/plans/subscriptions.rules.ts'

export function planRoutes(implement: Implement, { catalogue, db, now }: AppContext): void {
  implement(calls.listPlans, async ({ findCaller }) => {
    const caller = await findCaller()
    const last = caller && (await findLastSubscription(db.main, caller.owner))
    return {
      plans: catalogue.plans.map(toPlan),
      recPlanName: catalogue.recommended,
      currentPlanId: last && isActive(last, now()) ? last.plan_id : null,
    }
  })
}
