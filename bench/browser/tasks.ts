// The cost of everyday tasks: keys, presses and seconds, with a person's pauses: 110 ms for a key, 900 ms for a click
// or tap, two clicks for a drag, and 900 ms to read a new screen. The product's own waits are
// included.
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Locator, type Page } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { texts } from '#tests/journeys/support/texts.ts'
import { openLibrary, realPrompts } from '#bench/data/library.ts'

const keyMs = 110
const pressMs = 900
const readMs = 900
/** Resolves once a key has changed the palette. */
const paintMs = 100
const promptCount = 746
const folderCount = 41
const color = '4ECDC4'
const known = 'Launch announcement'
const values = ['a desk lamp', 'students', 'friendly', 'Friday']

const library = await openLibrary()
const destinations = await fillLibrary()
const browser = await chromium.launch(wholeChromium)
const desktop = { viewport: { width: 1440, height: 900 } }
await fillInByKeyboard()
await moveFifty()
await share()
await start()
await measurePhone()
await browser.close()
await library.close()

/** Counts a person's actions on a page, and pauses for their time. */
function personAt(page: Page) {
  const began = performance.now()
  let [keys, content, presses] = [0, 0, 0]
  return {
    async press(target: Locator, modifiers: 'Shift'[] = []) {
      presses++
      await pause(pressMs)
      await target.click({ modifiers })
    },
    async drag(from: Locator, to: Locator) {
      presses++
      await pause(2 * pressMs)
      await from.dragTo(to, { steps: 10 })
    },
    async key(key: string) {
      keys++
      await pause(keyMs)
      await page.keyboard.press(key)
    },
    async type(text: string) {
      content += text.length
      await page.keyboard.type(text, { delay: keyMs })
    },
    read: () => pause(readMs),
    report(task: string) {
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      console.log(`${task}: ${presses} presses, ${keys} + ${content} keys, ${seconds} s`)
    },
  }
}

