import { languages } from '#languages/languages.ts'
import { expect, test } from '#tests/journeys/support/account-journey.ts'
import {
  alertOf,
  expectLoggedOut,
  fieldOf,
  followLink,
  signIn,
  trySignIn,
} from '#tests/journeys/support/account-steps.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'

const texts = textsOf.de
test.use({ locale: languages.de.locale })

test('a forgotten password is reset with a mailed link, once', async ({
  page,
  account,
  openVisitor,
  mailServer,
  server,
  faults,
}) => {
  const visitor = await openVisitor()
  await visitor.goto('/login')
  await visitor.getByRole('link', { name: texts.accounts.login.forgot }).click()
  await expect(visitor).toHaveURL('/forgot-password/link')
  await expect(visitor.getByRole('heading', { name: texts.accounts.forgot.title })).toBeVisible()
  await fieldOf(visitor, texts.accounts.email).fill(account.email.toUpperCase())
  const send = visitor.getByRole('button', { name: texts.accounts.forgot.submit })
  await send.click()
  await expect(visitor.getByRole('status')).toHaveText(texts.accounts.forgot.sent)
  await expect(send).toBeHidden()

  // The first mail verified the address of the new account.
  const mail = await mailServer.waitForMail(account.email, 2)
  expect(mail.subject).toBe(texts.mails.reset.subject)
  expect(mail.link).toMatch(new RegExp(`^${server.origin}/forgot-password/reset/[\\w-]+$`))
  await followLink(visitor, mail, texts.mails.reset.button)
  await expect(visitor.getByRole('heading', { name: texts.accounts.reset.title })).toBeVisible()
  await expect(fieldOf(visitor, texts.accounts.email)).toHaveValue(account.email)
  await expect(fieldOf(visitor, texts.accounts.email)).not.toBeEditable()

  await fieldOf(visitor, texts.accounts.reset.newPassword).fill('another quiet library')
  await fieldOf(visitor, texts.accounts.confirmPassword).fill('another quiet library')
  const submit = visitor.getByRole('button', { name: texts.accounts.reset.submit })
  await submit.click()
  await expect(visitor.getByRole('status')).toContainText(texts.accounts.reset.done)
  await expect(visitor.getByText(texts.accounts.reset.lookAt)).toBeVisible()
  await expect(submit).toBeHidden()
  await expect(alertOf(visitor)).toBeHidden()

  // All previous sessions have ended.
  await expectLoggedOut(page)

  await visitor.getByRole('status').getByRole('link', { name: texts.accounts.login.submit }).click()
  await expect(visitor).toHaveURL('/login')
  faults.expectFailure('/api/login', 400)
  await trySignIn(visitor, texts, account)
  await expect(alertOf(visitor)).toHaveText(texts.errors.password_wrong)
  await signIn(visitor, texts, { email: account.email, password: 'another quiet library' })

  faults.expectConsole('Not found')
  faults.expectFailure(/^\/api\/fp\/reset\//, 400)
  await page.goto(mail.link)
  await expect(page.getByText(texts.shell.notFound.text)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: texts.shell.home }).click()
  await expect(page).toHaveURL('/')
})
