// A logged-in reader opens a folder on a slow phone: slow 3G, a processor four times slower, nothing cached. Measures
// its largest paint, and how long tasks blocked the main thread beyond 50 ms each, with the browser's own throttling.
import { setTimeout } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { openLibrary, quantile, realPrompts } from '#bench/data/library.ts'

declare global {
  /** In the page: milliseconds since the navigation. */
  var largestPaint: number
  /** In the page: the time of tasks beyond 50 ms each. */
  var blocked: number
}

const runs = 5
const promptCount = 50
/** Milliseconds per round trip, and bytes per second. */
const slow3G = {
  offline: false,
  latency: 562,
  downloadThroughput: 1_440_000 / 8,
  uploadThroughput: 1_440_000 / 8,
}
/** How long each visit takes, in milliseconds. Waiting for an element would run Playwright's own code in the page. */
const visitLength = 9_000
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

const library = await openLibrary()
const color = '4ECDC4'
const { id: folderId } = await library.call(calls.createFolder, { name: 'Fifty', color })
for (const { name, prompt } of (await realPrompts()).slice(0, promptCount)) {
  const input = { name: name.slice(0, 200), prompt, folderId, color, notes: null }
  await library.call(calls.createPrompt, input)
}
const browser = await chromium.launch(wholeChromium)
const visits: { paint: number; blocked: number }[] = []
for (let run = 0; run < runs; run++) visits.push(await visit(browser))
await browser.close()
await library.close()

console.log(`\nA folder of ${promptCount} on a slow phone, ${runs} visits: median, worst; ms`)
for (const [name, figures] of [
  ['largest paint', visits.map(({ paint }) => paint)],
  ['blocked', visits.map(({ blocked }) => blocked)],
] as const) {
  const [median, worst] = [quantile(figures, 0.5), Math.max(...figures)]
  console.log(`${name.padEnd(16)} ${median.toFixed(0).padStart(6)} ${worst.toFixed(0).padStart(6)}`)
}

async function visit(browser: Browser) {
  const context = await browser.newContext(phone)
  const [name = '', value = ''] = library.cookie.split('=')
  await context.addCookies([{ name, value, url: library.url }])
  await watchPaints(context)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', slow3G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(`${library.url}/prompts?folderId=${folderId}`, { waitUntil: 'commit' })
  await setTimeout(visitLength)
  await page.locator('article').first().waitFor()
  const figures = await page.evaluate(() => ({ paint: largestPaint, blocked }))
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
