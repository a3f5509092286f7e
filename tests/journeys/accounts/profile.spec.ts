import { languages } from '#languages/languages.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/support/account-journey.ts'
import {
  alertOf,
  expectLoggedOut,
  fillInPasswords,
  openProfile,
  signIn,
  signInElsewhere,
  trySignIn,
} from '#tests/journeys/support/account-steps.ts'
import { dialogOf } from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'
import { withoutAnswers } from '#tests/journeys/support/without-answers.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

const language = 'en'
const texts = textsOf[language]
test.use({ locale: languages[language].locale })

test('the profile shows the address, whether it is verified, and usage, and going back asks before it discards a partly typed password', async ({
  page,
  account,
  mailServer,
}) => {
  for (const name of ['One', 'Two', 'Three']) await makePrompt(account, { name })
  await makeFolder(account, 'Inner', await makeFolder(account, 'Outer'))
  await page.goto('/prompts')
  await page.getByRole('link', { name: texts.shell.profile }).click()
  await expect(page.getByRole('heading', { name: texts.accounts.profile.title })).toBeVisible()
  await expect(page).toHaveTitle(`${texts.accounts.profile.title} · Promptshelf`)
  const email = page.locator('#email')
  await expect(email).toContainText(account.email)
  await expect(email).toContainText(texts.accounts.profile.unverified)
  await expect(fact(page, texts.accounts.profile.prompts)).toHaveText(
    fill(texts.accounts.profile.ofLimit, { count: 3, limit: 10 }, language),
  )
  await expect(fact(page, texts.accounts.profile.folders)).toHaveText('2')
  await expect(fact(page, texts.accounts.profile.credits)).toHaveText(
    [
      fill(texts.accounts.profile.creditsAvailable, { current: 20 }, language),
      fill(texts.accounts.profile.creditsOnce, { given: 20 }, language),
    ].join(' '),
  )

  await page.getByRole('button', { name: texts.accounts.profile.changePassword }).click()
  const typed = page.getByRole('textbox', { name: texts.accounts.profile.currentPassword })
  await typed.fill('a quiet')
  await page.goBack()
  await page.getByRole('button', { name: texts.library.discard.keep }).click()
  await expect(typed).toHaveValue('a quiet')
  await page.goBack()
  await page.getByRole('button', { name: texts.library.discard.discard }).click()
  await expect(page).toHaveURL('/prompts')

  await page.goto((await mailServer.waitForMail(account.email)).link)
  await expect(page.getByRole('heading', { name: texts.accounts.verify.title })).toBeVisible()
  await page.goto('/profile')
  await expect(email.getByText(texts.accounts.profile.verified, { exact: true })).toBeVisible()
})

test('the list of sections links to each, and marks the current one, without console output', async ({
  page,
  account: _account,
}) => {
  const { groups } = texts.accounts.profile
  const links = page.getByRole('navigation', { name: groups.label })
  const current = links.locator('[aria-current]')
  const heading = (name: string) => page.getByRole('heading', { name, level: 2 })
  // The URL of a form opens it, but going back does not open it again.
  await page.goto('/profile#password')
  const form = dialogOf(page, texts.accounts.profile.changePassword)
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(
    page.getByRole('button', { name: texts.accounts.profile.changePassword }),
  ).toBeFocused()
  await links.getByRole('link', { name: groups.data }).click()
  await page.goBack()
  await expect(current).toHaveText(groups['sign-in'])
  await expect(form).toBeHidden()
  // Going back from another screen does not open it either.
  await page.getByRole('link', { name: texts.shell.prompts, exact: true }).click()
  await expect(page).toHaveURL('/prompts')
  await page.goBack()
  await expect(current).toHaveText(groups['sign-in'])
  await expect(form).toBeHidden()
  await page.goto('/prompts')
  await page.goto('/profile#tokens')
  const tokens = page.getByRole('heading', { name: texts.accounts.tokens.title, exact: true })
  await expect(tokens).toBeFocused()
  await expect(tokens).toBeInViewport()
  await expect(current).toHaveText(groups.access)
  // Unsaved input, which the router guards.
  await page.getByRole('button', { name: texts.values.mine.add }).click()
  for (let time = 0; time < 2; time++) {
    await links.getByRole('link', { name: groups.devices }).click()
    await expect(heading(groups.devices)).toBeInViewport()
    await expect(heading(groups.devices)).toBeFocused()
    await expect(current).toHaveText(groups.devices)
    await page.evaluate(() => scrollTo(0, 0))
    await expect(current).toHaveText(groups.account)
  }
  await links.getByRole('link', { name: groups.data }).click()
  await expect(current).toHaveText(groups.data)
  await page.goBack()
  await expect(heading(groups.devices)).toBeInViewport()
  await expect(current).toHaveText(groups.devices)
  await page.keyboard.press('Tab')
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="#content"]')?.click())
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL(/#devices$/)
})

