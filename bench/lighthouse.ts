// What Lighthouse says of the built product, as on a phone: `npm run lighthouse`. It is fetched when it
// is run, by its exact version, rather than be a dependency: it would more than double every install.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '#contract/calls.ts'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { openLibrary, realPrompts } from './library.ts'

const version = '13.5.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const promptCount = 200

type Audit = { score: number | null; scoreDisplayMode: string; displayValue?: string }
type Report = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

const directory = await mkdtemp(join(tmpdir(), 'promptshelf-lighthouse-'))
const library = await openLibrary()
const prompts = (await realPrompts()).slice(0, promptCount)
let promptId = ''
for (const { name, prompt } of prompts) {
  const input = { name: name.slice(0, 200), prompt, folderId: null, color: '4ECDC4', notes: null }
  promptId = (await library.call(calls.createPrompt, input)).id
}
await library.call(calls.togglePromptPublic, { promptId })

console.log(`\n${'Lighthouse, mobile'.padEnd(24)} ${categories.join('  ')}  LCP  TBT  CLS`)
for (const [page, path, cookie] of [
  ['landing page', '/', ''],
  ['landing page, German', '/?lang=de', ''],
  ['shared prompt', `/prompt/shared/${promptId}`, ''],
  [`/prompts, ${promptCount} prompts`, '/prompts', library.cookie],
] as const) {
  // Sometimes Chromium does not say when its recording begins, and Lighthouse asks to be run again.
  const { categories: results, audits } = await examine(path, cookie).catch(() =>
    examine(path, cookie),
  )
  const scores = categories.map((category) => Math.round((results[category]?.score ?? 0) * 100))
  const vitals = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].map(
    (id) => audits[id]?.displayValue,
  )
  console.log(`${page.padEnd(24)} ${[...scores, ...vitals].join('  ')}`)
  for (const [id, { score, scoreDisplayMode }] of Object.entries(audits)) {
    const counts = categories.some((category) =>
      results[category]?.auditRefs.some((ref) => ref.id === id && ref.weight > 0),
    )
    if (counts && score !== null && score < 0.9)
      console.log(`  ${id}: ${score} ${scoreDisplayMode}`)
  }
}

await library.close()
await rm(directory, { recursive: true })

async function examine(path: string, cookie: string): Promise<Report> {
  const file = join(directory, 'report.json')
  const flags = ['--headless=new', ...(wholeChromium.args ?? [])].join(' ')
  const options = [
    `--chrome-flags=${flags}`,
    `--only-categories=${categories.join(',')}`,
    `--extra-headers=${JSON.stringify(cookie ? { Cookie: cookie } : {})}`,
    `--output-path=${file}`,
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
  ]
  execFileSync('npx', ['--yes', `lighthouse@${version}`, library.url + path, ...options], {
    env: { ...process.env, CHROME_PATH: wholeChromium.executablePath },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return JSON.parse(await readFile(file, 'utf8')) as Report
}
