import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  addToPrompt,
  askToPrompt,
  dialogOf,
  editorIn,
  openPrompt,
} from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'

test('Esc, a click outside and the back button close a dialog; forward opens it again', async ({
  page,
  account,
}) => {
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  const dialog = await openPrompt(page, 'Launch')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await openPrompt(page, 'Launch')
  await page.mouse.click(20, 20)
  await expect(dialog).toBeHidden()

  await openPrompt(page, 'Launch')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goForward()
  await expect(dialog.getByRole('textbox', { name: 'product' })).toBeVisible()

  await dialog.getByRole('button', { name: texts.shell.close }).last().click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/prompts')
})

test('a selection of text that ends outside does not close the dialog', async ({
  page,
  account,
}) => {
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  const dialog = await openPrompt(page, 'Launch')
  const text = await dialog.getByText('Announce').boundingBox()
  await page.mouse.move((text?.x ?? 0) + 4, (text?.y ?? 0) + 8)
  await page.mouse.down()
  await page.mouse.move(20, 20)
  await page.mouse.up()
  await expect(dialog).toBeVisible()
})

const waysOut = {
  Esc: (page) => page.keyboard.press('Escape'),
  'a click outside': (page) => page.mouse.click(20, 20),
  'the back button': (page) => page.evaluate(() => history.back()),
} satisfies Record<string, (page: Page) => Promise<void>>

for (const [name, leave] of Object.entries(waysOut)) {
  test(`${name} asks before it gives up unsaved text`, async ({ page, account }) => {
    await makePrompt(account, { name: 'Launch', text: 'Announce' })
    await page.goto('/prompts')
    const edit = await addToPrompt(page, 'Launch', ' it all')

    await leave(page)
    const question = dialogOf(page, texts.library.discard.title)
    await question.getByRole('button', { name: texts.library.discard.keep }).click()
    await expect(question).toBeHidden()
    await expect(editorIn(edit)).toHaveText('Announce it all')

    await leave(page)
    await question.getByRole('button', { name: texts.library.discard.discard }).click()
    await expect(edit).toBeHidden()
    await expect(page.getByRole('article')).toContainText('Announce')
    await expect(page.getByRole('article')).not.toContainText('it all')
  })
}

test('a dialog with nothing new in it closes without a question', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  const edit = await askToPrompt(page, 'edit', 'Launch')
  await expect(editorIn(edit)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()
})

test('a dialog gives the focus back to where it was asked for', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  const dialog = await openPrompt(page, 'Launch')
  await expect(dialog.getByRole('textbox', { name: 'product' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Launch', exact: true })).toBeFocused()
})
