import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import {
  callExtension,
  makeInsertingExtension,
} from '#tests/support/editors/inserting-extension.ts'
import { serveEditors } from '#tests/support/editors/serve-editors.ts'
import { difficultTexts, longText } from '#tests/support/editors/texts.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

type Site = Awaited<ReturnType<typeof serveEditors>>

const test = base.extend<object, { site: Site; browserWithExtension: BrowserContext }>({
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
  browserWithExtension: [
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
  page: async ({ browserWithExtension }, provide) => {
    const page = await browserWithExtension.newPage()
    await provide(page)
    await page.close()
  },
})

const editors = [
  'input',
  'textarea',
  'react-input',
  'react-textarea',
  'editable',
  'editable-collapsing',
  'plaintext-only',
  'prosemirror',
  'tiptap',
  'quill',
  'codemirror',
  'lexical',
  'slate',
]

for (const editor of editors) {
  test(`${editor} takes difficult texts as they are`, async ({ page, site }) => {
    await open(page, site, editor)
    const wrong: string[] = []
    for (const [what, text] of Object.entries({ ...difficultTexts, '4,000 lines': longText })) {
      for (const before of ['', 'Before:  \n\n ']) {
        await page.evaluate((content) => globalThis.editor.write(content), before)
        const start = await page.evaluate(() => globalThis.editor.read())
        expect(await read(page)).toMatchObject({ hasField: true })
        const result = await insert(page, text)
        const now = await page.evaluate(() => globalThis.editor.read())
        const expected = shownBy(editor, start + text.replaceAll('\r\n', '\n'))
        if (result !== 'inserted' || shownBy(editor, now) !== expected) {
          wrong.push(`${what} after ${JSON.stringify(before)}: ${result}, ${JSON.stringify(now)}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(await page.evaluate(() => globalThis.sent)).toBe(0)
  })
}

/** A text as a field shows it: some have one line, and some collapse white space. */
function shownBy(editor: string, text: string): string {
  if (editor.endsWith('input')) return text.replaceAll('\n', ' ')
  return editor === 'editable-collapsing'
    ? text.replaceAll(/[^\S\n]+/g, ' ').replaceAll(/^ | $/gm, '')
    : text
}

async function open(page: Page, site: Site, editor: string, where = ''): Promise<void> {
  await page.goto(`${site.origin}/?editor=${editor}${where}`)
  await page.waitForFunction(() => 'editor' in globalThis)
}

function read(page: Page) {
  return page.evaluate(callExtension, { call: 'read' as const })
}

function insert(page: Page, text: string) {
  return page.evaluate(callExtension, { call: 'insert' as const, text })
}
