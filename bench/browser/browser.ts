// Latencies in the browser: typing into a long prompt, opening a prompt, searching key by key, and a folder of
// 5,000 prompts. Chromium, the production build and a real server, all on the same machine.
import { chromium, type Page } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { installTimer, timeInput } from './input-to-paint.ts'
import { openLargeLibrary } from '#bench/data/large-library.ts'
import { print } from '#bench/load/neighbour.ts'
import { printScroll, watchFrames } from './watch-frames.ts'
import { timedGet } from '#bench/load/timed-request.ts'

const library = await openLargeLibrary()
const browser = await chromium.launch(wholeChromium)
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
const [name = '', value = ''] = library.cookie.split('=')
await context.addCookies([{ name, value, url: library.url }])
const page = await context.newPage()
await installTimer(page)

await measureEditor()
await measureDialogs()
await measureFillIn()
await measureSearch()
await measureFolder()

await browser.close()
await library.close()

/** 20 key presses at each of four positions in 100 kB. */
async function measureEditor(): Promise<void> {
  await open(page, `/prompts?folderId=${library.long}`)
  const card = page.getByRole('article').first()
  await card.hover()
  await card.getByRole('button', { name: 'Edit', exact: true }).click()
  const editor = page.getByRole('textbox', { name: 'Prompt', exact: true })
  await editor.click()
  const scroller = page.locator('.cm-scroller')
  const places: Record<string, () => Promise<void>> = {
    start: () => page.keyboard.press('Control+Home'),
    middle: async () => {
      await scroller.evaluate((box) => (box.scrollTop = box.scrollHeight / 2))
      await scroller.click()
    },
    end: () => page.keyboard.press('Control+End'),
    'inside a variable': async () => {
      await page.keyboard.press('Control+Home')
      await page.locator('.cm-variable').first().click()
    },
  }
  console.log('\nA key press in 100 kB and 50 variables, to the painted frame')
  const all: number[] = []
  for (const [place, go] of Object.entries(places)) {
    await go()
    const times: number[] = []
    for (const letter of 'a quick brown fox jumps over'.replaceAll(' ', '').slice(0, 20)) {
      const typed = await page.evaluate(() => String(globalThis.typed))
      times.push(
        await timeInput(page, {
          event: 'keydown',
          act: () => page.keyboard.press(letter),
          isShown: (before) => globalThis.typed > Number(before),
          wanted: typed,
        }),
      )
    }
    print(place, times)
    all.push(...times)
  }
  print('anywhere', all)
}

/** Opens each prompt once, uncached. */
async function measureDialogs(): Promise<void> {
  console.log(
    '\nA click on a card, to the dialog with the first variable focused, or its text where that is long',
  )
  for (const [name, path, tries] of [
    ['ordinary prompts', '/prompts', 20],
    ['100 kB, 50 variables', `/prompts?folderId=${library.long}`, 10],
    ['of every kind', `/prompts?folderId=${library.typed}`, 10],
  ] as const) {
    await open(page, path)
    const times: number[] = []
    for (let at = 0; at < tries; at++) {
      const button = page.locator('article h3 button').nth(at)
      await button.scrollIntoViewIfNeeded()
      times.push(
        await timeInput(page, {
          event: 'click',
          act: () => button.click(),
          // The first variable, or the text if the variable is further down.
          isShown: () =>
            document.activeElement?.matches('dialog[open] textarea, dialog[open] :has(textarea)') ??
            false,
        }),
      )
      await page.keyboard.press('Escape')
      await page.waitForFunction(() => document.querySelector('dialog') === null)
    }
    print(name, times)
  }
}

/** Types 20 letters into the first of 50 variables of a prompt of 100 kB. */
async function measureFillIn(): Promise<void> {
  console.log('\nA key press in the first of 50 variables of 100 kB, to the painted frame')
  for (const [name, folder] of [
    ['texts', library.long],
    ['of every kind', library.typed],
  ] as const) {
    await open(page, `/prompts?folderId=${folder}`)
    await page.locator('article h3 button').first().click()
    const field = page.locator('dialog[open] textarea').first()
    await field.focus()
    const times: number[] = []
    for (const letter of 'aquickbrownfoxjumpso') {
      times.push(
        await timeInput(page, {
          event: 'keydown',
          act: () => page.keyboard.press(letter),
          isShown: (before) =>
            (document.querySelector<HTMLTextAreaElement>('dialog[open] textarea')?.value ?? '') !==
            before,
          wanted: await field.inputValue(),
        }),
      )
    }
    print(name, times)
  }
}

