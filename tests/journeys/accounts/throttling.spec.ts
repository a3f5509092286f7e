import { recoveryCalls } from '#contract/accounts/recovery.ts'
import { passwordCalls } from '#contract/accounts/password.ts'
import { alertOf, fieldOf, trySignIn } from '#tests/journeys/support/account-steps.ts'
import { clientOf, newEmail } from '#tests/journeys/support/call-api.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

test.use({ environment: { RATE_LIMITS: 'on' } })

const { en: english, de: german } = textsOf
// All requests come from one IP address, so tests would use up each other's attempts.
test.describe.configure({ mode: 'serial' })

test('the eleventh wrong password is throttled, and the form says for how long', async ({
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

test('the fourth reset link within an hour is throttled, with or without an account', async ({
  page,
  faults,
}) => {
  const email = newEmail()
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await clientOf(page.request)(recoveryCalls.sendResetLink, { email })
  }
  faults.expectFailure('/api/fp/send', 429)
  await page.goto('/forgot-password/link')
  await fieldOf(page, english.accounts.email).fill(email)
  await page.getByRole('button', { name: english.accounts.forgot.submit }).click()
  await expect(alertOf(page)).toHaveText(fill(english.shell.tooManyAttempts, { minutes: 20 }))
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(alertOf(page)).toHaveText(fill(german.shell.tooManyAttempts, { minutes: 20 }, 'de'))
})

test('the eleventh registration within an hour is throttled', async ({ page, faults }) => {
  const credentials = { password: 'a quiet library', cpassword: 'a quiet library' }
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await clientOf(page.request)(passwordCalls.register, { email: newEmail(), ...credentials })
  }
  faults.expectFailure('/api/register', 429)
  await page.goto('/register')
  await fieldOf(page, english.accounts.email).fill(newEmail())
  await fieldOf(page, english.accounts.password).fill(credentials.password)
  await fieldOf(page, english.accounts.confirmPassword).fill(credentials.password)
  await page.getByRole('button', { name: english.accounts.register.submit }).click()
  await expect(alertOf(page)).toHaveText(fill(english.shell.tooManyAttempts, { minutes: 6 }))
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(alertOf(page)).toHaveText(fill(german.shell.tooManyAttempts, { minutes: 6 }, 'de'))
})
