// A reader returns to a folder of 50 of 1,282 prompts, on the slow phone of `slow-phone.ts`, with the scripts and a copy
// of the library in the browser. Measures the time from the navigation until the first prompt is painted; then, from the
// home screen, until the first letter is painted in a field of the prompt used last, which is tapped as soon as it is
// visible. Compares this with a browser that keeps no copy. `-- second-visit DIR` also measures the installed and built
// checkout of another release, in turns.
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import { screens } from '#contract/screens.ts'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { importPrompts } from '#bench/data/import-prompts.ts'
import { openLibrary, quantile, type Library } from '#bench/data/library.ts'
import { phone, slow3G } from './phone.ts'

declare global {
  /** In the page: milliseconds from the navigation to the frame with the first prompt. */
  var promptsAt: number
  /** In the page: the same to the frame with the first letter in a field of a dialog. */
  var letterAt: number
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
  letters: number[]
}

const used = 'Used last'
const [checkout] = process.argv.slice(2)
const browser = await chromium.launch(wholeChromium)
const sides = [await openSide('with a copy', true), await openSide('without', false)]
if (checkout !== undefined) sides.push(await openSide('other', false, resolve(checkout)))
for (let run = 0; run < runs; run++) for (const side of sides) await visit(side)
await browser.close()
for (const { library } of sides) await library.close()
console.table(
  Object.fromEntries(
    sides.map(({ name, first, prompts, letters }) => [
      name,
      {
        'first paint (ms)': Math.round(quantile(first, 0.5)),
        'prompts (ms)': Math.round(quantile(prompts, 0.5)),
        'prompts, slowest (ms)': Math.round(Math.max(...prompts)),
        'first letter (ms)': Math.round(quantile(letters, 0.5)),
        'first letter, slowest (ms)': Math.round(Math.max(...letters)),
      },
    ]),
  ),
)

async function openSide(name: string, keepsCopy: boolean, from?: string): Promise<Side> {
  const library = await openLibrary({}, from)
  const { first: folderId } = await importPrompts(library, 1_282)
  const input = { name: used, prompt: 'Write about {<b>topic</b>}.', color: '4ECDC4' }
  const { id: promptId } = await library.call(calls.createPrompt, input)
  await library.call(calls.notePromptUse, { promptId })
  const path = `${screens.library}?folderId=${folderId}`
  return { name, library, path, keepsCopy, first: [], prompts: [], letters: [] }
}

async function visit({
  name,
  library,
  path,
  keepsCopy,
  first,
  prompts,
  letters,
}: Side): Promise<void> {
  const context = await browser.newContext(phone)
  const [cookie = '', value = ''] = library.cookie.split('=')
  await context.addCookies([{ name: cookie, value, url: library.url }])
  if (keepsCopy) await context.addInitScript(() => (localStorage['library-copy'] = 'on'))
  await context.addInitScript(watchPaints)
  const page = await context.newPage()
  await page.goto(library.url + path)
  await page.locator('article').first().waitFor()
  if (keepsCopy) await page.waitForFunction(() => localStorage.getItem('copied-at') !== null)
  await setTimeout(2_000)
  await page.close()
  const again = await openSlowly(context, library.url + path)
  await setTimeout(visitLength)
  const paints = await again.evaluate(() => ({
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    prompts: promptsAt,
  }))
  await again.close()
  const letter = await typeLetter(await openSlowly(context, library.url + screens.library))
  first.push(paints.first)
  prompts.push(paints.prompts)
  letters.push(letter)
  console.log(name, Math.round(paints.prompts), Math.round(letter))
  await context.close()
}

async function openSlowly(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(url, { waitUntil: 'commit' })
  return page
}

/**
 * Taps the prompt used last as soon as it has stayed in its place for a frame, and types a letter as soon as its dialog
 * has the focus. Without Playwright's own waits, whose scripts take seconds on a slow processor.
 */
async function typeLetter(page: Page): Promise<number> {
  const { x, y } = await page.evaluate(
    (used) =>
      new Promise<{ x: number; y: number }>((resolve) => {
        let last = ''
        const look = () => {
          const button = document.querySelector(`article h3 button[title="${used}"]`)
          const box = button?.getBoundingClientRect()
          if (box && JSON.stringify(box) === last) {
            return resolve({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
          }
          last = JSON.stringify(box)
          requestAnimationFrame(look)
        }
        look()
      }),
    used,
  )
  await page.touchscreen.tap(x, y)
  await page.waitForFunction(() => document.activeElement?.matches('dialog[open] textarea'))
  await page.keyboard.press('a')
  await page.waitForFunction(() => globalThis.letterAt !== undefined)
  return page.evaluate(() => letterAt)
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

function watchPaints() {
  const watched: [() => boolean, (now: number) => void][] = [
    [() => document.querySelector('article h3') !== null, (now) => (globalThis.promptsAt = now)],
    [
      // Not the field that takes keys while a dialog loads.
      () => {
        const field = document.querySelector('dialog[open] textarea:not([inputmode="none"])')
        return (field as HTMLTextAreaElement | null)?.value === 'a'
      },
      (now) => (globalThis.letterAt = now),
    ],
  ]
  for (const [isShown, note] of watched) {
    const look = () => {
      if (!isShown()) return void requestAnimationFrame(look)
      // The first task after the frame's callbacks, style, layout and paint.
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', () => note(performance.now()))
      channel.port1.start()
      channel.port2.postMessage(undefined)
    }
    requestAnimationFrame(look)
  }
}
