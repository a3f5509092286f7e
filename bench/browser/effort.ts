// What the main jobs cost a person: keys, presses, and seconds at 110 ms a key and 900 ms a press, in a library of
// 1,283 prompts. Overhead is every key that is not content. Chromium, the production build and a real server.
import { chromium, type Locator, type Page } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import { openLibrary, realPrompts } from '#bench/data/library.ts'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'

const keyMs = 110
const pressMs = 900
const fields = ['product', 'audience', 'tone', 'price']

const library = await openLibrary()
const browser = await chromium.launch(wholeChromium)
const context = await browser.newContext({
  viewport: { width: 1440, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
})
const [name = '', value = ''] = library.cookie.split('=')
await context.addCookies([{ name, value, url: library.url }])
const page = await context.newPage()

const { call } = library
const color = '4ECDC4'
const make = (folderId: string | null, title: string, prompt: string) =>
  call(calls.createPrompt, { folderId, name: title, color, prompt })
const folderIds: string[] = []
for (let at = 1; at <= 12; at++) {
  folderIds.push((await call(calls.createFolder, { name: `Folder ${at}`, color })).id)
}
for (const [at, { name: title, prompt }] of (await realPrompts()).entries()) {
  await make(at < 60 ? null : (folderIds[at % 12] ?? null), title, prompt)
}
const plain = await make(null, 'A plain prompt', 'Nothing to fill in.')
const launch = await make(
  folderIds[3] ?? null,
  'Launch announcement',
  'Announce {<b>product</b>} to {<b>audience</b>}, {<b>tone</b>}, for {<b>price</b>}.',
)
const large = await call(calls.createFolder, { name: 'Two hundred', color })
const { prompts } = await call(calls.listPrompts, { folderId: folderIds[0] ?? null })
const promptIds = prompts.slice(0, 100).map(({ id }) => id)
for (let copies = 0; copies < 2; copies++) {
  await call(calls.copySelection, { promptIds, folderId: large.id })
}
await call(calls.notePromptUse, { promptId: launch.id })

console.log('job                                            keys  overhead  presses  seconds')
await job('fill in a known prompt of four blanks, by keyboard', async (hands) => {
  await hands.key('Control+k')
  await hands.type('la', 'overhead')
  await shows(page.getByRole('option', { selected: true }), 'Launch announcement')
  await hands.key('Enter')
  const dialog = page.getByRole('dialog', { name: 'Launch announcement' })
  for (const [at, field] of fields.entries()) {
    await dialog.getByRole('textbox', { name: field }).and(page.locator(':focus')).waitFor()
    await hands.type(`value ${at}`, 'content')
    await hands.key(at < fields.length - 1 ? 'Enter' : 'Control+Enter')
  }
  await copied('Announce value 0 to value 1, value 2, for value 3.')
})
await job("again with yesterday's values", async (hands) => {
  await hands.key('Control+k')
  await hands.type('lau', 'overhead')
  await shows(page.getByRole('option', { selected: true }), 'Launch announcement')
  await hands.key('Control+Enter')
  await copied('Announce value 0 to value 1, value 2, for value 3.')
})
await job('a prompt without blanks, in view', async (hands) => {
  const card = page.locator(`[data-card="${plain.id}"]`)
  await card.hover()
  await hands.press(card.getByRole('button', { name: 'Copy', exact: true }))
  await copied('Nothing to fill in.')
})
await job('a title with two typos', async (hands) => {
  await hands.key('/')
  await hands.type('lanch announcment', 'content')
  await page.getByRole('article').filter({ hasText: 'Launch announcement' }).first().waitFor()
  await hands.key('Enter')
  await page.getByRole('dialog', { name: 'Launch announcement' }).waitFor()
})
await job('save a prompt found on the web', async (hands) => {
  await page.evaluate(() => navigator.clipboard.writeText('Write a haiku about {season}.'))
  await hands.key('Control+v')
  await page.getByRole('dialog', { name: 'Add prompt' }).waitFor()
  await hands.key('Control+Enter')
  await page.getByRole('article').filter({ hasText: 'Write a haiku about season' }).waitFor()
})
await job('50 prompts into 5 folders', async (hands) => {
  for (let folder = 0; folder < 5; folder++) {
    const cards = page.locator('main article')
    await hands.press(cards.first().locator('h3 button'), ['Control'])
    await hands.press(cards.nth(9).locator('h3 button'), ['Shift'])
    const row = page.locator(`[data-drop-folder="${folderIds[folder + 5]}"]`).first()
    await hands.drag(cards.first(), row)
    await page.getByText('10 moved').or(page.getByText(/moved/i)).first().waitFor()
  }
})
await job(
  'a deleted folder of 200 prompts, back',
  async (hands) => {
    await page.getByRole('link', { name: 'Two hundred' }).waitFor({ state: 'hidden' })
    await hands.press(page.getByRole('button', { name: 'Undo' }).last())
    await page.getByRole('main').getByRole('link', { name: 'Two hundred' }).waitFor()
  },
  deleteLarge,
)

await browser.close()
await library.close()

type Hands = Awaited<ReturnType<typeof handsOn>>

/** Does a job from the root of the library, and prints what it cost. */
async function job(
  what: string,
  act: (hands: Hands) => Promise<void>,
  prepare = async () => {},
): Promise<void> {
  await page.goto(`${library.url}/prompts`)
  await page.waitForLoadState('networkidle')
  await page.getByRole('tree').waitFor()
  await prepare()
  const hands = handsOn(page)
  const begun = performance.now()
  await act(hands)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const { keys, overhead, presses } = hands.counts
  console.log(
    what.padEnd(50),
    ...[keys, overhead, presses, seconds].map((figure) => String(figure).padStart(6)),
  )
}

function handsOn(page: Page) {
  const counts = { keys: 0, overhead: 0, presses: 0 }
  const pause = (ms: number) => page.waitForTimeout(ms)
  const key = async (name: string) => {
    counts.keys += 1
    counts.overhead += 1
    await pause(keyMs)
    await page.keyboard.press(name)
  }
  return {
    counts,
    key,
    type: async (text: string, kind: 'content' | 'overhead') => {
      for (const letter of text) {
        counts.keys += 1
        if (kind === 'overhead') counts.overhead += 1
        await pause(keyMs)
        await page.keyboard.press(letter === ' ' ? 'Space' : letter)
      }
    },
    press: async (target: Locator, modifiers: ('Control' | 'Shift')[] = []) => {
      counts.presses += 1
      await pause(pressMs)
      await target.click({ modifiers })
    },
    drag: async (from: Locator, to: Locator) => {
      counts.presses += 2
      await pause(2 * pressMs)
      await from.dragTo(to)
    },
  }
}

async function shows(place: Locator, text: string) {
  await place.filter({ hasText: text }).waitFor()
}

async function copied(text: string) {
  await page.waitForFunction(
    async (wanted) => (await navigator.clipboard.readText()) === wanted,
    text,
  )
}

async function deleteLarge() {
  await page.getByRole('button', { name: 'Actions for the folder Two hundred' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete folder' })
  const question = await dialog.getByText(/\d+ \+ \d+/).textContent()
  const [first = 0, second = 0] = (question?.match(/\d+/g) ?? []).map(Number)
  await dialog.getByRole('textbox').fill(String(first + second))
  await dialog.getByRole('button', { name: 'Delete folder' }).click()
}
