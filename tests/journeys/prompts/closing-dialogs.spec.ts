import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  addToPrompt,
  dialogOf,
  editorIn,
  openLibraryWith,
  openPrompt,
  promptCard,
} from '#tests/journeys/support/library-steps.ts'
import { texts } from '#tests/journeys/support/texts.ts'

test('Esc, a click outside and the back button close a dialog; forward opens it again', async ({
  page,
  account,
}) => {
  await openLibraryWith(page, account, { name: 'Launch', text: 'Announce {product}\n'.repeat(9) })
  const dialog = await openPrompt(page, 'Launch')
  await expect(dialog.getByRole('textbox', { name: 'product' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Launch', exact: true })).toBeFocused()

  // Opens it by a click on the centre of its card, with the text that fades out.
  await promptCard(page, 'Launch').click()
  await expect(dialog).toBeVisible()
  await page.mouse.click(20, 20)
  await expect(dialog).toBeHidden()

  await openPrompt(page, 'Launch')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goForward()
  await expect(dialog.getByRole('textbox', { name: 'product' })).toBeVisible()

  await dialog.getByRole('button', { name: texts.shell.close }).first().click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/prompts')
})

test('Esc, a click outside and the back button ask before unsaved text is discarded', async ({
  page,
  account,
}) => {
  await openLibraryWith(page, account, { name: 'Launch', text: 'Announce' })
  const edit = await addToPrompt(page, 'Launch', ' it all')
  const question = dialogOf(page, texts.library.discard.title)
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(20, 20),
    () => page.evaluate(() => history.back()),
  ]) {
    await leave()
    await question.getByRole('button', { name: texts.library.discard.keep }).click()
    await expect(question).toBeHidden()
    await expect(editorIn(edit)).toHaveText('Announce it all')
  }

  // Of two presses before the next render, only the first has an effect.
  await page.evaluate(() => history.back())
  await expect(question).toBeVisible()
  await question.evaluate((asked, { keep, discard }) => {
    const press = (name: string) =>
      [...asked.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click()
    press(keep)
    press(discard)
  }, texts.library.discard)
  await expect(question).toBeHidden()
  await expect(editorIn(edit)).toHaveText('Announce it all')

  await page.evaluate(() => history.back())
  await question
    .getByRole('button', { name: texts.library.discard.discard })
    .evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
  await expect(edit).toBeHidden()
  await expect(promptCard(page, 'Launch')).toContainText('Announce')
  await expect(promptCard(page, 'Launch')).not.toContainText('it all')
})
