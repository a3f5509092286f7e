import { languageCodes, languages } from '#languages/languages.ts'
import { loginCheckCalls } from '#contract/accounts/login-check.ts'
import { alertOf, fieldOf } from '#tests/journeys/support/account-steps.ts'
import { clientOf } from '#tests/journeys/support/call-api.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { folderLink } from '#tests/journeys/support/library-steps.ts'
import { makeFolder } from '#tests/journeys/support/make-library.ts'
import { texts, textsOf } from '#tests/journeys/support/texts.ts'

test('the library, the plans and the profile require a sign-in', async ({ page }) => {
  for (const path of ['/prompts', '/plans', '/profile']) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { name: texts.accounts.login.title })).toBeVisible()
  }
})

test('the sign-in and sign-up screens redirect a signed-in user home', async ({
  page,
  account,
}) => {
  await makeFolder(account, 'Marketing')
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    await expect(page).toHaveURL('/prompts')
    await expect(folderLink(page, 'Marketing')).toBeVisible()
  }
})

test('any call with an expired session leads to the sign-in screen', async ({
  page,
  account,
  faults,
}) => {
  await makeFolder(account, 'Marketing')
  await page.goto('/prompts')
  await expect(folderLink(page, 'Marketing')).toBeVisible()
  // The requests after the first screen have finished.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  // The first failing call already leads to the sign-in screen.
  faults.expectFailure(/^\/api\//, 401)
  // The screen may call the server before the press.
  await Promise.any([folderLink(page, 'Marketing').click(), page.waitForURL('/login')])
  await expect(page).toHaveURL('/login')
})

test('logging in loads the library once', async ({ page, context, openVisitor, account }) => {
  const visitor = await openVisitor()
  let loads = 0
  await visitor.route('**/prompts', async (route) => {
    loads += 1
    // Time for the screen being left to repeat the login check.
    for (let count = 0; count < 10; count += 1) await context.request.get('/api/health')
    await route.continue()
  })
  await visitor.goto('/login')
  await visitor.getByLabel(texts.accounts.email).fill(account.email)
  await fieldOf(visitor, texts.accounts.password).fill(account.password)
  await visitor.getByRole('button', { name: texts.accounts.login.submit, exact: true }).click()
  await expect(visitor.getByRole('button', { name: texts.library.addPrompt }).first()).toBeVisible()
  expect(loads).toBe(1)
  await page.close()
})

test('logging out ends the session', async ({ page, account }) => {
  await makeFolder(account, 'Marketing')
  // Queries under way are cancelled: answered after the logout, they would be refused.
  const loggedOut = page.waitForResponse('**/api/logout')
  await page.route('**/api/my-values/get', async (route) => {
    await loggedOut
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/my-values/get')
  await page.goto('/prompts')
  await asked
  await page.getByRole('link', { name: texts.shell.logout }).click()
  await expect(page).toHaveURL('/login')
  const { isLoggedIn } = await clientOf(page.request)(loginCheckCalls.checkLogin, {})
  expect(isLoggedIn).toBe(false)
  await page.goto('/prompts')
  await expect(page).toHaveURL('/login')
})

for (const language of languageCodes) {
  const texts = textsOf[language]
  test.describe(`in ${languages[language].name}`, () => {
    test.use({ locale: languages[language].locale })

    test('the sign-in screen shows errors, and keeps its input', async ({ page, faults }) => {
      await page.goto('/login')
      const email = fieldOf(page, texts.accounts.email)
      const password = fieldOf(page, texts.accounts.password)
      const submit = page.getByRole('button', { name: texts.accounts.login.submit, exact: true })

      await submit.click()
      await expect(page.getByText(texts.errors.fields_missing)).toBeVisible()
      await email.fill('nobody')
      await password.fill('some words')
      await submit.click()
      await expect(email).toHaveAccessibleDescription(texts.errors.email_invalid)

      await email.fill('nobody@example.org')
      faults.expectFailure('/api/login', 400)
      await submit.click()
      await expect(alertOf(page)).toHaveText(texts.errors.password_wrong)
      await expect(page).toHaveURL('/login')
      await expect(email).toHaveValue('nobody@example.org')
      await expect(password).toHaveValue('some words')

      // The form's own errors replace the server's.
      await password.fill('')
      await submit.click()
      await expect(password).toHaveAccessibleDescription(texts.errors.fields_missing)
      await expect(alertOf(page)).toBeHidden()
    })

    test('the sign-up screen shows errors, and keeps its input', async ({
      openVisitor,
      account,
      faults,
    }) => {
      const page = await openVisitor()
      await page.goto('/register')
      const email = fieldOf(page, texts.accounts.email)
      const password = fieldOf(page, texts.accounts.password)
      const confirmation = fieldOf(page, texts.accounts.confirmPassword)
      const submit = page.getByRole('button', { name: texts.accounts.register.submit })

      await email.fill('reader')
      await submit.click()
      await expect(page.getByText(texts.errors.fields_missing)).toBeVisible()
      await password.fill('short')
      await confirmation.fill('different')
      await submit.click()
      await expect(email).toHaveAccessibleDescription(texts.errors.email_invalid)
      await email.fill(account.email)
      await submit.click()
      await expect(password).toHaveAccessibleDescription(texts.errors.password_too_short)
      await password.fill('long enough')
      await submit.click()
      await expect(confirmation).toHaveAccessibleDescription(texts.errors.password_mismatch)
      await password.fill('Sunshine1')
      await confirmation.fill('Sunshine1')
      faults.expectFailure('/api/register', 400)
      await submit.click()
      await expect(password).toHaveAccessibleDescription(texts.errors.password_common)
      await password.fill('long enough')
      await confirmation.fill('long enough')
      faults.expectFailure('/api/register', 409)
      await submit.click()
      await expect(alertOf(page)).toHaveText(texts.errors.email_taken)
      await expect(email).toHaveValue(account.email)
      await expect(password).toHaveValue('long enough')
    })

    test('the Google button shows an error if the server has no Google sign-in', async ({
      page,
      faults,
    }) => {
      await page.goto('/login')
      faults.expectFailure('/api/login/google-link', 503)
      faults.expectConsole('ApiError')
      const button = page.getByRole('button', { name: texts.accounts.login.google })
      await button.click()
      await expect(alertOf(page)).toHaveText(texts.errors.google_unavailable)
      await expect(button).toBeEnabled()
    })
  })
}
