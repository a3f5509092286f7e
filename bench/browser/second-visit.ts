// A reader returns to a folder of 50 of 1,282 prompts, on the slow phone of `slow-phone.ts`, with the scripts and a copy
// of the library in the browser. Measures the time from the navigation until the first prompt is painted, and compares
// it with a browser that keeps no copy. `-- second-visit DIR` also measures the installed and built checkout of another
// release, in turns.
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { importPrompts } from '#bench/data/import-prompts.ts'
import { openLibrary, quantile, type Library } from '#bench/data/library.ts'
import { phone, slow3G } from './phone.ts'

declare global {
  /** In the page: milliseconds from the navigation to the frame with the first prompt. */
  var promptsAt: number
}

const runs = 5
/** How long each visit takes, in milliseconds. */
const visitLength = 6_000

type Side = {
  name: string
  library: Library
  path: string
  keepsCopy: boolean
  first: number[]
  prompts: number[]
}

const [checkout] = process.argv.slice(2)
const browser = await chromium.launch(wholeChromium)
const sides = [await openSide('with a copy', true), await openSide('without', false)]
if (checkout !== undefined) sides.push(await openSide('other', false, resolve(checkout)))
for (let run = 0; run < runs; run++) for (const side of sides) await visit(side)
await browser.close()
for (const { library } of sides) await library.close()
console.table(
  Object.fromEntries(
    sides.map(({ name, first, prompts }) => [
      name,
      {
        'first paint (ms)': Math.round(quantile(first, 0.5)),
        'prompts (ms)': Math.round(quantile(prompts, 0.5)),
        'prompts, slowest (ms)': Math.round(Math.max(...prompts)),
      },
    ]),
  ),
)

async function openSide(name: string, keepsCopy: boolean, from?: string): Promise<Side> {
  const library = await openLibrary({}, from)
  const { first: folderId } = await importPrompts(library, 1_282)
  const path = `/prompts?folderId=${folderId}`
  return { name, library, path, keepsCopy, first: [], prompts: [] }
}

async function visit({ name, library, path, keepsCopy, first, prompts }: Side): Promise<void> {
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
  const again = await context.newPage()
  await slowDown(again)
  await again.goto(library.url + path, { waitUntil: 'commit' })
  await setTimeout(visitLength)
  const paints = await again.evaluate(() => ({
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    prompts: promptsAt,
  }))
  first.push(paints.first)
  prompts.push(paints.prompts)
  console.log(name, Math.round(paints.prompts))
  await context.close()
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', slow3G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // A service worker is a separate target, whose requests would not be slower.
  const devtools = await browser.newBrowserCDPSession()
  const { targetInfos } = await devtools.send('Target.getTargets')
  for (const { targetId, type } of targetInfos) {
    if (type !== 'service_worker') continue
    const { sessionId } = await devtools.send('Target.attachToTarget', { targetId })
    const command = { id: 1, method: 'Network.emulateNetworkConditions', params: slow3G }
    await devtools.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify(command),
    })
  }
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
