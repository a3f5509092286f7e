// Readers open pages on a slow phone: slow 3G, a processor four times slower, nothing cached. Measures the first and the
// largest paint, what was received before them, and how long tasks blocked the main thread beyond 50 ms each, with the
// browser's own throttling. `-- slow-phone profile` measures only the pages with that word, `-- slow-phone '' DIR` the
// installed and built checkout of another release.
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium, type BrowserContext } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import { screenAddress, screens, sharePath } from '#contract/screens.ts'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { openLibrary, quantile, realPrompts } from '#bench/data/library.ts'
import { phone, slow3G } from './phone.ts'

declare global {
  /** In the page: milliseconds since the navigation. */
  var largestPaint: number
  /** In the page: the time of tasks beyond 50 ms each. */
  var blocked: number
}

type Visit = {
  firstPaint: number
  paint: number
  blocked: number
  bytesFirst: number
  bytesLargest: number
}

const runs = 3
const promptCount = 50
/** How long each visit takes, in milliseconds. Waiting for an element would run Playwright's own code in the page. */
const visitLength = 8_000
const [wanted = '', checkout] = process.argv.slice(2)
const library = await openLibrary({}, checkout && resolve(checkout))
const browser = await chromium.launch(wholeChromium)
const rows: Record<string, Record<string, number>> = {}
await measure('empty library', screens.library)
const color = '4ECDC4'
const { id: folderId } = await library.call(calls.createFolder, { name: 'Fifty', color })
for (const { name, prompt } of (await realPrompts()).slice(0, promptCount)) {
  const input = { name: name.slice(0, 200), prompt, folderId, color, notes: null }
  await library.call(calls.createPrompt, input)
}
const { prompts } = await library.call(calls.listPrompts, { folderId })
const promptId = prompts[0]!.id
await library.call(calls.togglePromptPublic, { promptId })
await measure('folder of 50', `${screens.library}?folderId=${folderId}`)
await measure('profile', screens.profile)
await measure('landing page', screens.landing, { isLoggedIn: false })
await measure('shared prompt', sharePath(promptId, null), { isLoggedIn: false })
await measure('login', screens.login, { isLoggedIn: false })
await measure('sign-up', screens.register, { isLoggedIn: false })
await measure('forgotten password', screens.forgotPassword, { isLoggedIn: false })
await measure('static page', screenAddress(screens.page, { type: 'privacy-policy' }), {
  isLoggedIn: false,
})
await browser.close()
await library.close()
console.table(rows)

async function measure(name: string, path: string, { isLoggedIn = true } = {}): Promise<void> {
  if (!name.includes(wanted)) return
  const visits: Visit[] = []
  for (let run = 0; run < runs; run++) visits.push(await visit(path, isLoggedIn))
  const figures = (of: (visit: Visit) => number) => Number(quantile(visits.map(of), 0.5).toFixed(0))
  rows[name] = {
    'first paint (ms)': figures(({ firstPaint }) => firstPaint),
    'largest paint (ms)': figures(({ paint }) => paint),
    'blocked (ms)': figures(({ blocked }) => blocked),
    'kB before the first': figures(({ bytesFirst }) => bytesFirst / 1000),
    'kB before the largest': figures(({ bytesLargest }) => bytesLargest / 1000),
  }
  console.log(name, rows[name])
}

async function visit(path: string, isLoggedIn: boolean): Promise<Visit> {
  const context = await browser.newContext(phone)
  const [name = '', value = ''] = library.cookie.split('=')
  if (isLoggedIn) await context.addCookies([{ name, value, url: library.url }])
  await watchPaints(context)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', slow3G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(library.url + path, { waitUntil: 'commit' })
  await setTimeout(visitLength)
  const figures = await page.evaluate(() => {
    const [{ startTime: firstPaint } = { startTime: Number.NaN }] =
      performance.getEntriesByName('first-contentful-paint')
    const files = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[]
    const bytesBefore = (time: number) =>
      files
        .filter(({ responseEnd }) => responseEnd <= time)
        .reduce((sum, { transferSize }) => sum + transferSize, 0)
    return {
      firstPaint,
      paint: largestPaint,
      blocked,
      bytesFirst: bytesBefore(firstPaint),
      bytesLargest: bytesBefore(largestPaint),
    }
  })
  await context.close()
  return figures
}

async function watchPaints(context: BrowserContext) {
  await context.addInitScript(() => {
    globalThis.largestPaint = 0
    globalThis.blocked = 0
    new PerformanceObserver((list) => {
      globalThis.largestPaint = list.getEntries().at(-1)?.startTime ?? 0
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.blocked += duration - 50
    }).observe({ type: 'longtask', buffered: true })
  })
}