test('changing the password ends every other session', async ({
  page,
  account,
  openVisitor,
  faults,
}) => {
  const elsewhere = await openVisitor()
  await signInElsewhere(elsewhere, texts, account)
  await openProfile(page)
  const dialog = await fillInPasswords(page, texts, account.password, 'another quiet library')
  await dialog.getByRole('button', { name: texts.accounts.profile.update }).click()
  await expect(page.getByText(texts.accounts.profile.updated, { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()

  await expectLoggedOut(elsewhere)
  faults.expectFailure('/api/login', 400)
  await trySignIn(elsewhere, texts, account)
  await expect(alertOf(elsewhere)).toHaveText(texts.errors.password_wrong)
  await signIn(elsewhere, texts, { ...account, password: 'another quiet library' })
  await page.reload()
  await expect(page).toHaveURL('/profile')
})

test.describe('without a copy', () => {
  test.use({ keepsCopy: false })

  test('data that is loading during a change of password is loaded again', async ({
    page,
    context,
    account,
    faults,
  }) => {
    await makeFolder(account, 'Marketing')
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const isChanged = page.waitForResponse('**/api/update-profile')
    faults.expectFailure('/api/folders/tree', 401)
    await page.route(
      '**/api/folders/tree',
      async (route) => {
        // Sent before the change, it arrives after it.
        await isChanged
        await route.fulfill({ response: await route.fetch({ headers: { cookie } }) })
      },
      { times: 1 },
    )
    const isLoading = page.waitForRequest('**/api/folders/tree')
    await page.goto('/profile')
    await isLoading
    const dialog = await fillInPasswords(page, texts, account.password, 'another quiet library')
    await dialog.getByRole('button', { name: texts.accounts.profile.update }).click()
    await expect(page.getByRole('treeitem', { name: /^Marketing/ })).toBeVisible()
    await expect(page.getByText(texts.accounts.profile.updated, { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/profile')
  })
})

test('the list of devices shows all sessions, and ends one, or all others', async ({
  page,
  account,
  mailServer,
  openVisitor,
}) => {
  const elsewhere = await openVisitor({ userAgent: firefox })
  await signInElsewhere(elsewhere, texts, account)
  // The first mail to the address is the welcome mail.
  expect((await mailServer.waitForMail(account.email, 2)).text).toContain('Firefox')
  await page.goto('/profile')
  const devices = page.locator('#sessions')
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  const here = devices.getByRole('listitem').filter({ hasText: texts.accounts.profile.thisDevice })
  await expect(here).toContainText(
    fill(texts.accounts.profile.device, { browser: 'Chrome', system: 'Linux' }, language),
  )
  const device = fill(
    texts.accounts.profile.device,
    { browser: 'Firefox', system: 'Windows' },
    language,
  )
  const other = devices.getByRole('listitem').filter({ hasText: device })
  await expect(other.locator('span').last()).toHaveText(lastUsedThisMinute())
  const endOne = fill(texts.accounts.profile.endSessionOf, { device }, language)
  await page.getByRole('button', { name: endOne }).click()
  await expect(page.getByText(texts.accounts.profile.sessionEnded)).toBeVisible()
  await expectLoggedOut(elsewhere)

  await signInElsewhere(elsewhere, texts, account)
  await page.reload()
  await page.getByRole('button', { name: texts.accounts.profile.endOthers }).click()
  await expect(page.getByText(texts.accounts.profile.othersEnded)).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('button', { name: texts.accounts.profile.endOthers })).toBeHidden()

  await expectLoggedOut(elsewhere)
  await page.reload()
  await expect(here).toBeVisible()
})

test('a profile that fails to load shows an error', async ({ page, account, faults }) => {
  expect(account.email).toContain('@')
  await withoutAnswers(page)
  await page.route('**/api/profile', (route) => route.fulfill({ status: 500, body: '' }))
  faults.expectFailure('/api/profile', 500)
  await page.goto('/profile')
  await expect(alertOf(page)).toHaveText(texts.accounts.profile.loadFailed)
})
/** The relative time of a device's last use within a minute, in any wording. */
function lastUsedThisMinute() {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const moments = Array.from({ length: 60 }, (_, ago) => format.format(-ago, 'second'))
  const when = `(?:${moments.join('|')})`
  return new RegExp(`^${fill(textsOf[language].accounts.profile.lastUsed, { when }, language)}$`)
}

function fact(page: Page, name: string) {
  return page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]')
}
