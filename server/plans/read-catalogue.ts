import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { ConfigError } from '#server/config.ts'
import { CatalogueFile, isFree, type Catalogue } from '#server/plans/catalogue.rules.ts'

/**
 * Reads the plan catalogue.
 *
 * @throws ConfigError naming the first invalid field
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
  const [issue] = result.error.issues
  const path = issue?.path ?? []
  const place = path.length === 0 ? 'the whole' : path.join('.')
  const held = shown(path.reduce<unknown>(step, content))
  throw new ConfigError(
    `PLANS_FILE is ${JSON.stringify(file)}; in it, ${place} is ${held}; it may be ${issue?.message}.`,
  )
}

function step(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** A value in a few words, for an error message of one line. */
function shown(value: unknown): string {
  if (value === undefined) return 'not set'
  if (Array.isArray(value)) return `a list of ${value.length}`
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value)
}
