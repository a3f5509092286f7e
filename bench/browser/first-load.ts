// The bytes that a browser with an empty cache fetches for a page.
import { chromium, type Browser } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { openLibrary } from '#bench/data/library.ts'

const library = await openLibrary()
const browser = await chromium.launch(wholeChromium)
await measure(browser, '/')
for (const path of ['/login', '/register', '/page/privacy-policy', '/nowhere']) {
  await measure(browser, path)
}
console.log('\nWithout a prompt:')
await measure(browser, '/prompts', library.cookie)
const input = { name: 'Launch', prompt: 'Announce {product}', folderId: null, color: '4ECDC4' }
const { id: promptId } = await library.call(calls.createPrompt, input)
await library.call(calls.togglePromptPublic, { promptId })
// Three prompts are enough for a library without samples.
for (const name of ['Press', 'Reply']) await library.call(calls.createPrompt, { ...input, name })
await measure(browser, `/prompt/shared/${promptId}`)
await measure(browser, '/prompts', library.cookie)
await measure(browser, '/profile', library.cookie)
await browser.close()
await library.close()

async function measure(browser: Browser, path: string, cookie = '') {
  const context = await browser.newContext()
  const [name = '', value = ''] = cookie.split('=')
  if (cookie) await context.addCookies([{ name, value, url: library.url }])
  // Prefetches during idle time do not count.
  await context.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const page = await context.newPage()

  const kinds = new Map<string, string>()
  const bytes = new Map<string, number>()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  // Encoded bodies only, since headers depend on the protocol of a proxy.
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
