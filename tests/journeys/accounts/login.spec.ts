import { loginCheckCalls } from '#contract/accounts/login-check.ts'
import { fieldOf } from '#tests/journeys/support/account-steps.ts'
import { clientOf } from '#tests/journeys/support/call-api.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { folderLink } from '#tests/journeys/support/library-steps.ts'
import { makeFolder } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'

test('a user who is logged in is redirected home from the screens for visitors', async ({
  page,
  account,
}) => {
  await makeFolder(account, 'Marketing')
  for (const path of ['/login', '/register', '/forgot-password/link', '/forgot-password/reset/x']) {
    await page.goto(path)
    await expect(page).toHaveURL('/prompts')
    await expect(folderLink(page, 'Marketing')).toBeVisible()
  }
})

test.describe('without a copy', () => {
  test.use({ keepsCopy: false })

  test('any call with an expired session redirects to the login screen', async ({
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
    // The first failing call already redirects to the login screen.
    faults.expectFailure(/^\/api\//, 401)
    // The screen may call the server before the click.
    await Promise.any([folderLink(page, 'Marketing').click(), page.waitForURL('/login')])
    await expect(page).toHaveURL('/login')
  })
})

test('the library, the plans and the profile require a login, which loads the library once', async ({
  page,
  context,
  openVisitor,
  account,
}) => {
  const visitor = await openVisitor()
  for (const path of ['/prompts', '/plans', '/profile']) {
    await visitor.goto(path)
    await expect(visitor).toHaveURL('/login')
    await expect(visitor.getByRole('heading', { name: texts.accounts.login.title })).toBeVisible()
  }
  let loads = 0
  await visitor.route('**/prompts', async (route) => {
    loads += 1
    // Gives the previous screen time to repeat the login check.
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
  // Pending queries are cancelled, because the server would reject them after the logout.
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
