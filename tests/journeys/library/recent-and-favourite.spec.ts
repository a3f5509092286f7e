import { promptCalls } from '#contract/library/prompts.ts'
import { shelfCalls } from '#contract/library/shelf.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { onDesktop } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { dialogOf, folderLink, promptCard } from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'

for (const { language, device, options } of onDesktop) {
  const { selection } = textsOf[language]

  test.describe(`${language}, ${device}`, () => {
    test.use(options)

    test('recently used and favourite prompts have their own row, if switched on', async ({
      page,
      account,
    }) => {
      for (let number = 1; number <= 8; number += 1) {
        await makePrompt(account, { name: `Prompt ${number}` })
      }
      const promptId = await makePrompt(account, { name: 'Used' })
      await account.call(shelfCalls.notePromptUse, { promptId })
      await page.goto('/prompts')
      const card = promptCard(page, 'Prompt 3')
      await expect(page.getByRole('combobox', { name: selection.view.order })).toBeVisible()
      await card.hover()
      await card.getByRole('button', { name: selection.card.star }).click()
      await expect(card.getByRole('button', { name: selection.card.unstar })).toBeVisible()

      // Showing a new row at once would shift the content.
      const row = page.getByRole('region', { name: selection.shelf.title })
      await expect(row).toBeHidden()
      await page.reload()
      await expect(row.getByRole('button', { name: /^(?:Used|Prompt 3)/ })).toHaveCount(2)
      await expectNoFindings(page, 'the library with a row of recent prompts')
      await row.getByRole('button', { name: /^Used/ }).press('Enter')
      await expect(dialogOf(page, 'Used')).toBeVisible()
      await page.keyboard.press('Escape')
      await row.getByRole('button', { name: selection.shelf.hide }).press('Enter')
      await expect(row).toBeHidden()
      await page.reload()
      await expect(page.getByRole('combobox', { name: selection.view.order })).toBeVisible()
      await expect(row).toBeHidden()
      await page.getByRole('button', { name: selection.view.shelf }).press('Enter')
      await expect(row).toBeVisible()
    })

    test('the row is also shown if all prompts are in nested folders', async ({
      page,
      account,
    }) => {
      const outer = await makeFolder(account, 'Outer')
      const folderId = await makeFolder(account, 'Inner', outer)
      for (let number = 1; number <= 8; number += 1) {
        await makePrompt(account, { name: `Prompt ${number}`, folderId })
      }
      const promptId = await makePrompt(account, { name: 'Used', folderId })
      await account.call(shelfCalls.notePromptUse, { promptId })
      await page.goto('/prompts')
      await expect(folderLink(page, 'Outer')).toBeVisible()
      const row = page.getByRole('region', { name: selection.shelf.title })
      // It appears at the next visit, so that it does not shift the content.
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('library-view')))
        .toContain('"wasShelfFilled":true')
      await page.reload()
      await expect(row.getByRole('button', { name: /^Used/ })).toBeVisible()
      await row.getByRole('button', { name: selection.shelf.hide }).click()
      await expect(row).toBeHidden()
      await page.getByRole('button', { name: selection.view.shelf }).click()
      await expect(row).toBeVisible()
      await account.call(promptCalls.deletePrompt, { promptId })
      await page.reload()
      await expect(folderLink(page, 'Outer')).toBeVisible()
      await expect(row).toBeHidden()
    })
  })
}
