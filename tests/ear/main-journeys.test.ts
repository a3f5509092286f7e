import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { languages, type Language } from '#languages/languages.ts'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
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
let context: BrowserContext
let page: Page

beforeAll(async () => {
  server = await startServer()
  reader = await startScreenReader()
})
afterAll(async () => {
  await reader.stop()
  await server.stop()
})

/** See `ScreenReader`. */
const hear: ScreenReader['hear'] = (act, ...texts) => reader.hear(act, ...texts)

describe.each(Object.keys(languages) as Language[])('%s', (language) => {
  const { accounts, editor, errors, library, palette, prompt } = textsOf[language]

  const profile = makeScratchDirectory('chromium')
  // One window: Orca mistakes a closed one for the active one, and then reads no live regions.
  beforeAll(async () => {
    mkdirSync(join(profile, 'Default'))
    // A popup over the page would be read.
    const preferences = { translate: { enabled: false } }
    writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(preferences))
    context = await chromium.launchPersistentContext(profile, {
      ...wholeChromium,
      headless: false,
      args: [...(wholeChromium.args ?? []), '--force-renderer-accessibility'],
      viewport: null,
      locale: languages[language].locale,
    })
    page = context.pages()[0] ?? (await context.newPage())
  })
  afterEach(async () => {
    await page.goto('about:blank')
    await context.clearCookies()
  })
  afterAll(async () => {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  })

  test('The error of a form is read each time, with its field', async () => {
    await openPage('/register', `${accounts.email} entry`)
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
    await openLibrary()
    await hear(() => focusCard('Weekly report'), 'Weekly report push button')
    await hear(() => press('Return'), 'topic entry')
    type('sales')
    const progress = fill(prompt.fillIn.progress, { filled: 1, total: 1 }, language)
    await hear(() => press('Return'), `${prompt.fillIn.copy} push button`, progress)
    const spoken = await hear(() => press('Return'), prompt.fillIn.copied)
    expect(countOf(spoken, prompt.fillIn.copied)).toBe(1)
  })

  test('A required field that is empty is read as invalid, at each attempt to copy', async () => {
    await openLibrary()
    await hear(() => focusCard('Brief'), 'Brief push button')
    await hear(() => press('Return'), 'subject entry required')
    const needed = fill(prompt.fillIn.needed, { names: 'subject' }, language)
    await hear(
      () => page.getByRole('button', { name: prompt.fillIn.copy }).focus(),
      prompt.fillIn.copy,
    )
    await hear(() => press('ctrl+Return'), 'subject entry required', 'invalid entry', needed)
    await hear(() => press('ctrl+Return'), needed)
  })

  test('Tab reads each card of a list', async () => {
    await openLibrary()
    await hear(() => focusCard('Brief'), 'Brief push button')
    const tools = fill(library.prompt.actions, { name: 'Brief' }, language)
    await hear(() => press('Tab'), tools)
    await hear(() => press('Tab'), 'Weekly report push button')
  })

  test('A new variable is announced once, with its name', async () => {
    await openLibrary()
    const add = page.getByRole('button', { name: library.addPrompt })
    await hear(() => add.focus(), library.addPrompt)
    await hear(() => press('Return'), `${library.prompt.name} entry`)
    const made = (name: string) => fill(editor.madeVariable, { count: 1, name }, language)
    await hear(() => press('Return'), `${library.prompt.body} entry`)
    press('ctrl+End')
    const typed = await hear(() => type(' {who} what'), made('who'))
    expect(countOf(typed, made('who'))).toBe(1)
    press('ctrl+shift+Left')
    await hear(() => press('ctrl+e'), `${editor.naming.name} entry`)
    const named = await hear(() => press('Return'), made('what'))
    expect(countOf(named, made('what'))).toBe(1)
  })

  test('Each question is read when it opens', async () => {
    await openLibrary()
    await hear(() => focusCard('Weekly report'), 'Weekly report push button')
    await hear(
      () => press('Delete'),
      fill(library.prompt.deleteText, { name: 'Weekly report' }, language),
      `${library.prompt.deleteSubmit} push button`,
    )
    await close()
    await hear(() => focusCard('Home'), 'Home link')
    await hear(
      () => press('Delete'),
      fill(library.folder.deleteText, { name: 'Home' }, language),
      'entry',
    )
    await close()
    await hear(() => focusCard('Weekly report'), 'Weekly report push button')
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
    await openLibrary()
    await hear(() => focusCard('Weekly report'), 'Weekly report push button')
    await hear(() => press('Delete'), `${library.prompt.deleteSubmit} push button`)
    const undo = fill(library.undo.byKey, { mac: 'no' }, language)
    const deletion = await hear(() => press('Return'), library.prompt.deleted, undo)
    const undoing = await hear(() => press('ctrl+z'), library.undo.done)
    expect(countOf([...deletion, ...undoing], library.prompt.deleted)).toBe(1)
    await hear(() => focusCard('Home'), 'Home link')
    const spoken = await hear(() => press('Delete'), library.folder.deleteTitle, 'entry')
    expect(spoken.join()).not.toContain(library.prompt.deleted)
  })

  test('A search announces the number of results, not the typed text', async () => {
    await openLibrary()
    const box = page.getByRole('textbox', { name: library.search.label })
    await hear(() => box.focus(), `${library.search.label} entry`)
    const found = fill(library.search.announce, { folders: 0, prompts: 1 }, language)
    await hear(() => type('week'), found)
    await hear(() => type('zzqqk'), library.search.announceNothing)
  })

  test('The palette reads its field first, then the entry that Enter opens', async () => {
    await openLibrary()
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

  /** Opens a page, and waits until the screen reader has read something on it. */
  async function openPage(path: string, heard: string): Promise<void> {
    await hear(async () => {
      await page.goto(`${server.origin}${path}`)
      await focusWindow()
      // Moves the focus from the address bar to the page.
      await page.bringToFront()
    }, heard)
  }

  /** Opens the library of a new account, with a folder and a prompt. */
  async function openLibrary(): Promise<void> {
    const account = { email: `${crypto.randomUUID()}@example.org`, password: 'a quiet library' }
    await call('register', { ...account, cpassword: account.password })
    await call('login', account)
    await call('folders/create', { name: 'Home', color: '4ECDC4' })
    const variables = [{ name: 'subject', kind: 'text', required: true }]
    for (const made of [
      { name: 'Weekly report', prompt: 'What happened this week: {<b>topic</b>}.' },
      { name: 'Brief', prompt: 'Be brief about {<b>subject</b>}.', variables },
    ])
      await call('prompts/create', { ...made, color: 'FFD166' })
    await openPage('/prompts', 'Finished loading')
    await page.getByRole('toolbar').first().waitFor({ state: 'attached' })
    // The code of dialogs is fetched once the page is idle. Until then, they open in two steps.
    await page.waitForLoadState('networkidle')
  }
})

function countOf(spoken: string[], text: string): number {
  return spoken.filter((one) => one.includes(text)).length
}

/** Closes a dialog with a question by a key. */
async function close(): Promise<void> {
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

function focusCard(name: string): Promise<void> {
  return page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .first()
    .focus()
}