async function openPage(path: string, device: object = desktop, cookie = library.cookie) {
  const context = await browser.newContext({
    ...device,
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const [name = '', value = ''] = cookie.split('=')
  if (cookie) await context.addCookies([{ name, value, url: library.url }])
  const page = await context.newPage()
  await page.goto(library.url + path, { waitUntil: 'networkidle' })
  return page
}

/** A known prompt with four blanks, and the same again with its last values. */
async function fillInByKeyboard() {
  const page = await openPage('/prompts')
  const person = personAt(page)
  const first = page.getByRole('dialog').getByRole('option').first()
  await person.key('Control+k')
  for (const letter of known.toLowerCase()) {
    await person.key(letter)
    await pause(paintMs)
    if ((await first.innerText()).startsWith(known)) break
  }
  await person.key('Enter')
  await person.read()
  const dialog = page.getByRole('dialog', { name: known })
  await dialog.getByRole('textbox').first().waitFor()
  for (const [at, value] of values.entries()) {
    if (at > 0) await person.key('Enter')
    await person.type(value)
  }
  await person.key('Control+Enter')
  await expectClipboard(page, /a desk lamp/)
  person.report('A known prompt with four blanks, by keyboard')

  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.evaluate(() => navigator.clipboard.writeText(''))
  const again = personAt(page)
  await again.key('Control+k')
  for (const letter of 'lau') await again.key(letter)
  await again.key('Control+Enter')
  await expectClipboard(page, /a desk lamp/)
  again.report('The same again with its last values')
  await page.context().close()
}

async function moveFifty() {
  const page = await openPage('/prompts')
  const person = personAt(page)
  for (const [folderId, name] of destinations) {
    const cards = page.getByRole('article')
    await person.press(cards.first().getByRole('checkbox'))
    await person.press(cards.nth(9), ['Shift'])
    await person.drag(cards.first(), page.getByRole('treeitem', { name: new RegExp(`^${name}`) }))
    // A drop is detected by the selection's bar, which then disappears.
    await page.getByRole('toolbar', { name: texts.selection.bar }).waitFor({ state: 'hidden' })
    const { prompts } = await library.call(calls.listPrompts, { folderId })
    if (prompts.length !== 10) throw new Error(`A drop was lost: ${name} has ${prompts.length}`)
  }
  person.report('50 prompts into 5 folders')
  await page.context().close()
}

async function share() {
  const page = await openPage('/prompts')
  const person = personAt(page)
  const card = page.getByRole('article').filter({ hasText: known })
  await person.press(card.getByRole('heading').getByRole('button'))
  await person.read()
  const view = page.getByRole('dialog')
  console.log(`The foot of a prompt's dialog: ${await heightOfFoot(page)} px`)
  await person.press(view.getByRole('button', { name: texts.history.share.title, exact: true }))
  await person.press(page.getByRole('switch', { name: texts.library.prompt.share }))
  await expectClipboard(page, /\/prompt\/shared\//)
  person.report('Open, share, and have the link on the clipboard')
  await page.context().close()
}

/** A new user, from the landing page to their first own prompt on the clipboard. */
async function start() {
  const page = await openPage('/', desktop, '')
  const person = personAt(page)
  const { accounts, landing } = texts
  await person.read()
  await person.press(page.getByRole('link', { name: landing.start }).first())
  await person.read()
  await person.type('new@example.com')
  await person.key('Tab')
  await person.type('desk lamps')
  // Skips the button that shows the password.
  await person.key('Tab')
  if (!(await isFocused(page, accounts.confirmPassword))) await person.key('Tab')
  await person.type('desk lamps')
  await person.key('Enter')
  await page.getByText(accounts.login.created).waitFor()
  await person.read()
  await person.type('desk lamps')
  await person.key('Enter')
  await page.getByText(texts.library.empty.title).waitFor()
  await person.read()
  await person.press(page.getByRole('main').getByRole('button', { name: texts.library.addPrompt }))
  await person.read()
  await person.type('Greeting')
  await person.press(
    page.getByRole('dialog').getByRole('textbox', { name: texts.library.prompt.body }),
  )
  await person.type('Greet {name}.')
  await person.key('Control+Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await person.press(page.getByRole('article').getByRole('heading').getByRole('button').first())
  await person.read()
  await person.type('Ada')
  await person.key('Control+Enter')
  await expectClipboard(page, /^Greet Ada\.$/)
  person.report('From the landing page to the first own prompt')
  await page.context().close()
}

async function measurePhone() {
  const phone = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true }
  const page = await openPage('/prompts', phone)
  const card = page.getByRole('article').first()
  console.log(`The first prompt on a phone: y ${Math.round((await card.boundingBox())?.y ?? 0)}`)
  // The on-screen keyboard covers the rest.
  await page.setViewportSize({ width: 375, height: 500 })
  await card.getByRole('heading').getByRole('button').tap()
  console.log(`The foot of its dialog with the keyboard up: ${await heightOfFoot(page)} px`)
  await page.context().close()
}

async function heightOfFoot(page: Page): Promise<number> {
  const foot = page.locator('dialog footer')
  await foot.waitFor()
  return Math.round((await foot.boundingBox())?.height ?? 0)
}

function isFocused(page: Page, label: string): Promise<boolean> {
  const field = page.getByLabel(new RegExp(`^${label}`))
  return field.evaluate((element) => element === document.activeElement)
}

async function expectClipboard(page: Page, wanted: RegExp) {
  for (;;) {
    if (wanted.test(await page.evaluate(() => navigator.clipboard.readText()))) return
    await pause(20)
  }
}

/** Fills the library and returns five of its folders. */
async function fillLibrary(): Promise<Map<string, string>> {
  const ids: string[] = []
  for (let at = 0; at < folderCount; at++) {
    const folderId = at < 16 ? undefined : ids[at % 16]
    const name = `Folder ${String(at + 1).padStart(2, '0')}`
    const input = { name, color, ...(folderId !== undefined && { folderId }) }
    ids.push((await library.call(calls.createFolder, input)).id)
  }
  const body = 'Announce {product} to {audience} in a {tone} tone until {day}.'
  const launch = { name: known, prompt: toStoredForm(body), color }
  const used = [await library.call(calls.createPrompt, launch)]
  for (const [at, { name, prompt }] of (await realPrompts()).slice(1, promptCount).entries()) {
    const folderId = at < 100 ? undefined : ids[5 + (at % (folderCount - 5))]
    const input = { name, prompt, color, ...(folderId !== undefined && { folderId }) }
    const made = await library.call(calls.createPrompt, input)
    if (at < 5) used.push(made)
  }
  // These folders were used before, but not last.
  for (const { id } of used) await library.call(calls.notePromptUse, { promptId: id })
  return new Map(ids.slice(0, 5).map((id, at) => [id, `Folder 0${at + 1}`]))
}
