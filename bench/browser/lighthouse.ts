// Lighthouse's figures for each page on its phone profile: the median of three visits. `npx` fetches Lighthouse.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { calls } from '#contract/calls.ts'
import { screenAddress, screens, sharePath } from '#contract/screens.ts'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { openLibrary, quantile, realPrompts } from '#bench/data/library.ts'

const lighthouse = 'lighthouse@13.5.0'
const visits = 3

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

const figures: Record<string, (report: Report) => number> = {
  performance: scoreOf('performance'),
  accessibility: scoreOf('accessibility'),
  practices: scoreOf('best-practices'),
  seo: scoreOf('seo'),
  'paint (s)': (report) => valueOf(report, 'largest-contentful-paint') / 1000,
  'blocked (ms)': (report) => valueOf(report, 'total-blocking-time'),
  shift: (report) => valueOf(report, 'cumulative-layout-shift'),
}

const library = await openLibrary()
const rows: Record<string, Record<string, number>> = {}
await measure('landing page', screens.landing)
await measure('login', screens.login)
await measure('sign-up', screens.register)
await measure('forgotten password', screens.forgotPassword)
await measure('static page', screenAddress(screens.page, { type: 'privacy-policy' }))
await measure('not found', '/nowhere')
await measure('empty library', screens.library, library.cookie)
for (const { name, prompt } of (await realPrompts()).slice(0, 50)) {
  await library.call(calls.createPrompt, { name, prompt, folderId: null, color: '4ECDC4' })
}
const { prompts } = await library.call(calls.listPrompts, {})
const promptId = prompts[0]!.id
await library.call(calls.togglePromptPublic, { promptId })
await measure('shared prompt', sharePath(promptId, null))
await measure('library of 50', screens.library, library.cookie)
await measure('profile', screens.profile, library.cookie)
await library.close()
console.table(rows)

/** `npm run bench -- lighthouse profile` measures only the pages with that word. */
async function measure(page: string, path: string, cookie = ''): Promise<void> {
  const [wanted = ''] = process.argv.slice(2)
  if (!page.includes(wanted)) return
  const reports: Report[] = []
  // On a busy machine, Lighthouse sometimes misses the start of a visit.
  for (let attempt = 0; reports.length < visits && attempt < 2 * visits; attempt++) {
    await visitPage(path, cookie).then(
      (report) => reports.push(report),
      (error: Error) => console.warn(`${page}: ${error.message.split('\n')[1]}`),
    )
  }
  rows[page] = Object.fromEntries(
    Object.entries(figures).map(([name, figureOf]) => [
      name,
      Number(quantile(reports.map(figureOf), 0.5).toFixed(name === 'shift' ? 3 : 1)),
    ]),
  )
  console.log(page, rows[page])
}

async function visitPage(path: string, cookie: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      lighthouse,
      library.url + path,
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
      '--ignore-status-code',
      '--chrome-flags=--headless=new --no-sandbox --disable-background-networking',
      `--extra-headers=${JSON.stringify(cookie ? { Cookie: cookie } : {})}`,
    ],
    { env: { ...process.env, CHROME_PATH: wholeChromium.executablePath }, maxBuffer: 100_000_000 },
  )
  return JSON.parse(stdout) as Report
}

function scoreOf(category: string): (report: Report) => number {
  return ({ categories }) => (categories[category]?.score ?? Number.NaN) * 100
}

function valueOf({ audits }: Report, audit: string): number {
  return audits[audit]?.numericValue ?? Number.NaN
}
