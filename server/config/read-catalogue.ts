import { readSettings } from '#server/config/read-settings.ts'
import { CatalogueFile, isFree, type Catalogue } from '#server/config/catalogue.rules.ts'

/**
 * Reads the plan catalogue.
 *
 * @throws ConfigError naming the first invalid field
 */
export async function readCatalogue(file: string): Promise<Catalogue> {
  const { recommended, plans } = await readSettings('PLANS_FILE', file, CatalogueFile)
  const byId = new Map(plans.map((plan) => [plan.id, plan]))
  const freePlan = plans.find(isFree)
  if (freePlan === undefined) throw new Error('The schema requires a free plan.')
  return {
    plans: plans.filter(({ isOffered }) => isOffered),
    recommended,
    freePlan,
    findPlan: (id) => byId.get(id),
  }
}
