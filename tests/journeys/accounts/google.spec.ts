import type { Page } from '@playwright/test'
import errorMessages from '#languages/en/errors.json' with { type: 'json' }
import catalogue from '#languages/en/accounts.json' with { type: 'json' }
import { expect, test } from '#tests/journeys/support/account-journey.ts'
import {
  alertOf,
  fieldOf,
  followLink,
  signIn,
  takeFailure,
  trySignIn,
} from '#tests/journeys/support/account-steps.ts'
import { accountTexts, type AccountTexts } from '#tests/journeys/support/account-texts.ts'
import { newEmail, type Account } from '#tests/journeys/support/call-api.ts'

test.beforeEach(({ faults, google }) => faults.expectHost(google.environment.GOOGLE_ISSUER))

for (const texts of accountTexts) {
  test.describe(`in ${texts.language}`, () => {
    test.use({ locale: texts.locale })

    test('the button leads to Google, and back home, signed in without a password', async ({
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
      await expect(page.getByRole('status')).toHaveText(texts.google.pending)
      held.resolve()
      await expect(page).toHaveURL('/prompts')
      await expect(
        page.getByRole('button', { name: /^(?:Add Prompt|Neuer Prompt)$/ }).first(),
      ).toBeVisible()

      await page.goto('/profile')
      await expect(page.getByText(email)).toBeVisible()
      await expect(page.getByText(texts.profile.verified, { exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { name: texts.profile.sessions })).toBeVisible()
      await expect(page.getByLabel(texts.currentPassword)).toBeHidden()
      await expect(page.getByRole('button', { name: texts.profile.update })).toBeHidden()
    })

    test('who refuses at Google is back at the sign-in screen, which says so', async ({
      page,
      google,
      faults,
    }) => {
      google.person = undefined
      faults.expectFailure('/api/login/google-login', 400)
      await pressGoogle(page, texts)
      await expect(page).toHaveURL('/login')
      await expect(alertOf(page)).toHaveText(texts.google.failed)
      await expect(page.getByRole('button', { name: texts.google.button })).toBeEnabled()
    })

    test('an address that Google has not verified is refused', async ({ page, google, faults }) => {
      const email = newEmail()
      google.person = { subject: email, email, isVerified: false }
      faults.expectFailure('/api/login/google-login', 400)
      await pressGoogle(page, texts)
      await expect(page).toHaveURL('/login')
      await expect(alertOf(page)).toHaveText(texts.google.unverified)
    })

    test('a Google that is down is said to be, before and on the way back', async ({
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
      await expect(alertOf(page)).toHaveText(texts.google.unreachable)
      await google.comeBack()
      await page.unroute('**/api/login/google-login*')
      await pressGoogle(page, texts)
      await expect(page).toHaveURL('/prompts')
      await takeFailure(server)
    })
  })
}

const [english] = accountTexts
if (!english) throw new Error('No English texts')

test('an answer that this browser did not ask for signs nobody in', async ({ page, faults }) => {
  faults.expectFailure('/api/login/google-login', 400)
  for (const query of ['', '?code=x&state=y', '?error=access_denied']) {
    await page.goto(`/verify-glogin${query}`)
    await expect(page).toHaveURL('/login')
    await expect(alertOf(page)).toHaveText(english.google.failed)
  }
})

test('an account whose address is proved is linked, and its password goes on working', async ({
  page,
  account,
  openVisitor,
  google,
  mailServer,
}) => {
  await followLink(page, await mailServer.waitForMail(account.email), english.verify.button)
  await expect(page.getByRole('heading', { name: english.verify.done })).toBeVisible()

  google.person = googlePersonOf(account)
  const visitor = await openVisitor()
  await pressGoogle(visitor, english)
  await expect(visitor).toHaveURL('/prompts')
  await visitor.goto('/profile')
  await expect(visitor.getByText(account.email)).toBeVisible()
  await expect(visitor.getByLabel(english.currentPassword)).toBeVisible()

  await page.goto('/profile')
  await expect(page.getByText(account.email)).toBeVisible()
  await signIn(await openVisitor(), english, account)
})

test('an account whose address nobody proved is taken over: its password and sessions end', async ({
  page,
  account,
  openVisitor,
  google,
  faults,
}) => {
  await page.goto('/prompts')
  google.person = googlePersonOf(account)
  const visitor = await openVisitor()
  await pressGoogle(visitor, english)
  await expect(visitor).toHaveURL('/prompts')

  faults.expectFailure(/^\/api\//, 401)
  await page.getByRole('link', { name: english.profile.title }).click()
  await expect(page).toHaveURL('/login')
  faults.expectFailure('/api/login', 400)
  await trySignIn(page, english, account)
  await expect(alertOf(page)).toHaveText(english.wrongPassword)
})

test('an address that Google does not run the mailbox of is connected by the password, once', async ({
  page,
  account,
  openVisitor,
  google,
  faults,
}) => {
  await page.goto('/prompts')
  google.person = { subject: account.email, email: account.email, isVerified: true }
  const visitor = await openVisitor()
  faults.expectFailure('/api/login/google-login', 409)
  await pressGoogle(visitor, english)
  await expect(visitor).toHaveURL('/login')
  await expect(alertOf(visitor)).toHaveText(errorMessages.google_password_needed)
  await fieldOf(visitor, english.email).fill(account.email)
  await fieldOf(visitor, english.password).fill(account.password)
  await visitor.getByRole('button', { name: english.logIn, exact: true }).click()
  await expect(visitor).toHaveURL('/prompts')

  const another = await openVisitor()
  await pressGoogle(another, english)
  await expect(another).toHaveURL('/prompts')
  await another.goto('/profile')
  await another.getByRole('button', { name: catalogue.profile.unlinkGoogle }).click()
  await expect(another.getByText(catalogue.profile.googleUnlinked)).toBeVisible()
  await expect(another.getByRole('heading', { name: catalogue.profile.googleTitle })).toBeHidden()
})

/** An account with the address at Google, which runs the mailbox. */
function googlePersonOf({ email }: Account) {
  return { subject: email, email, isVerified: true, domain: 'example.org' }
}

async function pressGoogle(page: Page, texts: AccountTexts) {
  await page.goto('/login')
  await page.getByRole('button', { name: texts.google.button }).click()
}
