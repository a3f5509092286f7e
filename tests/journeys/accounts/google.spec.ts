import { languages } from '#languages/languages.ts'
import type { Page } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import { expect, test } from '#tests/journeys/support/account-journey.ts'
import { alertOf, fieldOf, openProfile } from '#tests/journeys/support/account-steps.ts'
import { codeNow, renewCodes } from '#tests/journeys/support/authenticators.ts'
import { clientOf, newEmail } from '#tests/journeys/support/call-api.ts'
import { texts, textsOf, type Texts } from '#tests/journeys/support/texts.ts'

test.beforeEach(({ faults, google }) => faults.expectHost(google.environment.GOOGLE_ISSUER))

test.describe('in German', () => {
  test.use({ locale: languages.de.locale })
  const texts = textsOf.de

  test('the button logs in with Google and returns home, without a password', async ({
    page,
    google,
    faults,
  }) => {
    google.person = undefined
    faults.expectFailure('/api/login/google-login', 400)
    await pressGoogle(page, texts)
    await expect(page).toHaveURL('/login')
    await expect(alertOf(page)).toHaveText(texts.errors.google_failed)

    const email = newEmail()
    google.person = { subject: email, email, isVerified: true }
    const held = Promise.withResolvers<void>()
    await page.route('**/api/login/google-login*', async (route) => {
      await held.promise
      await route.continue()
    })
    await pressGoogle(page, texts)
    await expect(page.getByRole('status')).toHaveText(texts.accounts.google.pending)
    held.resolve()
    await expect(page).toHaveURL('/prompts')
    await expect(page.getByRole('button', { name: texts.library.addPrompt }).first()).toBeVisible()

    await page.goto('/profile')
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByText(texts.accounts.profile.verified, { exact: true })).toBeVisible()
    await expect(
      page.getByRole('heading', { name: texts.accounts.profile.sessionsTitle }),
    ).toBeVisible()
    await expect(
      page.getByRole('button', { name: texts.accounts.profile.changePassword }),
    ).toBeHidden()
  })
})

test('an address whose mailbox Google does not host requires the password once', async ({
  account,
  openVisitor,
  google,
  faults,
}) => {
  google.person = { subject: account.email, email: account.email, isVerified: true }
  const visitor = await openVisitor()
  faults.expectFailure('/api/login/google-login', 409)
  await pressGoogle(visitor, texts)
  await expect(visitor).toHaveURL('/login')
  await expect(alertOf(visitor)).toHaveText(texts.errors.google_password_needed)
  await fieldOf(visitor, texts.accounts.email).fill(account.email)
  await fieldOf(visitor, texts.accounts.password).fill(account.password)
  await visitor.getByRole('button', { name: texts.accounts.login.submit, exact: true }).click()
  await expect(visitor).toHaveURL('/prompts')

  const another = await openVisitor()
  await pressGoogle(another, texts)
  await expect(another).toHaveURL('/prompts')
  await openProfile(another)
  await another.getByRole('button', { name: texts.accounts.profile.unlinkGoogle }).click()
  await expect(another.getByText(texts.accounts.profile.googleUnlinked)).toBeVisible()
  await expect(
    another.getByRole('heading', { name: texts.accounts.profile.googleTitle }),
  ).toBeHidden()
})

test('a login with Google also requires the code of the authenticator app', async ({
  page,
  google,
  server,
  faults,
}) => {
  const email = newEmail()
  google.person = { subject: email, email, isVerified: true }
  await pressGoogle(page, texts)
  await expect(page).toHaveURL('/prompts')
  // Adding the factor renews the session's token, and calls of an open library would still send the previous one.
  await page.goto('about:blank')
  const call = clientOf(page.request)
  const { secret } = await call(calls.beginTotp, {})
  await call(calls.confirmTotp, { code: codeNow(secret) })
  await call(calls.confirmRecoveryCodes, {})
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')

  faults.expectFailure('/api/login/google-login', 403)
  await pressGoogle(page, texts)
  const code = fieldOf(page, texts.accounts.factorProof.codeLabel)
  await expect(code).toBeFocused()
  renewCodes(server)
  await code.fill(codeNow(secret))
  await code.press('Enter')
  await expect(page).toHaveURL('/prompts')
})

async function pressGoogle(page: Page, texts: Texts) {
  await page.goto('/login')
  await page.getByRole('button', { name: texts.accounts.login.google }).click()
}
