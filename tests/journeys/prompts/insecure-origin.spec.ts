import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  copyButtonIn,
  dialogOf,
  openLibraryWith,
  promptCard,
  readClipboard,
} from '#tests/journeys/support/library-steps.ts'
import { texts } from '#tests/journeys/support/texts.ts'

test.describe('without a copy', () => {
  test.use({ keepsCopy: false })

  test('a card whose text cannot be copied at once opens its prompt, which copies it by one key', async ({
    page,
    account,
  }) => {
    await openLibraryWith(page, account, { name: 'Standup', text: 'What did we do?' })
    await expect(page.getByRole('tree')).toBeAttached()
    // As in Safari over http: without the clipboard API, and copying only while a press is handled.
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
      const { execCommand } = document
      document.execCommand = (...args) =>
        window.event !== undefined && execCommand.apply(document, args)
    })
    await promptCard(page, 'Standup').getByRole('button', { name: 'Standup', exact: true }).focus()
    await page.keyboard.press('c')
    await expect(page.getByText(texts.prompt.fillIn.copyFailed)).toBeVisible()
    await expect(copyButtonIn(dialogOf(page, 'Standup'))).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText(texts.prompt.fillIn.copied)).toBeVisible()
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'))
    expect(await readClipboard(page)).toBe('What did we do?')
  })
})
