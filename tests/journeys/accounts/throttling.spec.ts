import { alertOf, fieldOf, trySignIn } from '#tests/journeys/support/account-steps.ts'
import { newEmail } from '#tests/journeys/support/call-api.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

test.use({ environment: { RATE_LIMITS: 'on' } })

const { en: english, de: german } = textsOf
test('the eleventh wrong password is throttled, and the form shows for how long', async ({
  page,
  faults,
}) => {
  const credentials = { email: newEmail(), password: 'not my password' }
  faults.expectFailure('/api/login', 400)
  await trySignIn(page, english, credentials)
  await expect(alertOf(page)).toHaveText(english.errors.password_wrong)
  for (let attempt = 2; attempt <= 10; attempt += 1) {
    const response = await page.request.post('/api/login', { data: credentials })
    expect(response.status()).toBe(400)
  }
  faults.expectFailure('/api/login', 429)
  const refusal = page.waitForResponse('**/api/login')
  await page.getByRole('button', { name: english.accounts.login.submit, exact: true }).click()
  await expect(alertOf(page)).toHaveText(fill(english.shell.tooManyAttempts, { minutes: 1 }))
  const seconds = Number(await (await refusal).headerValue('retry-after'))
  expect(seconds).toBeGreaterThan(30)
  expect(seconds).toBeLessThanOrEqual(60)
  await expect(fieldOf(page, english.accounts.password)).toHaveValue(credentials.password)
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(alertOf(page)).toHaveText(fill(german.shell.tooManyAttempts, { minutes: 1 }, 'de'))
})
