import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { languages, type Language } from '#languages/languages.ts'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import {
  focusWindow,
  press,
  startScreenReader,
  type,
  type ScreenReader,
} from './support/screen-reader.ts'

let server: ServerProcess
let reader: ScreenReader
let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  server = await startServer()
  reader = await startScreenReader()
  browser = await chromium.launch({
    ...wholeChromium,
    headless: false,
    args: [...(wholeChromium.args ?? []), '--force-renderer-accessibility'],
  })
})
afterEach(() => context.close())
afterAll(async () => {
  await browser.close()
  await reader.stop()
  await server.stop()
})

/** See `ScreenReader`. */
const hear: ScreenReader['hear'] = (act, ...texts) => reader.hear(act, ...texts)

describe.each(Object.keys(languages) as Language[])('%s', (language) => {
  const { accounts, errors, library, palette, prompt } = textsOf[language]

  beforeEach(async () => {
    context = await browser.newContext({ viewport: null, locale: languages[language].locale })
  })

  test('The error of a form is read, with its field, each time', async () => {
    const page = await openPage('/register', `${accounts.email} entry`)
    await hear(() => press('Return'), errors.fields_missing)
    await hear(() => press('Return'), errors.fields_missing)
    const { submit } = accounts.register
    const button = page.getByRole('button', { name: submit })
    await hear(() => button.focus(), `${submit} push button`)
    const spoken = await hear(
      () => press('Return'),
      `${accounts.email} entry`,
      errors.fields_missing,
    )
    expect(spoken.join()).toContain('invalid entry')
  })

  test('A prompt is found, filled in and copied by ear', async () => {
    const page = await openLibrary()
    await hear(() => focusCard(page, 'Weekly report'), 'Weekly report push button')
    await hear(() => press('Return'), 'topic entry')
    type('sales')
    const progress = fill(prompt.fillIn.progress, { filled: 1, total: 1 }, language)
    await hear(() => press('Return'), `${prompt.fillIn.copy} push button`, progress)
    const spoken = await hear(() => press('Return'), prompt.fillIn.copied)
    expect(spoken.filter((one) => one.includes(prompt.fillIn.copied))).toHaveLength(1)
  })

  test('Each question is read before it is answered', async () => {
    const page = await openLibrary()
    await hear(() => focusCard(page, 'Weekly report'), 'Weekly report push button')
    await hear(
      () => press('Delete'),
      fill(library.prompt.deleteText, { name: 'Weekly report' }, language),
      `${library.prompt.deleteSubmit} push button`,
    )
    await close(page)
    await hear(() => focusCard(page, 'Home'), 'Home link')
    await hear(
      () => press('Delete'),
      fill(library.folder.deleteText, { name: 'Home' }, language),
      'entry',
    )
    await close(page)
    await hear(() => focusCard(page, 'Weekly report'), 'Weekly report push button')
    await hear(() => press('Return'), 'topic entry')
    type('sales')
    await hear(
      () => press('Escape'),
      library.discardValues.title,
      library.discardValues.text,
      `${library.discardValues.keep} push button`,
    )
  })

  test('A deletion is announced once, with the key that undoes it', async () => {
    const page = await openLibrary()
    await hear(() => focusCard(page, 'Weekly report'), 'Weekly report push button')
    await hear(() => press('Delete'), `${library.prompt.deleteSubmit} push button`)
    const undo = fill(library.undo.byKey, { mac: 'no' }, language)
    await hear(() => press('Return'), library.prompt.deleted, undo)
    await hear(() => press('ctrl+z'), library.undo.done)
    await hear(() => focusCard(page, 'Home'), 'Home link')
    const spoken = await hear(() => press('Delete'), library.folder.deleteTitle, 'entry')
    expect(spoken.join()).not.toContain(library.prompt.deleted)
  })

  test('A search announces how much it found, not what was typed', async () => {
    const page = await openLibrary()
    const box = page.getByRole('textbox', { name: library.search.label })
    await hear(() => box.focus(), `${library.search.label} entry`)
    const found = fill(library.search.announce, { folders: 0, prompts: 1 }, language)
    await hear(() => type('week'), found)
    await hear(() => type('zzqqk'), library.search.announceNothing)
  })

  test('The palette reads its field first, then the entry that Enter opens', async () => {
    const page = await openLibrary()
    const box = page.getByRole('textbox', { name: library.search.label })
    await hear(() => box.focus(), `${library.search.label} entry`)
    const opening = await hear(
      () => press('ctrl+k'),
      `${palette.title} dialog`,
      `${palette.title} editable combo box`,
    )
    expect(opening.join()).not.toContain('panel')
    await hear(() => type('week'), 'Weekly report')
  })

  /** Opens a page in a window of its own, and waits until the screen reader has said something of it. */
  async function openPage(path: string, said: string): Promise<Page> {
    const page = await context.newPage()
    const open = async () => {
      await page.goto(`${server.origin}${path}`)
      await focusWindow()
    }
    await hear(open, said)
    return page
  }

  /** Opens the library of a new account, with a folder and a prompt. */
  async function openLibrary(): Promise<Page> {
    const account = { email: `${crypto.randomUUID()}@example.org`, password: 'a quiet library' }
    await call('register', { ...account, cpassword: account.password })
    await call('login', account)
    await call('folders/create', { name: 'Home', color: '4ECDC4' })
    const text = 'What happened this week: {<b>topic</b>}.'
    await call('prompts/create', { name: 'Weekly report', prompt: text, color: 'FFD166' })
    const page = await openPage('/prompts', 'Finished loading')
    await page.getByRole('toolbar').first().waitFor({ state: 'attached' })
    // The code of dialogs is fetched once the page is idle. Until then, they open in two steps.
    await page.waitForLoadState('networkidle')
    return page
  }
})

/** Closes a question by a key. */
async function close(page: Page): Promise<void> {
  press('Escape')
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
}

/** Calls the API with the page's cookies. */
async function call(path: string, input: object): Promise<void> {
  const headers = { origin: server.origin }
  const answer = await context.request.post(`${server.origin}/api/${path}`, {
    data: input,
    headers,
  })
  expect(await answer.text()).not.toContain('"error"')
}

function focusCard(page: Page, name: string): Promise<void> {
  return page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .first()
    .focus()
}
