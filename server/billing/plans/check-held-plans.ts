import { ConfigError } from '#server/config/config.ts'
import type { Handle } from '#server/db/database.ts'
import type { Catalogue } from '#server/config/catalogue.rules.ts'
import { listHeldPlanIds } from '#server/billing/plans/subscriptions.queries.ts'

/**
 * Checks that the catalogue has every plan in use, since it defines their limits and credits.
 *
 * @throws ConfigError naming a plan that is missing
 */
export async function checkHeldPlans(db: Handle, catalogue: Catalogue): Promise<void> {
  const missing = (await listHeldPlanIds(db)).find((id) => catalogue.findPlan(id) === undefined)
  if (missing === undefined) return
  throw new ConfigError(
    `PLANS_FILE lacks the plan "${missing}", which is in use; "isOffered": false keeps it but stops selling it.`,
  )
}
