import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Language } from '#languages/languages.ts'
import { toPlan } from '#server/plans/plans.present.ts'
import type { Catalogue } from '#server/plans/catalogue.rules.ts'

/** A page in one language; `brotli` is its HTML. */
export type RenderedPage = { language: Language; brotli: Buffer }

/** `isAddressed`: for the address that names the language. */
export type LandingPage = RenderedPage & { isAddressed: boolean }

/** The page of a shared prompt in one language: texts with a gap after each but the last. */
export type SharedPromptPage = {
  language: Language
  /** The gaps: tags of the head, the prompt's name, its text, its progress, the API's answer. */
  found: string[]
  missing: string
  failed: string
  /** The gap: how many variables there are. */
  progress: string[]
}

/** `library`: with the frame of the screen. */
type Pages = { landing: LandingPage[]; library: RenderedPage[]; sharedPrompt: SharedPromptPage[] }

/** As they come from the program: what is compressed in base64. */
type InBase64<Page extends RenderedPage> = Omit<Page, 'brotli'> & { brotli: string }
type Rendered = {
  landing: InBase64<LandingPage>[]
  library: InBase64<RenderedPage>[]
  sharedPrompt: SharedPromptPage[]
}

/**
 * Renders once and for all what the client's build could not: it did not know this server's plans and its
 * address. Undefined where the client has not been built.
 */
export async function renderPages(
  webRoot: string | undefined,
  baseUrl: string,
  catalogue: Catalogue,
): Promise<Pages | undefined> {
  if (webRoot === undefined || !existsSync(join(webRoot, 'landing.html'))) return undefined
  const offer = { plans: catalogue.plans.map(toPlan), recPlanName: catalogue.recommended }
  // What the client's build made for this, in a process of its own, which takes its 10 MB with it.
  const program = promisify(execFile)(
    process.execPath,
    [join(webRoot, '../prerender/render-pages.js'), webRoot],
    // It has nothing to do with the secrets of ours.
    { maxBuffer: 10_000_000, env: {} },
  )
  program.child.stdin?.end(JSON.stringify({ baseUrl, offer }))
  const { landing, library, sharedPrompt } = JSON.parse((await program).stdout) as Rendered
  return { landing: landing.map(fromBase64), library: library.map(fromBase64), sharedPrompt }
}

function fromBase64<Page extends { brotli: string }>(page: Page) {
  return { ...page, brotli: Buffer.from(page.brotli, 'base64') }
}
