// What a browser that was never here fetches for a page, as it comes over the wire.
import { chromium, type Browser } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { openLibrary } from './library.ts'

const library = await openLibrary()
const browser = await chromium.launch(wholeChromium)
await measure(browser, '/')
const input = { name: 'Launch', prompt: 'Announce {product}', folderId: null, color: '4ECDC4' }
const { id: promptId } = await library.call(calls.createPrompt, input)
await library.call(calls.togglePromptPublic, { promptId })
await measure(browser, `/prompt/shared/${promptId}`)
await measure(browser, '/prompts', library.cookie)
await browser.close()
await library.close()

async function measure(browser: Browser, path: string, cookie = '') {
  const context = await browser.newContext()
  const [name = '', value = ''] = cookie.split('=')
  if (cookie) await context.addCookies([{ name, value, url: library.url }])
  // What is fetched later, while there is nothing else to do, is no part of the first load.
  await context.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const page = await context.newPage()

  const kinds = new Map<string, string>()
  const bytes = new Map<string, number>()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  // Bodies as they are encoded; headers depend on the protocol that a proxy in front speaks.
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength)
  })
  await page.goto(library.url + path, { waitUntil: 'networkidle' })

  console.log(`\nFirst load of ${path} on the wire, encoded bodies`)
  for (const [kind, total] of bytes) {
    console.log(`${kind.padEnd(12)} ${(total / 1000).toFixed(1)} kB`)
  }
  await context.close()
}
