import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Language } from '#server/http/request-language.ts'
import { toPlan } from '#server/plans/plans.present.ts'
import type { Catalogue } from '#server/plans/catalogue.rules.ts'

/** The page in one language. `isAddressed`: for the address that names the language. */
export type LandingPage = {
  language: Language
  isAddressed: boolean
  html: string
  brotli: Buffer
}

/** What the client's build exports for the server. */
type Renderer = {
  renderLanding: (input: {
    template: string
    baseUrl: string
    offer: { plans: ReturnType<typeof toPlan>[]; recPlanName: string }
  }) => Promise<Omit<LandingPage, 'brotli'>[]>
}

const compress = promisify(brotliCompress)

/**
 * Renders the landing page once and for all: with this server's plans and its address, which the build
 * did not know. Undefined where the client has not been built.
 */
export async function renderLanding(
  webRoot: string,
  baseUrl: string,
  catalogue: Catalogue,
): Promise<LandingPage[] | undefined> {
  const template = join(webRoot, 'landing.html')
  if (!existsSync(template)) return undefined
  const renderer = (await import(join(webRoot, '../landing/render-landing.js'))) as Renderer
  const pages = await renderer.renderLanding({
    template: readFileSync(template, 'utf8'),
    baseUrl,
    offer: { plans: catalogue.plans.map(toPlan), recPlanName: catalogue.recommended },
  })
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  return Promise.all(
    pages.map(async (page) => ({ ...page, brotli: await compress(page.html, quality) })),
  )
}
