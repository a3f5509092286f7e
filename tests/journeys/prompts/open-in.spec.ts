import { onPhone } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { openPrompt, readClipboard } from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

// The behaviour does not depend on the language.
for (const { device, language, options } of onPhone) {
  test.describe(`in ${language} on a ${device}`, () => {
    test.use(options)

    test('a filled-in prompt is copied, and opened in the site used last', async ({
      page,
      context,
      account,
      faults,
    }) => {
      const { history, prompt } = textsOf[language]
      // Nothing leaves this machine.
      await context.route(/^https:/, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>A chat</title>' }),
      )
      await makePrompt(account, { name: 'Launch', text: 'Announce {product} & co.' })
      await page.goto('/prompts')
      const dialog = await openPrompt(page, 'Launch')
      await dialog.getByRole('textbox', { name: 'product' }).fill('Café')
      await dialog.getByRole('button', { name: history.openIn.title }).click()
      // Allowed from the press on only.
      faults.expectHost('https://chatgpt.com')
      const opened = context.waitForEvent('page')
      await page.getByRole('menuitem', { name: 'ChatGPT' }).click()
      await expect(await opened).toHaveURL(
        'https://chatgpt.com/?q=Announce%20Caf%C3%A9%20%26%20co.',
      )
      await expect(page.getByText(prompt.fillIn.copied)).toBeVisible()
      expect(await readClipboard(page)).toBe('Announce Café & co.')

      await page.bringToFront()
      const again = context.waitForEvent('page')
      const named = fill(history.openIn.named, { name: 'ChatGPT' }, language)
      await dialog.getByRole('button', { name: named }).click()
      await expect(await again).toHaveTitle('A chat')
    })
  })
}
