import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  chromium,
  expect,
  test as base,
  type BrowserContext,
  type Frame,
  type Page,
} from '@playwright/test'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import {
  callExtension,
  makeInsertingExtension,
} from '#tests/support/editors/inserting-extension.ts'
import { serveEditors } from '#tests/support/editors/serve-editors.ts'
import { casesFor, editors, shownBy } from '#tests/support/editors/texts.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

type Site = Awaited<ReturnType<typeof serveEditors>>

const test = base.extend<object, { site: Site; extended: BrowserContext }>({
  site: [
    async ({}, provide) => {
      const directory = makeScratchDirectory('editors')
      const site = await serveEditors(directory)
      await provide(site)
      await site.stop()
      rmSync(directory, { recursive: true })
    },
    { scope: 'worker' },
  ],
  /** A browser with the extension, which all tests share. */
  extended: [
    async ({}, provide) => {
      const directory = makeScratchDirectory('inserting')
      const extension = join(directory, 'extension')
      await makeInsertingExtension(extension)
      const args = [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`]
      const context = await chromium.launchPersistentContext(join(directory, 'profile'), {
        ...wholeChromium,
        args: [...(wholeChromium.args ?? []), ...args],
        ignoreDefaultArgs: ['--disable-extensions'],
      })
      await provide(context)
      await context.close()
      rmSync(directory, { recursive: true })
    },
    { scope: 'worker' },
  ],
  page: async ({ extended }, provide) => {
    const page = await extended.newPage()
    await provide(page)
    await page.close()
  },
})

// Some editors take seconds for 4,000 lines.
test.describe.configure({ mode: 'parallel' })

for (const editor of editors) {
  test(`${editor} takes difficult texts as they are, and sends nothing`, async ({ page, site }) => {
    await open(page, site, `editor=${editor}`)
    for (const { what, before, text, shown } of casesFor(editor)) {
      const { result, text: now, sent } = await insertAfter(page, before, text)
      expect([result, shownBy(editor, now), sent], what).toEqual(['inserted', shown, 0])
    }
  })
}

/** Each is in a chat that takes 20 characters, and shortens what is longer. */
for (const editor of editors.filter((each) => !/editable|plain/.test(each))) {
  test(`${editor} contains what it did before if it does not take the whole text`, async ({
    page,
    site,
  }) => {
    await open(page, site, `editor=${editor}&limit=20`)
    const result = await insertAfter(page, 'Before: ', 'This text does not fit.')
    expect(result).toEqual({ result: 'differs', text: 'Before: ', sent: 0 })
  })
}

for (const editor of ['prosemirror', 'tiptap']) {
  test(`${editor} is sent no Enter by a text that is, or adds, white space alone`, async ({
    page,
    site,
  }) => {
    await open(page, site, `editor=${editor}`)
    for (const text of ['\n', ' \n ', '\n\n']) {
      const result = await insertAfter(page, 'Hello', text)
      expect(result).toEqual({ result: 'differs', text: 'Hello', sent: 0 })
    }
    await page.keyboard.press('ControlOrMeta+a')
    expect(await insert(page, 'Hello\n')).toBe('inserted')
    expect(await textOf(page)).toEqual({ text: 'Hello\n', sent: 0 })
  })
}

test('TipTap makes no list of a text that replaces a selection and ends with its shorthand', async ({
  page,
  site,
}) => {
  await open(page, site, 'editor=tiptap')
  await page.evaluate(() => globalThis.editor.write('One\ntwo\nthree'))
  await page.keyboard.press('Shift+ArrowUp')
  expect(await insert(page, '\n- ')).toBe('inserted')
  expect(await textOf(page)).toEqual({ text: 'One\ntwo\n- ', sent: 0 })
})

for (const where of ['frame', 'shadow']) {
  for (const editor of ['textarea', 'editable', 'prosemirror', 'lexical']) {
    test(`A text is inserted into ${editor} in a ${where}`, async ({ page, site }) => {
      await open(page, site, `editor=${editor}&in=${where}`)
      const frame = await frameWithEditor(page, where)
      await frame.evaluate(() => globalThis.editor.write('Before: '))
      expect(await insert(page, 'One\n\n\tTwo')).toBe('inserted')
      expect(await textOf(frame)).toEqual({ text: 'Before: One\n\n\tTwo', sent: 0 })
    })
  }
}

for (const where of ['closed-shadow', 'other-frame']) {
  test(`A field in a ${where} is left to the clipboard`, async ({ page, site }) => {
    await open(page, site, `editor=textarea&in=${where}`)
    const frame = await frameWithEditor(page, where)
    await frame.evaluate(() => globalThis.editor.write('Before'))
    await expectNoField(page)
    expect(await textOf(frame)).toEqual({ text: 'Before', sent: 0 })
  })
}

test('Only the field with the focus receives the text, whatever other frames had it', async ({
  page,
  site,
}) => {
  await open(page, site, 'editor=textarea&in=frame')
  const frame = await frameWithEditor(page, 'frame')
  await frame.locator('textarea').focus()
  await show(page, '<textarea id="first"></textarea><textarea id="second"></textarea>')
  await page.focus('#second')
  expect(await insert(page, 'Hello')).toBe('inserted')
  await expect(page.locator('#second')).toHaveValue('Hello')
  await expect(page.locator('#first')).toHaveValue('')
  await expect(frame.locator('textarea')).toHaveValue('')
})

test('A selection is read, and replaced by the text', async ({ page, site }) => {
  await open(page, site, 'editor=textarea')
  for (const field of [
    '<textarea id="a">One two three</textarea>',
    '<div id="a" contenteditable>One two three</div>',
  ]) {
    await show(page, field)
    await page.locator('#a').dblclick({ position: { x: 45, y: 10 } })
    const state = await read(page)
    expect(state).toEqual({ hasField: true, selection: 'two', title: 'Chat', url: page.url() })
    expect(await insert(page, '2')).toBe('inserted')
    expect(await contentOf(page, '#a')).toBe('One 2 three')
  }
  await show(page, '<p>Some text</p>')
  await page.locator('p').selectText()
  expect(await read(page)).toMatchObject({ hasField: false, selection: 'Some text' })
})

/** Fields that people do not write prompts into, and those that an editor hides below its own text. */
const unfit = {
  'a password': '<input id="a" type="password" value="secret">',
  'a password that is shown': '<input id="a" autocomplete="current-password" value="secret">',
  'a code': '<input id="a" autocomplete="one-time-code" value="secret">',
  'a number': '<input id="a" type="number">',
  'a box': '<input id="a" type="checkbox">',
  'a field that is read only': '<textarea id="a" readonly></textarea>',
  'a transparent field': '<textarea id="a" class="transparent"></textarea>',
  'a tiny field': '<textarea id="a" class="tiny"></textarea>',
  'a clipped field': '<div class="clipping"><textarea id="a"></textarea></div>',
  'a field left of the page': '<textarea id="a" class="outside"></textarea>',
  'a button': '<button id="a" type="button">Send</button>',
}

test('Nothing is inserted into a field that is not for prompts', async ({ page, site }) => {
  await open(page, site, 'editor=textarea')
  for (const [what, field] of Object.entries(unfit)) {
    await show(page, field)
    await page.evaluate(() => document.querySelector<HTMLElement>('#a')?.focus())
    const before = await page.innerHTML('#shown')
    expect(await read(page), what).toMatchObject({ hasField: false, selection: '' })
    expect(await insertChosen(page, 'Hello'), what).toBe('no-field')
    expect(await page.innerHTML('#shown'), what).toBe(before)
  }
})

/** What a page does to the chosen field while the user fills in a form. */
const changes: Record<string, (field: HTMLElement) => void> = {
  'is replaced by one that looks the same': (field) => field.replaceWith(field.cloneNode(true)),
  'is removed': (field) => field.remove(),
  'is hidden': (field) => (field.hidden = true),
  'becomes a password': (field) => field.setAttribute('type', 'password'),
  'is disabled': (field) => field.toggleAttribute('disabled', true),
  'is locked': (field) => field.toggleAttribute('readonly', true),
}

for (const [what, change] of Object.entries(changes)) {
  test(`Nothing is inserted if the field ${what}`, async ({ page, site }) => {
    await open(page, site, 'editor=textarea')
    await show(page, '<input id="a"><input id="b">')
    await page.focus('#a')
    expect(await read(page)).toMatchObject({ hasField: true })
    await page.locator('#a').evaluate(change)
    expect(await insertChosen(page, 'Hello')).toBe('no-field')
    const values = await page
      .locator('#shown input')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
    expect(values.join('')).toBe('')
  })
}

test('Nothing is inserted into an element that is no longer editable', async ({ page, site }) => {
  await open(page, site, 'editor=textarea')
  await show(page, '<div id="a" contenteditable>Before</div>')
  await page.focus('#a')
  expect(await read(page)).toMatchObject({ hasField: true })
  await page.locator('#a').evaluate((element) => element.removeAttribute('contenteditable'))
  expect(await insertChosen(page, 'Hello')).toBe('no-field')
  await expect(page.locator('#a')).toHaveText('Before')
})

test('The chosen field receives the text even if the page moves the focus', async ({
  page,
  site,
}) => {
  await open(page, site, 'editor=textarea')
  for (const field of ['<textarea id="a"></textarea>', '<div id="a" contenteditable></div>']) {
    await show(page, `${field}<textarea id="b"></textarea>`)
    await page.focus('#a')
    expect(await read(page)).toMatchObject({ hasField: true })
    await page.focus('#b')
    expect(await insertChosen(page, 'Hello')).toBe('inserted')
    await expect(page.locator('#b')).toHaveValue('')
    expect(await contentOf(page, '#a')).toBe('Hello')
  }
})

test('Nothing is inserted if the page does not let the chosen element have the focus', async ({
  page,
  site,
}) => {
  await open(page, site, 'editor=textarea')
  await show(page, '<div id="a" contenteditable></div><textarea id="b"></textarea>')
  await page.focus('#a')
  expect(await read(page)).toMatchObject({ hasField: true })
  await page.focus('#b')
  await page
    .locator('#a')
    .evaluate((element) =>
      element.addEventListener('focus', () => document.querySelector<HTMLElement>('#b')?.focus()),
    )
  expect(await insertChosen(page, 'Hello')).toBe('no-field')
  await expect(page.locator('#b')).toHaveValue('')
  await expect(page.locator('#a')).toHaveText('')
})

test('The user can undo a text in a control, and keeps what was typed before', async ({
  page,
  site,
}) => {
  for (const editor of ['input', 'textarea', 'react-input', 'react-textarea']) {
    await open(page, site, `editor=${editor}`)
    await page.keyboard.type('Before: ')
    expect(await insert(page, 'One\nTwo'), editor).toBe('inserted')
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => textOf(page), editor).toEqual({ text: 'Before: ', sent: 0 })
  }
})

test('A control whose page keeps the focus elsewhere receives the text as well', async ({
  page,
  site,
}) => {
  await open(page, site, 'editor=textarea')
  await show(page, '<textarea id="a"></textarea><textarea id="b"></textarea>')
  await page.focus('#a')
  expect(await read(page)).toMatchObject({ hasField: true })
  await page.focus('#b')
  await page
    .locator('#a')
    .evaluate((field) =>
      field.addEventListener('focus', () => document.querySelector<HTMLElement>('#b')?.focus()),
    )
  expect(await insertChosen(page, 'Hello')).toBe('inserted')
  await expect(page.locator('#a')).toHaveValue('Hello')
  await expect(page.locator('#b')).toHaveValue('')
})

test('After the deadline, nothing is written', async ({ page, site }) => {
  for (const editor of ['textarea', 'editable', 'prosemirror']) {
    await open(page, site, `editor=${editor}`)
    await page.evaluate(() => globalThis.editor.write('Before'))
    expect(await read(page)).toMatchObject({ hasField: true })
    expect(await insertChosen(page, 'One\nTwo', Date.now() - 1), editor).toBe('late')
    expect(await textOf(page)).toEqual({ text: 'Before', sent: 0 })
  }
})

test('A page that is busy beyond the deadline gets no second attempt', async ({ page, site }) => {
  await open(page, site, 'editor=prosemirror&limit=20')
  expect(await read(page)).toMatchObject({ hasField: true })
  const deadline = Date.now() + 2_000
  await page.evaluate((end) => {
    // When the first attempt is undone.
    addEventListener('keydown', () => {
      while (Date.now() <= end);
    })
  }, deadline)
  expect(await insertChosen(page, 'This text\ndoes not fit.', deadline)).toBe('late')
  expect(await textOf(page)).toEqual({ text: '', sent: 0 })
})

test('A text is not reported as inserted if the page replaces the field that receives it', async ({
  page,
  site,
}) => {
  await open(page, site, 'editor=textarea')
  await show(page, '<textarea id="a"></textarea>')
  await page.focus('#a')
  await page
    .locator('#a')
    .evaluate((field) =>
      field.addEventListener('input', () => field.replaceWith(field.cloneNode())),
    )
  expect(await insert(page, 'Hello')).toBe('differs')
})

test('An element whose page rewrites the text contains what it did before', async ({
  page,
  site,
}) => {
  await open(page, site, 'editor=textarea')
  await show(page, '<div id="a" contenteditable>Before: </div>')
  await page.locator('#a').evaluate((element) => {
    const rewrite = () => document.execCommand('insertText', false, '!')
    element.addEventListener('input', () => setTimeout(rewrite), { once: true })
  })
  await page.click('#a')
  await page.keyboard.press('End')
  expect(await insert(page, 'Hello')).toBe('differs')
  await expect(page.locator('#a')).toHaveText('Before: ')
})

async function open(page: Page, site: Site, query: string): Promise<void> {
  await page.goto(`${site.origin}/?${query}`)
  if (!query.endsWith('frame')) await page.waitForFunction(() => 'editor' in globalThis)
}

async function frameWithEditor(page: Page, where: string): Promise<Frame> {
  const element = where.endsWith('frame') ? await page.waitForSelector('iframe') : undefined
  const frame = (await element?.contentFrame()) ?? page.mainFrame()
  await frame.waitForFunction(() => 'editor' in globalThis)
  return frame
}

/** Adds fields to the page's form. */
async function show(page: Page, markup: string): Promise<void> {
  await page.evaluate((content) => {
    document.querySelector('#shown')?.remove()
    const element = Object.assign(document.createElement('div'), {
      id: 'shown',
      innerHTML: content,
    })
    document.querySelector('form')?.append(element)
  }, markup)
}

function contentOf(page: Page, field: string) {
  return page
    .locator(field)
    .evaluate((element) => (element as HTMLInputElement).value ?? element.textContent)
}

/** Inserts a text after another one. Returns what the editor contains then. */
async function insertAfter(page: Page, before: string, text: string) {
  await page.evaluate((content) => globalThis.editor.write(content), before)
  const result = await insert(page, text)
  return { result, ...(await textOf(page)) }
}

function textOf(frame: Page | Frame) {
  return frame.evaluate(() => ({ text: globalThis.editor.read(), sent: globalThis.sent }))
}

/** Opens the popup in the field with the focus, and inserts a text. */
async function insert(page: Page, text: string) {
  expect(await read(page)).toMatchObject({ hasField: true })
  return insertChosen(page, text)
}

function read(page: Page) {
  return page.evaluate(callExtension, { call: 'read' as const })
}

function insertChosen(page: Page, text: string, deadline = Date.now() + 60_000) {
  return page.evaluate(callExtension, { call: 'insert' as const, text, deadline })
}

async function expectNoField(page: Page): Promise<void> {
  expect(await read(page)).toMatchObject({ hasField: false })
  expect(await insertChosen(page, 'Hello')).toBe('no-field')
}
