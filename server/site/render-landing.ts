import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
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

/** As it comes from the program: compressed to base64. */
type Rendered = Omit<LandingPage, 'brotli'> & { brotli: string }

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
  const offer = { plans: catalogue.plans.map(toPlan), recPlanName: catalogue.recommended }
  // What the client's build made for this, in a process of its own, which takes its 10 MB with it.
  const program = promisify(execFile)(process.execPath, [
    join(webRoot, '../landing/render-landing.js'),
    template,
  ])
  program.child.stdin?.end(JSON.stringify({ baseUrl, offer }))
  const pages = JSON.parse((await program).stdout) as Rendered[]
  return pages.map((page) => ({ ...page, brotli: Buffer.from(page.brotli, 'base64') }))
}
