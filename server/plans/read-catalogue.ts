import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { ConfigError } from '#server/config.ts'
import { CatalogueFile, isFree, type Catalogue } from '#server/plans/catalogue.rules.ts'

/**
 * Reads the catalogue.
 *
 * @throws ConfigError when the file is not one
 */
export async function readCatalogue(file: string): Promise<Catalogue> {
  const { recommended, plans } = await parseFile(file)
  const byId = new Map(plans.map((plan) => [plan.id, plan]))
  const freePlan = plans.find(isFree)
  if (freePlan === undefined) throw new Error('The schema asks for a free plan.')
  return {
    plans: plans.filter(({ isOffered }) => isOffered),
    recommended,
    freePlan,
    findPlan: (id) => byId.get(id),
  }
}

async function parseFile(file: string): Promise<z.output<typeof CatalogueFile>> {
  let content: unknown
  try {
    content = JSON.parse(await readFile(file, 'utf8'))
  } catch {
    throw new ConfigError(`PLANS_FILE is ${JSON.stringify(file)}, which is not a JSON file.`)
  }
  const result = z.safeParse(CatalogueFile, content)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new ConfigError(
    `PLANS_FILE is ${JSON.stringify(file)}; in it, ${issue?.path.join('.')} may be: ${issue?.message}.`,
  )
}
