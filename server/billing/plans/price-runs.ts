import type { RunPrice } from '#contract/accounts/plans.ts'
import { estimateCredits } from '#contract/runs/estimate-credits.ts'
import type { Models } from '#server/config/read-models.ts'

/** Estimates the credits of a run with each of the operator's models, cheapest first. */
export function priceRuns(models: Models): RunPrice[] {
  return models
    .map((model) => ({ model: model.name, credits: estimateCredits(model) }))
    .toSorted((one, other) => one.credits - other.credits)
}
