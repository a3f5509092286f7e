import type { Page } from '@playwright/test'
import { promptCalls } from '#contract/library/prompts.ts'
import { fieldOf } from '#tests/journeys/support/account-steps.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { copyButtonIn, readClipboard } from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'

/** Makes storage throw, as browsers do if site data is blocked. */
async function blockStorage(page: Page) {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get })
  })
}

test('the login screen works without storage', async ({ openVisitor, account }) => {
  const page = await openVisitor()
  await blockStorage(page)
  await page.goto('/login')
  await page.getByRole('button', { name: texts.shell.darkTheme }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await fieldOf(page, texts.accounts.email).fill(account.email)
  await fieldOf(page, texts.accounts.password).fill(account.password)
  await page.getByRole('button', { name: texts.accounts.login.submit, exact: true }).click()
  await expect(page).toHaveURL('/prompts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tree')).toBeAttached()
})

test('public pages are read and copied without storage', async ({ openVisitor, account }) => {
  const promptId = await makePrompt(account, { name: 'Launch', stored: 'Thank {<b>name</b>}.' })
  await account.call(promptCalls.togglePromptPublic, { promptId })
  const page = await openVisitor()
  await blockStorage(page)
  await page.goto(`/prompt/shared/${promptId}`)
  await page.getByRole('textbox', { name: 'name' }).fill('Frau Okafor')
  await copyButtonIn(page.locator('body')).click()
  await expect.poll(() => readClipboard(page)).toBe('Thank Frau Okafor.')

  await page.goto('/')
  await copyButtonIn(page.locator('body')).click()
  await expect.poll(() => readClipboard(page)).not.toContain('Okafor')
})