/** Types words key by key. Keys that do not change the screen are not counted. */
async function measureSearch(): Promise<void> {
  const words = `Landschaft customer translate JavaScript Beispiel market recipe interview
    newsletter Kalender expert professional`.split(/\s+/)
  await open(page, '/prompts')
  const box = page.getByRole('textbox', { name: 'Search' })
  await box.click()
  const times: number[] = []
  for (const word of words) {
    await box.fill('')
    await page.waitForFunction(() => location.search === '')
    let seen = await page.locator('article h3').first().textContent()
    for (let length = 1; length <= word.length; length++) {
      const search = word.slice(0, length).trim()
      const key = word.at(length - 1) ?? ''
      const hits = search.length < 3 ? [] : await find(search)
      const shown = hits.slice(0, 4).join('\n')
      if (shown === '' || shown === seen) {
        await page.keyboard.press(key)
        continue
      }
      times.push(
        await timeInput(page, {
          event: 'keydown',
          act: () => page.keyboard.press(key),
          isShown: (names) =>
            [...document.querySelectorAll('article h3')]
              .slice(0, names.split('\n').length)
              .map((title) => title.textContent)
              .join('\n') === names,
          wanted: shown,
        }),
      )
      seen = shown
    }
  }
  console.log(`\nA key in the search, to its results among 10,000 prompts (${times.length} keys)`)
  print('any key', times)
}

async function find(search: string): Promise<string[]> {
  const path = `/api/prompts/search?search=${encodeURIComponent(search)}`
  const { body } = await timedGet(library.url + path, library.cookie)
  return (JSON.parse(body) as { prompts: { name: string }[] }).prompts.map((hit) => hit.name)
}

async function measureFolder(): Promise<void> {
  const list = `${library.url}/api/prompts/list?folderId=${library.crowded}`
  const { body } = await timedGet(list, library.cookie)
  const [first] = (JSON.parse(body) as { prompts: { name: string }[] }).prompts
  const times: number[] = []
  for (let at = 0; at < 10; at++) {
    await open(page, '/prompts')
    times.push(
      await timeInput(page, {
        event: 'click',
        act: () => page.getByRole('link', { name: '5,000 prompts', exact: true }).click(),
        isShown: (name) => document.querySelector('article h3')?.textContent === name,
        wanted: first?.name ?? '',
      }),
    )
  }
  console.log('\nA folder of 5,000 prompts')
  print('click to cards', times)
  const gaps = await watchFrames(page, async () => {
    await page.mouse.move(700, 600)
    const end = performance.now() + 3_000
    while (performance.now() < end) await page.mouse.wheel(0, 120)
  })
  printScroll('turning the wheel', gaps)
  await checkUnderChanges(list)
}

/** Checks that each list is complete and in order while a user adds and deletes prompts. */
async function checkUnderChanges(list: string): Promise<void> {
  const names = async () => {
    const { body } = await timedGet(list, library.cookie)
    return (JSON.parse(body) as { prompts: { name: string }[] }).prompts.map((card) => card.name)
  }
  const before = await names()
  const text = { folderId: library.crowded, color: 'FFD166', prompt: 'Here for a moment' }
  let changes = 0
  const stopping = new AbortController()
  const changing = (async () => {
    for (; !stopping.signal.aborted; changes += 2) {
      // Adds at a random position of the list.
      const name = `${before[changes % before.length]?.slice(0, 9)} passing by`
      const { id } = await library.call(calls.createPrompt, { ...text, name })
      await library.call(calls.deletePrompt, { promptId: id })
    }
  })()
  for (let at = 0; at < 50; at++) {
    const steady = (await names()).filter((name) => !name.endsWith(' passing by'))
    if (steady.join('\n') !== before.join('\n'))
      throw new Error('A list is incomplete or out of order.')
  }
  stopping.abort()
  await changing
  console.log(`50 lists during ${changes} changes: each complete and in order`)
}

/** Reloads the page with empty caches and waits until it is idle. */
async function open(on: Page, path: string): Promise<void> {
  await on.goto(library.url + path, { waitUntil: 'networkidle' })
  await on.locator('article').first().waitFor()
}
