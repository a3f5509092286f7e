import { defaultLanguage, languageCodes, languages } from '#languages/languages.ts'
import { expect, test } from '#tests/journeys/support/account-journey.ts'
import {
  alertOf,
  expectLoggedOut,
  fieldOf,
  followLink,
  signIn,
  trySignIn,
} from '#tests/journeys/support/account-steps.ts'
import { newEmail } from '#tests/journeys/support/call-api.ts'
import { texts, textsOf } from '#tests/journeys/support/texts.ts'

for (const language of languageCodes) {
  const texts = textsOf[language]
  test.describe(`in ${languages[language].name}`, () => {
    test.use({ locale: languages[language].locale })

    test('a forgotten password is reset with a mailed link', async ({
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
      await expect(
        visitor.getByRole('heading', { name: texts.accounts.forgot.title }),
      ).toBeVisible()
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

      const password = fieldOf(visitor, texts.accounts.reset.newPassword)
      const confirmation = fieldOf(visitor, texts.accounts.confirmPassword)
      const submit = visitor.getByRole('button', { name: texts.accounts.reset.submit })
      await password.fill('short')
      await submit.click()
      await expect(visitor.getByText(texts.errors.fields_missing)).toBeVisible()
      await confirmation.fill('other')
      await submit.click()
      await expect(password).toHaveAccessibleDescription(texts.errors.password_too_short)
      await password.fill('x'.repeat(129))
      await submit.click()
      await expect(password).toHaveAccessibleDescription(texts.errors.password_too_long)
      await password.fill('another quiet library')
      await submit.click()
      await expect(confirmation).toHaveAccessibleDescription(texts.errors.password_mismatch)
      await password.fill('Password1')
      await confirmation.fill('Password1')
      faults.expectFailure(/^\/api\/fp\/reset\/[\w-]+$/, 400)
      await submit.click()
      await expect(password).toHaveAccessibleDescription(texts.errors.password_common)
      await expect(visitor.getByText(texts.errors.password_common)).toHaveCSS(
        'color',
        'rgb(220, 38, 38)',
      )

      await password.fill('another quiet library')
      await confirmation.fill('another quiet library')
      await submit.click()
      await expect(visitor.getByRole('status')).toContainText(texts.accounts.reset.done)
      await expect(submit).toBeHidden()
      await expect(alertOf(visitor)).toBeHidden()

      // All former sessions have ended.
      await expectLoggedOut(page)

      await visitor
        .getByRole('status')
        .getByRole('link', { name: texts.accounts.login.submit })
        .click()
      await expect(visitor).toHaveURL('/login')
      faults.expectFailure('/api/login', 400)
      await trySignIn(visitor, texts, account)
      await expect(alertOf(visitor)).toHaveText(texts.errors.password_wrong)
      await signIn(visitor, texts, { email: account.email, password: 'another quiet library' })
    })

    // The rest does not depend on the language.
    if (language !== defaultLanguage) return

    test('an empty or invalid address is rejected', async ({ page }) => {
      const calls: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/fp/')) calls.push(request.url())
      })
      await page.goto('/forgot-password/link')
      const email = fieldOf(page, texts.accounts.email)
      const send = page.getByRole('button', { name: texts.accounts.forgot.submit })
      for (const address of ['', '   ', 'nobody', 'nobody@home', 'no body@example.org']) {
        await email.fill(address)
        await send.click()
        await expect(email).toHaveAccessibleDescription(texts.errors.reset_email_invalid)
        // Clears the form, so that the next rejection is seen separately.
        await page.reload()
      }
      expect(calls).toEqual([])
      await page.getByRole('link', { name: texts.accounts.forgot.back }).click()
      await expect(page).toHaveURL('/login')
    })

    test('an address without an account gets the same message, and no mail', async ({
      page,
      account,
      openVisitor,
      mailServer,
    }) => {
      const stranger = newEmail()
      const visitor = await openVisitor()
      for (const address of [stranger, account.email]) {
        await visitor.goto('/forgot-password/link')
        await fieldOf(visitor, texts.accounts.email).fill(address)
        await visitor.getByRole('button', { name: texts.accounts.forgot.submit }).click()
        await expect(visitor.getByRole('status')).toHaveText(texts.accounts.forgot.sent)
        await expect(
          visitor.getByRole('button', { name: texts.accounts.forgot.submit }),
        ).toBeHidden()
      }
      await mailServer.waitForMail(account.email, 2)
      expect(mailServer.mails.flatMap((mail) => mail.recipients)).not.toContain(stranger)
      await page.close()
    })

    test('the form shows the server’s error, and its button stays enabled', async ({
      page,
      faults,
    }) => {
      await page.route('**/api/fp/send', (route) => route.fulfill({ status: 500, body: '' }), {
        times: 1,
      })
      faults.expectFailure('/api/fp/send', 500)
      await page.goto('/forgot-password/link')
      await fieldOf(page, texts.accounts.email).fill(newEmail())
      const send = page.getByRole('button', { name: texts.accounts.forgot.submit })
      await send.click()
      await expect(alertOf(page)).toHaveText(texts.faults.noAnswer)
      await expect(alertOf(page)).toHaveCSS('color', 'rgb(220, 38, 38)')
      await send.click()
      await expect(page.getByRole('status')).toHaveText(texts.accounts.forgot.sent)
      await expect(alertOf(page)).toBeHidden()
    })

    test('a link works once, and an invented one never', async ({
      account,
      openVisitor,
      mailServer,
      faults,
    }) => {
      const visitor = await openVisitor()
      await visitor.goto('/forgot-password/link')
      await fieldOf(visitor, texts.accounts.email).fill(account.email)
      await visitor.getByRole('button', { name: texts.accounts.forgot.submit }).click()
      const { link } = await mailServer.waitForMail(account.email, 2)

      const windows = [visitor, await visitor.context().newPage()] as const
      for (const window of windows) {
        await window.goto(link)
        await fieldOf(window, texts.accounts.reset.newPassword).fill('another quiet library')
        await fieldOf(window, texts.accounts.confirmPassword).fill('another quiet library')
      }
      const [first, second] = windows
      await first.getByRole('button', { name: texts.accounts.reset.submit }).click()
      await expect(first.getByRole('status')).toContainText(texts.accounts.reset.done)
      faults.expectFailure(/^\/api\/fp\/reset\//, 400)
      await second.getByRole('button', { name: texts.accounts.reset.submit }).click()
      await expect(alertOf(second)).toHaveText(texts.errors.link_invalid)

      faults.expectConsole('Not found')
      for (const address of [link, '/forgot-password/reset/made-up']) {
        await visitor.goto(address)
        await expect(visitor.getByText(texts.shell.notFound.text)).toBeVisible()
      }
      await visitor.getByRole('main').getByRole('link', { name: texts.shell.home }).click()
      await expect(visitor).toHaveURL('/')
    })
  })
}

test('the screens for a forgotten password redirect a signed-in user home', async ({
  page,
  account,
}) => {
  expect(account.email).toContain('@')
  for (const path of ['/forgot-password/link', '/forgot-password/reset/made-up']) {
    await page.goto(path)
    await expect(page).toHaveURL('/prompts')
  }
})

test('the server rejects an invalid address, too', async ({ request }) => {
  for (const input of [{ email: '' }, { email: ' ' }, { email: 'nobody' }, {}]) {
    const response = await request.post('/api/fp/send', { data: input })
    expect(response.status()).toBe(400)
    expect(await response.json()).toEqual({
      status: 'error',
      code: 'reset_email_invalid',
      path: 'email',
      msg: texts.errors.reset_email_invalid,
    })
  }
})
