import { onPhone } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { openPrompt, readClipboard } from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

// The behaviour does not depend on the language.
for (const { device, language, options } of onPhone) {
  test.describe(`in ${language} on a ${device}`, () => {
    test.use(options)

    test('a filled-in prompt is copied and opened in a site, and that site comes first the next time', async ({
      page,
      context,
      account,
      faults,
    }) => {
      const { history, prompt } = textsOf[language]
      // No request leaves this machine.
      await context.route(/^https:/, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>A chat</title>' }),
      )
      await makePrompt(account, { name: 'Launch', text: 'Announce {product} & co.' })
      await page.goto('/prompts')
      const dialog = await openPrompt(page, 'Launch')
      const openMenu = async () => {
        await dialog.getByRole('button', { name: history.more }).click()
        await page.getByRole('menuitem', { name: history.openIn.choose }).click()
      }
      const menuNamed = (name: string) => page.getByRole('menu', { name, exact: true })
      await openMenu()
      const { title, titleWithEmpty } = history.openIn
      await expect(menuNamed(fill(titleWithEmpty, { empty: 1 }, language))).toBeVisible()
      await page.keyboard.press('Escape')
      await dialog.getByRole('textbox', { name: 'product' }).fill('Café')
      await openMenu()
      await expect(menuNamed(title)).toBeVisible()
      // The permission is granted only once the button is clicked.
      faults.expectHost('https://claude.ai')
      const opened = context.waitForEvent('page')
      await page.getByRole('menuitem', { name: 'Claude' }).click()
      await expect(await opened).toHaveURL(
        'https://claude.ai/new?q=Announce%20Caf%C3%A9%20%26%20co.',
      )
      await expect(page.getByText(prompt.fillIn.copied)).toBeVisible()
      expect(await readClipboard(page)).toBe('Announce Café & co.')

      await page.bringToFront()
      const again = context.waitForEvent('page')
      await openMenu()
      await expect(page.getByRole('menuitem', { name: 'Claude' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(await again).toHaveTitle('A chat')
    })
  })
}
