// Typing into the search and the palette, and opening folders and prompts, with a copy of the library in the browser:
// milliseconds from each key or click to the frame with its effect, for 1,282 and 20,000 prompts, and on a processor
// four times slower. `-- typing DIR` also measures the installed and built checkout of another release, which keeps no
// copy.
import { resolve } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { importPrompts } from '#bench/data/import-prompts.ts'
import { openLibrary, quantile } from '#bench/data/library.ts'
import { installTimer, paintOf, timeInput, type Paint } from './input-to-paint.ts'

const words = ['linux', 'translator', 'javascript', 'interview', 'marketing', 'developer', 'story']
/** Milliseconds between letters, as by someone who types 120 words per minute. */
const pause = 100
/** How often a folder, and a prompt, is opened. */
const openings = 10
const [checkout] = process.argv.slice(2)
const rows: Record<string, Record<string, number>> = {}
const browser = await chromium.launch(wholeChromium)
for (const count of [1_282, 20_000]) {
  await measureLibrary(count, `${count} prompts`)
  if (checkout !== undefined)
    await measureLibrary(count, `${count} prompts, other`, resolve(checkout))
}
await browser.close()
console.table(rows)

async function measureLibrary(count: number, title: string, from?: string): Promise<void> {
  const library = await openLibrary({}, from)
  const { first } = await importPrompts(library, count)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = library.cookie.split('=')
  await context.addCookies([{ name, value, url: library.url }])
  await context.addInitScript(() => (localStorage['library-copy'] = 'on'))
  const page = await context.newPage()
  await installTimer(page)
  await page.goto(`${library.url}/prompts`)
  if (from === undefined) {
    await page.waitForFunction(() => localStorage.getItem('copied-at') !== null, undefined, {
      timeout: 300_000,
    })
  }
  await page.getByRole('textbox', { name: 'Search', exact: true }).waitFor()
  // The texts are folded when the browser is idle, and the first hits come from the server until then.
  await page.waitForTimeout(count / 2)
  const session = await context.newCDPSession(page)
  for (const rate of [1, 4]) {
    await session.send('Emulation.setCPUThrottlingRate', { rate })
    print(`search, ${title}, processor ${rate} times slower`, await typeInSearch(page))
    print(`palette, ${title}, processor ${rate} times slower`, await typeInPalette(page))
    await measureOpening(page, first, `${title}, processor ${rate} times slower`)
  }
  await context.close()
  await library.close()
}

async function typeInSearch(page: Page): Promise<number[]> {
  const box = page.getByRole('textbox', { name: 'Search', exact: true })
  const times: number[] = []
  for (const word of words) {
    await box.fill('')
    await page.waitForFunction(() => location.search === '')
    await page.keyboard.type(word.slice(0, 2))
    for (let length = 3; length <= word.length; length++) {
      const time = await timeInput(page, {
        event: 'keydown',
        act: () => page.keyboard.press(word.charAt(length - 1)),
        isShown: (search) =>
          document.querySelector<HTMLElement>('[data-search]')?.dataset['search'] === search,
        wanted: word.slice(0, length),
      })
      times.push(time)
      await page.waitForTimeout(pause)
    }
  }
  await box.fill('')
  return times
}

async function typeInPalette(page: Page): Promise<number[]> {
  const times: number[] = []
  for (const word of words) {
    await page.keyboard.press('Control+k')
    const list = page.locator('dialog[open] [role=listbox]')
    await list.waitFor()
    for (const letter of word) {
      const wanted = await list.innerHTML()
      const time = await timeInput(page, {
        event: 'keydown',
        act: () => page.keyboard.press(letter),
        // Each letter marks more of the names.
        isShown: (before) =>
          document.querySelector('dialog[open] [role=listbox]')?.innerHTML !== before,
        wanted,
      })
      times.push(time)
      await page.waitForTimeout(pause)
    }
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
  }
  return times
}

/** Opens the folder of 50 from the top and goes back, then opens its prompts. */
async function measureOpening(page: Page, folderId: string, title: string): Promise<void> {
  const link = page.locator(`main a[href*="${folderId}"]`).first()
  const folders: Paint[] = []
  for (let round = 0; round < openings; round++) {
    await link.waitFor()
    await page.waitForTimeout(pause)
    folders.push(
      await paintOf(page, {
        event: 'click',
        act: () => link.click(),
        isShown: (folder) =>
          location.search.includes(folder) && document.querySelector('main article h3') !== null,
        wanted: folderId,
      }),
    )
    if (round < openings - 1) await page.goBack()
  }
  printOpening(`folder, ${title}`, folders)
  const prompts: Paint[] = []
  for (let round = 0; round < openings; round++) {
    const button = page.locator('main article h3 button').nth(round)
    const name = (await button.textContent()) ?? ''
    await page.waitForTimeout(pause)
    prompts.push(
      await paintOf(page, {
        event: 'click',
        act: () => button.click(),
        // The text, not only the frame of the dialog.
        isShown: (name) => {
          const dialog = document.querySelector('dialog[open]')
          return (dialog?.textContent.length ?? 0) > name.length + 100
        },
        wanted: name,
      }),
    )
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.querySelector('dialog') === null)
  }
  printOpening(`prompt, ${title}`, prompts)
  await page.goBack()
}

function printOpening(name: string, paints: readonly Paint[]): void {
  const frames = paints.map((paint) => paint.frames)
  print(
    name,
    paints.map(({ ms }) => ms),
    { frames: quantile(frames, 0.5), 'frames, worst': Math.max(...frames) },
  )
}

function print(name: string, times: number[], frames?: Record<string, number>): void {
  rows[name] = {
    'median (ms)': Number(quantile(times, 0.5).toFixed(1)),
    '95 of 100 (ms)': Number(quantile(times, 0.95).toFixed(1)),
    'worst (ms)': Number(Math.max(...times).toFixed(1)),
    ...frames,
  }
  console.log(name, rows[name])
}
