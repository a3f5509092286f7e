import { languages } from '#languages/languages.ts'
import { expect, test } from '#tests/journeys/support/account-journey.ts'
import { followLink, register, signIn } from '#tests/journeys/support/account-steps.ts'
import { newEmail } from '#tests/journeys/support/call-api.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'

const language = 'en'
const texts = textsOf[language]
test.use({ locale: languages[language].locale })

test('a new user verifies the address with a mailed link, which works once', async ({
  page,
  mailServer,
  server,
  faults,
}) => {
  const credentials = { email: newEmail(), password: 'a quiet library' }
  await register(page, texts, credentials)
  const mail = await mailServer.waitForMail(credentials.email)
  expect(mail.subject).toBe(texts.mails.verification.subject)
  expect(mail.link).toMatch(new RegExp(`^${server.origin}/verify-email/[\\w-]+$`))
  await signIn(page, texts, credentials)
  await page.goto('/profile')
  await expect(page.getByText(texts.accounts.profile.unverified, { exact: true })).toBeVisible()

  // The response is delayed to observe the waiting screen.
  const held = Promise.withResolvers<void>()
  await page.route('**/api/verify-email', async (route) => {
    await held.promise
    await route.continue()
  })
  await followLink(page, mail, texts.mails.verification.button)
  await expect(page.getByRole('status')).toHaveText(texts.accounts.verify.pending)
  held.resolve()
  await expect(page.getByRole('heading', { name: texts.accounts.verify.title })).toBeVisible()
  await expect(page).toHaveTitle(`${texts.accounts.verify.title} · Promptshelf`)
  await page.getByRole('main').getByRole('link', { name: texts.accounts.verify.home }).click()
  await expect(page).toHaveURL('/prompts')
  await page.goto('/profile')
  await expect(page.getByText(texts.accounts.profile.verified, { exact: true })).toBeVisible()

  faults.expectFailure('/api/verify-email', 400)
  await page.goto(mail.link)
  await expect(page.getByText(texts.shell.notFound.text)).toBeVisible()
  expect(mailServer.mails.filter(({ recipients: [to] }) => to === credentials.email)).toEqual([
    mail,
  ])
})

test('a user who is logged in can enter the code from the mail instead', async ({
  page,
  mailServer,
  faults,
}) => {
  const credentials = { email: newEmail(), password: 'a quiet library' }
  const { profile } = texts.accounts
  await register(page, texts, credentials)
  await signIn(page, texts, credentials)
  await page.goto('/profile')
  await expect(page.getByLabel(profile.mailedCode)).toHaveCount(0)
  await page.getByRole('button', { name: profile.sendVerification }).click()
  const field = page.getByLabel(profile.mailedCode)
  const confirm = page.getByRole('button', { name: profile.confirmCode, exact: true })
  faults.expectFailure('/api/profile/verify-code', 400)
  await expect(field).toBeFocused()
  await page.keyboard.type('0000-0000')
  await confirm.click()
  await expect(page.getByText(texts.errors.mail_code_invalid)).toBeVisible()
  const mailsOf = () => mailServer.mails.filter(({ recipients: [to] }) => to === credentials.email)
  await expect.poll(() => mailsOf().length).toBe(2)
  const [code = ''] = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(mailsOf().at(-1)?.text ?? '') ?? []
  await field.fill(code)
  await confirm.click()
  await expect(page.getByText(profile.verified, { exact: true })).toBeVisible()
  await expect(field).toHaveCount(0)
})

test('a link that was never mailed is not found; the mail is in the language on screen, not in the browser’s', async ({
  page,
  mailServer,
  faults,
}) => {
  faults.expectFailure('/api/verify-email', 400)
  for (const token of ['made-up', 'x'.repeat(500), '%F0%9F%92%A9']) {
    await page.goto(`/verify-email/${token}`)
    await expect(page.getByText(texts.shell.notFound.text)).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: texts.shell.home }).click()
  await expect(page).toHaveURL('/')

  const german = textsOf.de
  await page.goto('/register')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { name: german.accounts.register.title })).toBeVisible()
  const email = newEmail()
  await register(page, german, { email, password: 'a quiet library' })
  expect((await mailServer.waitForMail(email)).subject).toBe(german.mails.verification.subject)
})
