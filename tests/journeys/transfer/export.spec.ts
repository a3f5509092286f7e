import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { promptCalls } from '#contract/library/prompts.ts'
import { exportCalls } from '#contract/transfer/export.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { onDesktop } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { promptCard } from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

for (const { language, device, options } of onDesktop) {
  test.describe(`${language} on a ${device}`, () => {
    test.use(options)

    test('the library, a folder and a selection are saved as files, with progress', async ({
      page,
      account,
    }) => {
      const texts = textsOf[language]
      const words = texts.import.export
      const folderId = await makeFolder(account, 'Briefe: A/B')
      await makePrompt(account, { name: 'Gruß', text: 'Hallo {wer}', folderId })
      const shared = await makePrompt(account, { name: 'Alpha' })
      await makePrompt(account, { name: 'Beta' })
      await account.call(promptCalls.togglePromptPublic, { promptId: shared })
      await page.goto('/prompts')
      const dialog = page.getByRole('dialog')
      const save = dialog.getByRole('button', { name: words.title, exact: true })

      await page.getByRole('button', { name: texts.palette.title }).click()
      await dialog.getByRole('combobox').fill(texts.palette.verbs.export)
      await dialog.getByRole('option', { name: texts.palette.verbs.export, exact: true }).click()
      await expect(dialog).toContainText(words.everything)
      await expect(save).toBeFocused()
      // On a phone, axe treats the screen behind the sheet as visible.
      if (device === 'desktop') await expectNoFindings(page, 'an export')
      const library = await downloadBy(page, () => page.keyboard.press('Enter'))
      expect(library.suggestedFilename()).toMatch(/^Promptshelf \d{4}-\d\d-\d\d\.json$/)
      const { exportedAt: _exportedAt, ...file } = JSON.parse(await textOf(library)) as object & {
        exportedAt: string
      }
      expect(await account.call(exportCalls.exportLibrary, {})).toMatchObject(file)
      await expect(dialog).toBeHidden()

      const actions = fill(texts.library.folder.actions, { name: 'Briefe: A/B' }, language)
      await page.getByRole('button', { name: actions }).click()
      await page.getByRole('menuitem', { name: texts.selection.export }).click()
      await dialog.getByRole('radio', { name: words.markdown.name }).check()
      const zip = await downloadBy(page, () => save.click())
      expect(zip.suggestedFilename()).toBe('Briefe- A-B.zip')
      const files = unzipSync(await readFile(await zip.path()))
      const names = Object.keys(files).filter((name) => name.endsWith('Gruß.md'))
      expect(names).toEqual(['Briefe- A-B/Gruß.md'])
      expect(strFromU8(files[names[0] ?? ''] ?? new Uint8Array())).toContain('Hallo {{wer}}')

      for (const name of ['Alpha', 'Beta'])
        await promptCard(page, name).getByRole('checkbox').check()
      const bar = page.getByRole('toolbar', { name: texts.selection.bar })
      await expect(bar.getByRole('button', { name: texts.selection.unshare })).toBeVisible()
      const overflow = await bar.evaluate((element) => element.scrollWidth - element.clientWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      await bar.getByRole('button', { name: texts.selection.export }).click()
      await expect(dialog).toContainText(fill(words.some, { count: 2 }, language))
      // The server never responds.
      await page.route('**/api/library/export-selection', () => {})
      await save.click()
      await expect(dialog.getByRole('status')).toHaveText(words.fetching)
      await expect(dialog).toContainText(fill(words.count, { done: 0, all: 2 }, language))
      // A cancelled export saves no file.
      await dialog.getByRole('button', { name: texts.library.actions.cancel }).click()
      await expect(dialog).toBeHidden()
      await page.unroute('**/api/library/export-selection')
      await bar.getByRole('button', { name: texts.selection.export }).click()
      const some = await downloadBy(page, () => save.click())
      expect(JSON.parse(await textOf(some))).toMatchObject({
        prompts: [{ name: 'Alpha' }, { name: 'Beta' }],
      })
    })
  })
}

async function downloadBy(page: Page, act: () => Promise<void>): Promise<Download> {
  const coming = page.waitForEvent('download')
  await act()
  return coming
}

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8')
}
