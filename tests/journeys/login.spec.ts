import { accountCalls } from '#contract/accounts.ts'
import { callApi } from './call-api.ts'
import { expect, test } from './journey.ts'
import { folderLink } from './library-steps.ts'
import { makeFolder } from './make-library.ts'

test('a visitor to the library, the plans or the profile has to sign in', async ({ page }) => {
  for (const path of ['/prompts', '/plans', '/profile']) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  }
})

test('who is signed in goes from the sign-in and sign-up screens home', async ({
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

test('a session that has ended leads to the sign-in screen from any call', async ({
  page,
  account,
  faults,
}) => {
  await makeFolder(account, 'Marketing')
  await page.goto('/prompts')
  await expect(folderLink(page, 'Marketing')).toBeVisible()
  await page.context().clearCookies()
  // The first of them is enough to leave.
  faults.expectFailure(/^\/api\/(?:folders|prompts)\/list$/, 401)
  await folderLink(page, 'Marketing').click()
  await expect(page).toHaveURL('/login')
})

test('logging out ends the session', async ({ page, account }) => {
  await makeFolder(account, 'Marketing')
  await page.goto('/prompts')
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  const { isLoggedIn } = await callApi(page.request, accountCalls.checkLogin, {})
  expect(isLoggedIn).toBe(false)
  await page.goto('/prompts')
  await expect(page).toHaveURL('/login')
})

test('the sign-in screen says what is wrong, and keeps what was typed', async ({
  page,
  faults,
}) => {
  await page.goto('/login')
  const email = page.getByLabel('E-mail')
  const password = page.getByLabel('Password')
  const submit = page.getByRole('button', { name: 'Log in', exact: true })

  await submit.click()
  await expect(page.getByText('Please fill all the fields.')).toBeVisible()
  await email.fill('nobody')
  await password.fill('some words')
  await submit.click()
  await expect(page.getByText('Not a valid email')).toBeVisible()
  await expect(email).toHaveAccessibleDescription('Not a valid email')

  await email.fill('nobody@example.org')
  faults.expectFailure('/api/login', 400)
  await submit.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Wrong Password' })).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(email).toHaveValue('nobody@example.org')
  await expect(password).toHaveValue('some words')
})

test('the sign-up screen says what is wrong, and keeps what was typed', async ({
  openVisitor,
  account,
  faults,
}) => {
  const page = await openVisitor()
  await page.goto('/register')
  const email = page.getByLabel('E-mail')
  const password = page.getByLabel(/^Password/)
  const confirmation = page.getByLabel('Confirm password')
  const submit = page.getByRole('button', { name: 'Register' })

  await email.fill('reader')
  await submit.click()
  await expect(page.getByText('Please fill all the fields.')).toBeVisible()
  await password.fill('short')
  await confirmation.fill('different')
  await submit.click()
  await expect(page.getByText('Not a valid email')).toBeVisible()
  await email.fill(account.email)
  await submit.click()
  await expect(page.getByText('Password should be atleast 8 characeters long.')).toBeVisible()
  await password.fill('long enough')
  await submit.click()
  await expect(page.getByText('Confirm Password does not match')).toBeVisible()
  await confirmation.fill('long enough')
  faults.expectFailure('/api/register', 409)
  await submit.click()
  await expect(page.getByText('User already exist with this email')).toBeVisible()
  await expect(email).toHaveValue(account.email)
  await expect(password).toHaveValue('long enough')
})

test('without Google on this server, its button says so on use', async ({ page, faults }) => {
  await page.goto('/login')
  faults.expectFailure('/api/login/google-link', 503)
  faults.expectConsole('ApiError')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByText('This server has no Google sign-in.')).toBeVisible()
})
