import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Language } from '#languages/languages.ts'
import { toPlan } from '#server/plans/plans.present.ts'
import type { Catalogue } from '#server/plans/catalogue.rules.ts'

/** `isAddressed`: for the address that names the language; `brotli`: the HTML. */
export type LandingPage = { language: Language; isAddressed: boolean; brotli: Buffer }

/**
 * Renders the landing page once, as the client's build could not: it did not know this server's plans and
 * address. Undefined where the client has not been built.
 */
export async function renderLanding(
  webRoot: string | undefined,
  baseUrl: string,
  catalogue: Catalogue,
): Promise<LandingPage[] | undefined> {
  if (webRoot === undefined || !existsSync(join(webRoot, 'landing.html'))) return undefined
  const offer = { plans: catalogue.plans.map(toPlan), recPlanName: catalogue.recommended }
  // In a process of its own, which takes the renderer's 10 MB with it, and gets none of the server's secrets.
  const program = promisify(execFile)(
    process.execPath,
    [join(webRoot, '../prerender/render-landing.js'), join(webRoot, 'landing.html')],
    { maxBuffer: 10_000_000, env: {} },
  )
  program.child.stdin?.end(JSON.stringify({ baseUrl, offer }))
  const pages = JSON.parse((await program).stdout) as (Omit<LandingPage, 'brotli'> & {
    brotli: string
  })[]
  return pages.map((page) => ({ ...page, brotli: Buffer.from(page.brotli, 'base64') }))
}
