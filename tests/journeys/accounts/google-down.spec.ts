import { languageCodes, languages } from '#languages/languages.ts'
import { alertOf, takeFailure } from '#tests/journeys/support/account-steps.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'

// A closed port on this machine.
test.use({
  environment: {
    GOOGLE_CLIENT_ID: 'promptshelf',
    GOOGLE_CLIENT_SECRET: 'a secret',
    GOOGLE_ISSUER: 'http://127.0.0.1:2',
  },
})

for (const language of languageCodes) {
  const texts = textsOf[language]
  test.describe(`in ${languages[language].name}`, () => {
    test.use({ locale: languages[language].locale })

    test('an unresponsive Google is reported as down, and the button can be pressed again', async ({
      page,
      faults,
      server,
    }) => {
      faults.expectFailure('/api/login/google-link', 503)
      faults.expectConsole('ApiError')
      await page.goto('/login')
      const button = page.getByRole('button', { name: texts.accounts.login.google })
      await button.click()
      await expect(alertOf(page)).toHaveText(texts.errors.unavailable)
      await expect(button).toBeEnabled()
      expect(await takeFailure(server)).toContain('Google cannot be reached')
    })
  })
}
