import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { launch, type Browser, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  callExtension,
  makeInsertingExtension,
} from '#tests/support/editors/inserting-extension.ts'
import { serveEditors } from '#tests/support/editors/serve-editors.ts'
import { casesFor, editors, shownBy } from '#tests/support/editors/texts.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

let site: Awaited<ReturnType<typeof serveEditors>>
let browser: Browser
let page: Page
const directory = makeScratchDirectory('inserting')

beforeAll(async () => {
  site = await serveEditors(join(directory, 'pages'))
  await makeInsertingExtension(join(directory, 'extension'))
  browser = await launch({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr' })
  await browser.installExtension(join(directory, 'extension'))
  page = await browser.newPage()
})
afterAll(async () => {
  await browser.close()
  await site.stop()
  rmSync(directory, { recursive: true })
})

test.each(editors)('%s takes difficult texts as they are, and sends nothing', async (editor) => {
  await open(`editor=${editor}`)
  for (const { what, before, text, shown } of casesFor(editor)) {
    const { result, now, sent } = await insertAfter(before, text)
    expect([result, shownBy(editor, now), sent], what).toEqual(['inserted', shown, 0])
  }
})

const models = editors.filter((each) => !/editable|plain/.test(each))

test.each(models)(
  '%s contains what it did before if it does not take the whole text',
  async (editor) => {
    await open(`editor=${editor}&limit=20`)
    const result = await insertAfter('Before: ', 'This text does not fit.')
    expect(result).toEqual({ result: 'differs', now: 'Before: ', sent: 0 })
  },
)

test.each(['frame', 'shadow'])('A text is inserted into editors in a %s', async (where) => {
  for (const editor of ['textarea', 'editable', 'prosemirror', 'lexical']) {
    await page.goto(`${site.origin}/?editor=${editor}&in=${where}`)
    const element = where === 'frame' ? await page.waitForSelector('iframe') : undefined
    const frame = (await element?.contentFrame()) ?? page.mainFrame()
    await frame.waitForFunction(() => 'editor' in globalThis)
    const { result, now } = await insertAfter('Before: ', 'One\n\n\tTwo', frame)
    expect([result, now], editor).toEqual(['inserted', 'Before: One\n\n\tTwo'])
  }
})

async function open(query: string): Promise<void> {
  await page.goto(`${site.origin}/?${query}`)
  await page.waitForFunction(() => 'editor' in globalThis)
}

async function insertAfter(before: string, text: string, frame = page.mainFrame()) {
  await frame.evaluate((content) => globalThis.editor.write(content), before)
  const state = await page.evaluate(callExtension, { call: 'read' as const })
  expect(state).toMatchObject({ hasField: true })
  const deadline = Date.now() + 60_000
  const result = await page.evaluate(callExtension, { call: 'insert' as const, text, deadline })
  const now = await frame.evaluate(() => globalThis.editor.read())
  return { result, now, sent: await frame.evaluate(() => globalThis.sent) }
}
