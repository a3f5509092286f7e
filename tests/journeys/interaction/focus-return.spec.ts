import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  chooseColor,
  dialogOf,
  openLibraryWith,
  promptCard,
} from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'

const fields = texts.library.prompt

test('closing a dialog focuses its card if the click on it focused nothing, or its parent, as in Safari on a Mac', async ({
  page,
  account,
}) => {
  await makePrompt(account, { name: 'Launch', stored: 'Announce {<b>product</b>}.' })
  await makePrompt(account, { name: 'Plain', stored: 'Be brief.' })
  for (const receiver of ['nothing', 'main']) {
    await page.goto('/prompts')
    await expect(page.getByRole('tree')).toBeAttached()
    await page.evaluate((focused) => {
      addEventListener(
        'mousedown',
        (event) => {
          if (!(event.target as Element).closest('button')) return
          event.preventDefault()
          if (focused === 'main') document.querySelector('main')?.focus()
        },
        true,
      )
    }, receiver)

    const title = promptCard(page, 'Launch').getByRole('button', { name: 'Launch', exact: true })
    await title.click()
    await expect(dialogOf(page, 'Launch').getByRole('textbox', { name: 'product' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(title).toBeFocused()
    await page.keyboard.press('e')
    const form = dialogOf(page, fields.updateTitle)
    await expect(form.getByRole('textbox', { name: fields.name })).toHaveValue('Launch')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  }
})

test('the focus stays in the form below a question if the question’s opener is gone', async ({
  page,
  account,
}) => {
  await openLibraryWith(page, account, { name: 'Launch' })
  await page.getByRole('button', { name: texts.library.addPrompt }).first().click()
  const form = dialogOf(page, fields.createTitle)
  await chooseColor(form, texts.library.colors['4ECDC4'])
  // The field disappears if it loses the focus while empty.
  await form.getByRole('button', { name: texts.history.shortName.label }).click()
  await page.keyboard.press('Control+k')
  const question = page.getByRole('alertdialog', { name: texts.library.discard.title })
  await expect(question).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
})
