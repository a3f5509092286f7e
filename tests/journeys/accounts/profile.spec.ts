import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/support/account-journey.ts'
import { alertOf, fieldOf, signIn, trySignIn } from '#tests/journeys/support/account-steps.ts'
import { accountTexts } from '#tests/journeys/support/account-texts.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

for (const texts of accountTexts) {
  test.describe(`in ${texts.language}`, () => {
    test.use({ locale: texts.locale })

    test('the profile shows the address, whether it is proved, and what is used', async ({
      page,
      account,
      mailServer,
    }) => {
      for (const name of ['One', 'Two', 'Three']) await makePrompt(account, { name })
      await makeFolder(account, 'Inner', await makeFolder(account, 'Outer'))
      await page.goto('/profile')
      await expect(page.getByRole('heading', { name: texts.profile.title })).toBeVisible()
      await expect(page).toHaveTitle(`${texts.profile.title} · Promptshelf`)
      await expect(fact(page, texts.email)).toContainText(
        `${account.email} ${texts.profile.unverified}`,
      )
      await expect(fact(page, texts.profile.prompts)).toHaveText(texts.profile.threeOfTen)
      await expect(fact(page, texts.profile.folders)).toHaveText('2')
      await expect(fact(page, texts.profile.credits)).toHaveText(texts.profile.twentyGiven)

      await page.goto((await mailServer.waitForMail(account.email)).link)
      await expect(page.getByRole('heading', { name: texts.verify.done })).toBeVisible()
      await page.goto('/profile')
      await expect(fact(page, texts.email)).toHaveText(`${account.email} ${texts.profile.verified}`)
    })

    test('the password is changed, and every other session ends', async ({
      page,
      account,
      openVisitor,
      faults,
    }) => {
      const elsewhere = await openVisitor()
      await signIn(elsewhere, texts, account)
      const changes: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/api/update-profile')) changes.push(request.method())
      })
      await page.goto('/profile')
      const current = fieldOf(page, texts.currentPassword)
      const password = fieldOf(page, texts.newPassword)
      const confirmation = fieldOf(page, texts.confirmPassword)
      const update = page.getByRole('button', { name: texts.profile.update })

      // Without the current password nothing is asked of the others.
      await password.fill('short')
      await confirmation.fill('other')
      await expect(update).toBeDisabled()
      await confirmation.press('Enter')
      await expect(password).not.toHaveAttribute('aria-invalid')
      await expect(confirmation).not.toHaveAttribute('aria-invalid')

      await current.fill('not my password')
      await update.click()
      await expect(password).toHaveAccessibleDescription(texts.tooShort)
      await password.fill('another quiet library')
      await update.click()
      await expect(confirmation).toHaveAccessibleDescription(texts.mismatch)
      await password.fill('not my password')
      await confirmation.fill('not my password')
      await update.click()
      await expect(password).toHaveAccessibleDescription(texts.unchanged)
      expect(changes).toEqual([])

      faults.expectFailure('/api/update-profile', 400)
      await password.fill('iloveyou1')
      await confirmation.fill('iloveyou1')
      await update.click()
      await expect(alertOf(page)).toHaveText(texts.common)
      await password.fill('another quiet library')
      await confirmation.fill('another quiet library')
      await update.click()
      await expect(alertOf(page)).toHaveText(texts.wrongPassword)
      await expect(alertOf(page)).toHaveCSS('color', 'rgb(220, 38, 38)')
      await expect(current).toHaveValue('not my password')

      await current.fill(account.password)
      await update.click()
      await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveText(
        texts.profile.updated,
      )
      await expect(alertOf(page)).toBeHidden()
      for (const field of [current, password, confirmation]) await expect(field).toHaveValue('')
      await expect(update).toBeDisabled()

      faults.expectFailure(/^\/api\//, 401)
      await elsewhere.getByRole('link', { name: texts.profile.title }).click()
      await expect(elsewhere).toHaveURL('/login')
      faults.expectFailure('/api/login', 400)
      await trySignIn(elsewhere, texts, account)
      await expect(alertOf(elsewhere)).toHaveText(texts.wrongPassword)
      await signIn(elsewhere, texts, { ...account, password: 'another quiet library' })
      await page.reload()
      await expect(page).toHaveURL('/profile')
    })

    test('the list of devices shows where one is signed in, and ends it everywhere else', async ({
      page,
      account,
      openVisitor,
      faults,
    }) => {
      const elsewhere = await openVisitor({ userAgent: firefox })
      await signIn(elsewhere, texts, account)
      await page.goto('/profile')
      const devices = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: texts.profile.sessions }) })
      await expect(devices.getByRole('listitem')).toHaveCount(2)
      const here = devices.getByRole('listitem').filter({ hasText: texts.profile.thisDevice })
      await expect(here).toContainText(texts.profile.here)
      const other = devices.getByRole('listitem').filter({ hasText: texts.profile.elsewhere })
      await expect(other.locator('span').last()).toHaveText(texts.profile.lastUsed)

      await page.getByRole('button', { name: texts.profile.endOthers }).click()
      await expect(page.getByText(texts.profile.othersEnded)).toBeVisible()
      await expect(devices.getByRole('listitem')).toHaveCount(1)
      await expect(page.getByRole('button', { name: texts.profile.endOthers })).toBeHidden()

      faults.expectFailure(/^\/api\//, 401)
      await elsewhere.getByRole('link', { name: texts.profile.title }).click()
      await expect(elsewhere).toHaveURL('/login')
      await page.reload()
      await expect(here).toBeVisible()
    })

    test('a profile that does not load says so', async ({ page, account, faults }) => {
      expect(account.email).toContain('@')
      await page.route('**/api/profile', (route) => route.fulfill({ status: 500, body: '' }))
      faults.expectFailure('/api/profile', 500)
      await page.goto('/profile')
      await expect(alertOf(page)).toHaveText(texts.profile.loadFailed)
    })
  })
}

function fact(page: Page, name: string) {
  return page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]')
}
