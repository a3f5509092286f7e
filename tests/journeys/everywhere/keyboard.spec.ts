import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  dialogOf,
  editorIn,
  folderLink,
  promptCard,
  startPrompt,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, texts } from '#tests/journeys/support/texts.ts'

test('the library can be used without a mouse', async ({ page, account }) => {
  const folderId = await makeFolder(account, 'Marketing')
  await makePrompt(account, { name: 'Launch', folderId })
  await page.goto('/prompts')
  await expect(folderLink(page, 'Marketing')).toBeVisible()
  // The menus load once the library is on screen.
  const menu = page.getByRole('button', {
    name: fill(texts.library.folder.actions, { name: 'Marketing' }),
  })
  await expect(menu).toBeAttached()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: texts.shell.skipToContent })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(folderLink(page, 'Marketing')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: texts.library.actions.edit })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: texts.library.actions.delete })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem', { name: texts.library.actions.delete })).toBeHidden()
  await page.keyboard.press('Shift+Tab')
  await expect(folderLink(page, 'Marketing')).toBeFocused()
  await page.keyboard.press('Enter')

  const card = promptCard(page, 'Launch')
  await expect(card).toBeVisible()
  await tabTo(page, card.getByRole('button', { name: 'Launch', exact: true }))
  await page.keyboard.press('Tab')
  for (const action of [
    texts.selection.card.fillIn,
    texts.selection.card.star,
    texts.library.actions.view,
    texts.library.actions.edit,
    texts.library.actions.move,
    texts.library.actions.delete,
  ]) {
    await expect(card.getByRole('button', { name: action, exact: true })).toBeFocused()
    if (action !== texts.library.actions.delete) await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Enter')
  await expect(
    dialogOf(page, texts.library.prompt.deleteTitle).getByRole('button', {
      name: texts.library.prompt.deleteSubmit,
    }),
  ).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(
    card.getByRole('button', { name: texts.library.actions.delete, exact: true }),
  ).toBeFocused()
})

test('Tab reaches each card, and leaves the list once an arrow key has moved through it; a slash focuses the search, and Tab the text of a prompt', async ({
  page,
  account,
}) => {
  for (const name of ['Alpha', 'Beta', 'Gamma']) await makePrompt(account, { name })
  await page.goto('/prompts')
  const way = (name: string) => promptCard(page, name).getByRole('button', { name, exact: true })
  await expect(promptCard(page, 'Gamma').getByRole('toolbar')).toBeAttached()
  await way('Alpha').focus()
  const leaveCard = async (name: string) => {
    await page.keyboard.press('Tab')
    await expect(promptCard(page, name).getByRole('toolbar').locator(':focus')).toBeVisible()
    await page.keyboard.press('Tab')
  }
  await leaveCard('Alpha')
  await expect(way('Beta')).toBeFocused()
  await leaveCard('Beta')
  await expect(way('Gamma')).toBeFocused()

  await page.keyboard.press('ArrowLeft')
  await expect(way('Beta')).toBeFocused()
  await leaveCard('Beta')
  await expect(way('Gamma')).not.toBeFocused()

  await page.getByRole('textbox', { name: texts.library.search.label }).focus()
  await way('Alpha').focus()
  await leaveCard('Alpha')
  await expect(way('Beta')).toBeFocused()

  await page.keyboard.press('/')
  await page.keyboard.type('a/b')
  const box = page.getByRole('textbox', { name: texts.library.search.label })
  await expect(box).toHaveValue('a/b')
  await page.keyboard.press('Escape')
  await expect(box).toHaveValue('')
  await expect(promptCard(page, 'Alpha')).toBeVisible()

  // It follows soon after the title, before the colour.
  const form = await startPrompt(page)
  await expect(form.getByLabel(texts.library.prompt.name)).toBeFocused()
  await expect(editorIn(form)).toBeVisible()
  for (let tabs = 0; tabs < 3; tabs += 1) await page.keyboard.press('Tab')
  await expect(editorIn(form)).toBeFocused()
})

async function tabTo(page: Page, target: Locator) {
  for (let at = 0; at < 20; at += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}
