// A reader returns to a folder of 50 of 1,282 prompts, on the slow phone of `slow-phone.ts`, with the scripts and a copy
// of the library in the browser. Measures the time from the navigation until the first prompt is painted, and compares
// it with a browser that keeps no copy.
import { setTimeout } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { importPrompts } from '#bench/data/import-prompts.ts'
import { openLibrary, quantile } from '#bench/data/library.ts'
import { phone, slow3G } from './phone.ts'

declare global {
  /** In the page: milliseconds from the navigation to the frame with the first prompt. */
  var promptsAt: number
}

const runs = 5
/** How long each visit takes, in milliseconds. */
const visitLength = 6_000

const library = await openLibrary()
const { first: folderId } = await importPrompts(library, 1_282)
const path = `/prompts?folderId=${folderId}`
const browser = await chromium.launch(wholeChromium)
const rows: Record<string, Record<string, number>> = {}
await measure('with a copy', true)
await measure('without', false)
await browser.close()
await library.close()
console.table(rows)

async function measure(name: string, keepsCopy: boolean): Promise<void> {
  const times: number[] = []
  const first: number[] = []
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext(phone)
    const [cookie = '', value = ''] = library.cookie.split('=')
    await context.addCookies([{ name: cookie, value, url: library.url }])
    if (keepsCopy) await context.addInitScript(() => (localStorage['library-copy'] = 'on'))
    await context.addInitScript(watchPrompts)
    const page = await context.newPage()
    await page.goto(library.url + path)
    await page.locator('article').first().waitFor()
    if (keepsCopy) await page.waitForFunction(() => localStorage.getItem('copied-at') !== null)
    await setTimeout(2_000)
    await page.close()
    const visit = await context.newPage()
    await slowDown(visit)
    await visit.goto(library.url + path, { waitUntil: 'commit' })
    await setTimeout(visitLength)
    times.push(await visit.evaluate(() => promptsAt))
    first.push(
      await visit.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      ),
    )
    await context.close()
  }
  rows[name] = {
    'first paint (ms)': Math.round(quantile(first, 0.5)),
    'prompts (ms)': Math.round(quantile(times, 0.5)),
    'prompts, slowest (ms)': Math.round(Math.max(...times)),
  }
  console.log(name, rows[name])
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', slow3G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

function watchPrompts() {
  const look = () => {
    if (!document.querySelector('article h3')) return void requestAnimationFrame(look)
    // The first task after the frame's callbacks, style, layout and paint.
    const channel = new MessageChannel()
    channel.port1.addEventListener('message', () => (globalThis.promptsAt = performance.now()))
    channel.port1.start()
    channel.port2.postMessage(undefined)
  }
  requestAnimationFrame(look)
}
