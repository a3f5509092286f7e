import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Language } from '#languages/languages.ts'
import { arePasskeysOff } from '#server/accounts/factors/factors.rules.ts'
import { priceRuns } from '#server/billing/plans/price-runs.ts'
import { toPlan } from '#server/billing/plans/plans.present.ts'
import { offeredPlans } from '#server/config/catalogue.rules.ts'
import type { Services } from '#server/core/services.ts'
import { addAnswers } from '#server/http/site/add-answers.ts'
import { visitorsAnswers } from '#server/http/site/answer-calls.ts'
import { listScreens, type ScreenInput } from '#server/http/site/list-screens.ts'
import { lacksOf } from '#server/http/site/server-lacks.ts'
import { allowsConnections } from '#server/runs/models/find-target.ts'

/**
 * `isAddressed`: for the address with `?lang=`; `isForVisitors`: with the login check's answer; `brotli`: the compressed
 * HTML.
 */
export type LandingPage = {
  language: Language
  isAddressed: boolean
  isForVisitors: boolean
  brotli: Buffer
}
/** A screen without its answers. */
export type RenderedScreen = Pick<ScreenInput, 'address' | 'answers'> & {
  language: Language
  html: string
}
export type RenderedDocuments = { landing: LandingPage[]; screens: RenderedScreen[] }

const compress = promisify(brotliCompress)
/** Once for many readers, but while the server starts. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }

/**
 * Renders the landing page and the public screens once at startup, since the client's build lacks this server's plans,
 * pages and origin. Returns undefined if the client is not built.
 */
export async function renderDocuments(
  webRoot: string | undefined,
  services: Pick<Services, 'config' | 'catalogue' | 'models' | 'secrets' | 'pages'>,
): Promise<RenderedDocuments | undefined> {
  if (webRoot === undefined || !existsSync(join(webRoot, 'landing.html'))) return undefined
  const { config } = services
  const template = readFileSync(join(webRoot, 'landing.html'), 'utf8')
  const landing = { template, baseUrl: config.baseUrl, offer: toOffer(services) }
  const screens = listScreens(webRoot, services)
  // A separate process frees the renderer's 10 MB when it exits, and gets none of the server's secrets.
  const program = promisify(execFile)(
    process.execPath,
    [join(webRoot, '../prerender/render-documents.js')],
    { maxBuffer: 50_000_000, env: {} },
  )
  // If it cannot read, it has failed, which `program` reports.
  program.child.stdin?.on('error', () => {})
  program.child.stdin?.end(JSON.stringify({ landing, lacks: lacksOf(config), screens }))
  const rendered = JSON.parse((await program).stdout) as {
    landing: (Pick<LandingPage, 'language' | 'isAddressed'> & { html: string })[]
    screens: Omit<RenderedScreen, 'answers'>[]
  }
  return {
    landing: await Promise.all(
      rendered.landing.flatMap(({ html, ...page }) =>
        [true, false].map(async (isForVisitors) => {
          const answered = addAnswers(html, isForVisitors ? visitorsAnswers : {})
          return { ...page, isForVisitors, brotli: await compress(answered, { params }) }
        }),
      ),
    ),
    screens: rendered.screens.map((screen) => {
      const { answers = {} } = screens.find(({ address }) => address === screen.address) ?? {}
      return { ...screen, answers }
    }),
  }
}

function toOffer({
  config,
  catalogue,
  models,
  secrets,
}: Pick<Services, 'config' | 'catalogue' | 'models' | 'secrets'>) {
  const runPrices = priceRuns(models)
  const hasModels = runPrices.length > 0
  return {
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
}
