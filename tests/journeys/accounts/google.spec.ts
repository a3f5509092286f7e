import { languageCodes, languages } from '#languages/languages.ts'
import type { Page } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import { expect, test } from '#tests/journeys/support/account-journey.ts'
import {
  alertOf,
  expectLoggedOut,
  fieldOf,
  followLink,
  signIn,
  takeFailure,
  trySignIn,
} from '#tests/journeys/support/account-steps.ts'
import { codeNow, renewCodes } from '#tests/journeys/support/authenticators.ts'
import { clientOf, newEmail, type Account } from '#tests/journeys/support/call-api.ts'
import { texts, textsOf, type Texts } from '#tests/journeys/support/texts.ts'

test.beforeEach(({ faults, google }) => faults.expectHost(google.environment.GOOGLE_ISSUER))

for (const language of languageCodes) {
  const texts = textsOf[language]
  test.describe(`in ${languages[language].name}`, () => {
    test.use({ locale: languages[language].locale })

    test('the button signs in with Google and returns home, without a password', async ({
      page,
      google,
    }) => {
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
      await expect(
        page.getByRole('button', { name: texts.library.addPrompt }).first(),
      ).toBeVisible()

      await page.goto('/profile')
      await expect(page.getByText(email)).toBeVisible()
      await expect(page.getByText(texts.accounts.profile.verified, { exact: true })).toBeVisible()
      await expect(
        page.getByRole('heading', { name: texts.accounts.profile.sessionsTitle }),
      ).toBeVisible()
      await expect(
        page.getByRole('textbox', { name: texts.accounts.profile.currentPassword }),
      ).toBeHidden()
      await expect(page.getByRole('button', { name: texts.accounts.profile.update })).toBeHidden()
    })

    test('declining at Google returns to the sign-in screen with a message', async ({
      page,
      google,
      faults,
    }) => {
      google.person = undefined
      faults.expectFailure('/api/login/google-login', 400)
      await pressGoogle(page, texts)
      await expect(page).toHaveURL('/login')
      await expect(alertOf(page)).toHaveText(texts.errors.google_failed)
      await expect(page.getByRole('button', { name: texts.accounts.login.google })).toBeEnabled()
    })

    test('an address that Google has not verified is rejected', async ({
      page,
      google,
      faults,
    }) => {
      const email = newEmail()
      google.person = { subject: email, email, isVerified: false }
      faults.expectFailure('/api/login/google-login', 400)
      await pressGoogle(page, texts)
      await expect(page).toHaveURL('/login')
      await expect(alertOf(page)).toHaveText(texts.errors.google_email_unverified)
    })

    test('an outage of Google is reported, both before and after the redirect', async ({
      page,
      google,
      faults,
      server,
    }) => {
      const email = newEmail()
      google.person = { subject: email, email, isVerified: true }
      await page.route('**/api/login/google-login*', async (route) => {
        await google.goDown()
        await route.continue()
      })
      faults.expectFailure('/api/login/google-login', 503)
      await pressGoogle(page, texts)
      await expect(page).toHaveURL('/login')
      await expect(alertOf(page)).toHaveText(texts.errors.unavailable)
      await google.comeBack()
      await page.unroute('**/api/login/google-login*')
      await pressGoogle(page, texts)
      await expect(page).toHaveURL('/prompts')
      await takeFailure(server)
    })
  })
}

test('a redirect that this browser did not request starts no session', async ({ page, faults }) => {
  faults.expectFailure('/api/login/google-login', 400)
  for (const query of ['', '?code=x&state=y', '?error=access_denied']) {
    await page.goto(`/verify-glogin${query}`)
    await expect(page).toHaveURL('/login')
    await expect(alertOf(page)).toHaveText(texts.errors.google_failed)
  }
})

test('an account with a verified address is linked, and its password still works', async ({
  page,
  account,
  openVisitor,
  google,
  mailServer,
}) => {
  await followLink(
    page,
    await mailServer.waitForMail(account.email),
    texts.mails.verification.button,
  )
  await expect(page.getByRole('heading', { name: texts.accounts.verify.title })).toBeVisible()

  google.person = googlePersonOf(account)
  const visitor = await openVisitor()
  await pressGoogle(visitor, texts)
  await expect(visitor).toHaveURL('/prompts')
  await visitor.goto('/profile')
  await expect(visitor.getByText(account.email)).toBeVisible()
  await expect(
    visitor.getByRole('textbox', { name: texts.accounts.profile.currentPassword }),
  ).toBeVisible()

  await page.goto('/profile')
  await expect(page.getByText(account.email)).toBeVisible()
  await signIn(await openVisitor(), texts, account)
})

test('an account with an unverified address is taken over: its password and sessions end', async ({
  page,
  account,
  openVisitor,
  google,
  faults,
}) => {
  google.person = googlePersonOf(account)
  const visitor = await openVisitor()
  await pressGoogle(visitor, texts)
  await expect(visitor).toHaveURL('/prompts')

  await expectLoggedOut(page)
  faults.expectFailure('/api/login', 400)
  await trySignIn(page, texts, account)
  await expect(alertOf(page)).toHaveText(texts.errors.password_wrong)
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
  await another.goto('/profile')
  await another.getByRole('button', { name: texts.accounts.profile.unlinkGoogle }).click()
  await expect(another.getByText(texts.accounts.profile.googleUnlinked)).toBeVisible()
  await expect(
    another.getByRole('heading', { name: texts.accounts.profile.googleTitle }),
  ).toBeHidden()
})

test('an authenticator app is asked for its code after Google, too', async ({
  page,
  google,
  server,
  faults,
}) => {
  const email = newEmail()
  google.person = { subject: email, email, isVerified: true }
  await pressGoogle(page, texts)
  await expect(page).toHaveURL('/prompts')
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

/** An account with the address at Google, which hosts the mailbox. */
function googlePersonOf({ email }: Account) {
  return { subject: email, email, isVerified: true, domain: 'example.org' }
}

async function pressGoogle(page: Page, texts: Texts) {
  await page.goto('/login')
  await page.getByRole('button', { name: texts.accounts.login.google }).click()
}
