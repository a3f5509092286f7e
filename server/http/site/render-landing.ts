import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Language } from '#languages/languages.ts'
import type { Services } from '#server/core/services.ts'
import { arePasskeysOff } from '#server/accounts/factors/factors.rules.ts'
import { allowsConnections } from '#server/runs/models/find-target.ts'
import { priceRuns } from '#server/billing/plans/price-runs.ts'
import { offeredPlans } from '#server/config/catalogue.rules.ts'
import { toPlan } from '#server/billing/plans/plans.present.ts'

/** `isAddressed`: for the address with `?lang=`; `brotli`: the compressed HTML. */
export type LandingPage = { language: Language; isAddressed: boolean; brotli: Buffer }

/**
 * Renders the landing page once at startup, since the client's build lacks this server's plans and origin. Returns
 * undefined if the client is not built.
 */
export async function renderLanding(
  webRoot: string | undefined,
  {
    config,
    catalogue,
    models,
    secrets,
  }: Pick<Services, 'config' | 'catalogue' | 'models' | 'secrets'>,
): Promise<LandingPage[] | undefined> {
  if (webRoot === undefined || !existsSync(join(webRoot, 'landing.html'))) return undefined
  const runPrices = priceRuns(models)
  const hasModels = runPrices.length > 0
  const offer = {
    hasPlans: config.hasPlans,
    plans: config.hasPlans
      ? offeredPlans(catalogue, hasModels).map((plan) => toPlan(plan, hasModels))
      : [],
    recPlanName: catalogue.recommended,
    runPrices,
    isInEu: config.isInEu,
    hasPasskeys: !arePasskeysOff(config),
    canConnect: secrets !== undefined && allowsConnections(config),
  }
  // A separate process frees the renderer's 10 MB when it exits, and gets none of the server's secrets.
  const program = promisify(execFile)(
    process.execPath,
    [join(webRoot, '../prerender/render-landing.js'), join(webRoot, 'landing.html')],
    { maxBuffer: 10_000_000, env: {} },
  )
  program.child.stdin?.end(JSON.stringify({ baseUrl: config.baseUrl, offer }))
  const pages = JSON.parse((await program).stdout) as (Omit<LandingPage, 'brotli'> & {
    brotli: string
  })[]
  return pages.map((page) => ({ ...page, brotli: Buffer.from(page.brotli, 'base64') }))
}
