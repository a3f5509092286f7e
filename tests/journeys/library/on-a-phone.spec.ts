import { shelfCalls } from '#contract/library/shelf.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { onPhone } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { dialogOf, folderLink, promptCard } from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

for (const { language, device, options } of onPhone) {
  const { library, selection, shell } = textsOf[language]

  test.describe(`${language}, ${device}`, () => {
    test.use(options)

    test('the recently used prompts are at the top, below one row of folders', async ({
      page,
      account,
    }) => {
      const coding = await makeFolder(account, 'Coding')
      const inner = await makeFolder(account, 'Web apps', coding)
      for (let number = 1; number <= 15; number += 1) await makeFolder(account, `Folder ${number}`)
      for (const name of ['Alpha', 'Beta']) await makePrompt(account, { name })
      const promptId = await makePrompt(account, { name: 'Used', folderId: inner })
      await account.call(shelfCalls.notePromptUse, { promptId })
      await page.goto('/prompts')
      const rows = page.getByRole('article')
      await expect(rows.first()).toContainText('Used')
      await expect(rows.first()).toContainText('Web apps')
      const top = await rows.first().evaluate((row) => row.getBoundingClientRect().top)
      expect(top).toBeLessThanOrEqual(220)

      // A new prompt comes before it, whatever its folder.
      await makePrompt(account, { name: 'New', folderId: inner })
      await page.reload()
      await expect(rows.first()).toContainText('New')
      await expect(rows.nth(1)).toContainText('Used')
      const order = page.getByRole('combobox', { name: selection.view.order })
      await expect(order).toBeVisible()
      await expectNoFindings(page, 'the library on a phone')

      // The folders, and up again.
      const all = page.getByRole('button', {
        name: fill(library.folderChip, { count: 16 }, language),
      })
      await all.tap()
      await expect(folderLink(page, 'Folder 4')).toBeInViewport()
      await expectNoFindings(page, 'the folders on a phone')
      await folderLink(page, 'Coding').tap()
      await expect(folderLink(page, 'Web apps')).toBeVisible()
      const way = page.getByRole('navigation', { name: library.breadcrumb })
      await way.getByRole('link', { name: library.root }).tap()
      await expect(rows.first()).toContainText('New')
      await expect(folderLink(page, 'Folder 4')).not.toBeInViewport()

      // A chosen order is kept.
      await order.selectOption('name')
      await expect(rows.first()).toContainText('Alpha')
      await page.reload()
      await expect(rows.first()).toContainText('Alpha')

      // Keyboard and screen reader users can reach a row's menu, which touch opens with a long press.
      const actions = fill(library.prompt.actions, { name: 'Alpha' }, language)
      await page.getByRole('button', { name: actions }).press('Enter')
      await page.getByRole('menuitem', { name: selection.card.select }).press('Enter')
      const bar = page.getByRole('toolbar', { name: selection.bar })
      await bar.getByRole('button', { name: selection.moreActions }).tap()
      await page.getByRole('menuitem', { name: library.actions.edit }).tap()
      await expect(dialogOf(page, library.prompt.updateTitle)).toBeVisible()
      await page.goBack()
      await bar.getByRole('button', { name: selection.move, exact: true }).tap()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.goBack()
      await page.getByRole('button', { name: selection.clear }).tap()
      await expect(promptCard(page, 'Alpha').getByRole('checkbox')).toBeHidden()

      // The menu offers the samples even if the library has prompts.
      await page.getByRole('button', { name: library.add, exact: true }).tap()
      await page.getByRole('menuitem', { name: library.samples }).tap()
      const { starter } = textsOf[language].shelf
      const samples = dialogOf(page, fill(starter.dialogTitle, { count: 8 }, language))
      await expect(samples).toContainText(fill(starter.room, { count: 6 }, language))
      await page.goBack()

      // The palette opens and can be closed.
      await page.getByRole('button', { name: selection.libraryActions }).tap()
      await page.getByRole('menuitem', { name: shell.palette }).tap()
      await page.getByRole('button', { name: textsOf[language].palette.cancel }).tap()
      await expect(page.getByRole('dialog')).toBeHidden()
    })
  })
}

test('fields have text of 16 pixels on a phone held sideways, so that it does not zoom', async ({
  browser,
  account,
  server,
  page,
}) => {
  await makePrompt(account, {
    name: 'Launch',
    stored: 'Announce {<b>product</b>}.',
  })
  const context = await browser.newContext({
    viewport: { width: 844, height: 390 },
    hasTouch: true,
    isMobile: true,
    storageState: await page.context().storageState(),
  })
  const held = await context.newPage()
  await held.goto(`${server.origin}/prompts`)
  const search = held.getByRole('searchbox').or(held.getByRole('textbox')).first()
  await expect(search).toHaveCSS('font-size', '16px')
  await promptCard(held, 'Launch').getByRole('button', { name: 'Launch', exact: true }).tap()
  await expect(dialogOf(held, 'Launch').getByRole('textbox', { name: 'product' })).toHaveCSS(
    'font-size',
    '16px',
  )
  await held.keyboard.press('Escape')
  await expect(held.getByRole('dialog')).toBeHidden()
  await held.getByRole('button', { name: textsOf.en.library.addPrompt, exact: true }).tap()
  const form = dialogOf(held, textsOf.en.library.prompt.createTitle)
  await expect(form.getByRole('textbox', { name: textsOf.en.library.prompt.name })).toHaveCSS(
    'font-size',
    '16px',
  )
  await context.close()
})
