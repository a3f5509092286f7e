import { readFileSync } from 'node:fs'
import { parse as parseCsv } from 'csv-parse/sync'
import { toPlainText } from '#contract/variables/variables.ts'
import { onPhone } from '#tests/journeys/support/devices.ts'
import {
  csvPath,
  fileOf,
  libraryOf,
  startImport,
  submitOf,
} from '#tests/journeys/support/import-steps.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { toastOf } from '#tests/journeys/support/library-steps.ts'
import { fill, texts, textsOf } from '#tests/journeys/support/texts.ts'

test.use({ hasPromptLimit: false })

for (const { language, device, options } of onPhone) {
  const { import: words, library } = textsOf[language]
  test.describe(`${language}, ${device}`, () => {
    test.use(options)

    test('1,282 real prompts are imported byte for byte, and can be removed again', async ({
      page,
      account,
    }) => {
      const dialog = await startImport(page, csvPath, language)
      const takeOver = dialog.getByRole('checkbox').last()
      await expect(submitOf(dialog, 1282, language)).toBeEnabled()
      await takeOver.uncheck()
      await submitOf(dialog, 1282, language).click()
      const done = toastOf(page, fill(words.done, { count: 1282 }, language))
      await expect(done).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(page).toHaveURL(/folderId=/)
      // The toast stays while another window has the focus, however long the comparison takes.
      await page.evaluate(() => window.dispatchEvent(new FocusEvent('blur')))

      const { folders, prompts } = await libraryOf(account)
      expect(folders).toHaveLength(1)
      expect(page.url()).toContain(folders[0]?.id)
      const rows = parseCsv<{ prompt: string }>(readFileSync(csvPath), { columns: true })
      const bodies = (texts: string[]) => texts.map((text) => text.replaceAll(/\r\n?/g, '\n'))
      expect(prompts.map(({ prompt }) => toPlainText(prompt)).toSorted()).toEqual(
        bodies(rows.map(({ prompt }) => prompt)).toSorted(),
      )

      await done.getByRole('button', { name: library.undo.press }).click()
      await expect(page.getByText(library.undo.done)).toBeVisible()
      expect((await libraryOf(account)).prompts).toEqual([])
    })
  })
}

test('text can be pasted if a document is unreadable, also if other documents contain prompts', async ({
  page,
  account,
}) => {
  const pages = {
    name: 'notes.docx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('PK'),
  }
  const text = { name: 'poem.txt', mimeType: 'text/plain', buffer: Buffer.from('Write a poem.') }
  const dialog = await startImport(page, pages)
  await expect(dialog).toContainText(texts.import.reading.nothing)
  await page.evaluate(() => navigator.clipboard.writeText('Write about tea.'))
  await page.keyboard.press('ControlOrMeta+v')
  await expect(submitOf(dialog, 1)).toBeEnabled()

  await dialog.getByRole('button', { name: texts.import.others }).click()
  await dialog.locator('input[type=file]').first().setInputFiles([pages, text])
  await expect(submitOf(dialog, 1)).toBeEnabled()
  await page.keyboard.press('ControlOrMeta+v')
  await submitOf(dialog, 2).click()
  await expect(dialog).toBeHidden()
  const bodies = (await libraryOf(account)).prompts.map(({ prompt }) => prompt)
  expect(bodies.toSorted()).toEqual(['Write a poem.', 'Write about tea.'])
})

test('an import waits for the network, continues at the next visit, and imports each prompt once', async ({
  page,
  context,
  account,
  faults,
}) => {
  faults.expectFailure('/api/library/import', 'unreachable')
  faults.expectFailure('/api/health', 'unreachable')
  const { run, line } = texts.import
  const all = 1200
  let batches = 0
  let isAway = false
  // The second and third batches fail at first.
  await context.route('**/api/library/import', (route) => {
    batches++
    if (batches === 2 || batches === 4) isAway = true
    return isAway ? route.abort() : route.continue()
  })
  await context.route('**/api/health', (route) => route.abort())
  const dialog = await startImport(page, fileOf(12, 100))
  await submitOf(dialog, all).click()
  await expect(dialog).toContainText(run.waiting)
  await page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/health'))
  isAway = false
  await dialog.getByRole('button', { name: run.goOn }).click()
  await expect.poll(() => batches).toBe(4)
  await expect(dialog).toContainText(run.waiting)
  await page.close()
  isAway = false

  const next = await context.newPage()
  await next.goto('/prompts')
  const left = next.getByRole('region', { name: line.label })
  await expect(left).toContainText('mine.json')
  await left.getByRole('button', { name: line.goOn }).click()
  await expect(next.getByText(fill(texts.import.done, { count: all }))).toBeVisible()
  const { prompts, folders } = await libraryOf(account)
  expect(new Set(prompts.map(({ name }) => name)).size).toBe(all)
  expect([prompts.length, folders.length]).toEqual([all, 12])
})
