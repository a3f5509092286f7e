import { languages } from '#languages/languages.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { openLibraryWith, openPrompt } from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { texts, textsOf } from '#tests/journeys/support/texts.ts'

const german = textsOf.de

test.describe('in a German browser', () => {
  test.use({ locale: 'de-AT' })

  test('the screens are German until English is chosen, and then stay English', async ({
    page,
  }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: german.accounts.login.title })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await page.getByRole('button', { name: languages.en.name }).click()
    await expect(page.getByRole('heading', { name: texts.accounts.login.title })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.reload()
    await expect(page.getByRole('heading', { name: texts.accounts.login.title })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('en')
    // Without its cookie, the choice follows once the scripts run.
    await page.context().clearCookies()
    await page.reload()
    await expect(page.getByRole('heading', { name: texts.accounts.login.title })).toBeVisible()
  })
})

test('input survives a change of language, which stays once chosen', async ({
  page,
  account,
  openVisitor,
}) => {
  await openLibraryWith(page, account, { name: 'Launch' })
  await page.getByRole('textbox', { name: texts.library.search.label }).fill('Launch')
  await page.getByRole('button', { name: languages.de.name }).click()
  await expect(page.getByRole('textbox', { name: german.library.search.label })).toHaveValue(
    'Launch',
  )
  await page.reload()
  await expect(page.getByRole('button', { name: german.library.addPrompt })).toBeVisible()

  const visitor = await openVisitor()
  await visitor.goto('/login')
  await visitor.getByLabel(texts.accounts.email).fill('reader@example.org')
  await visitor.getByRole('button', { name: languages.de.name }).click()
  await expect(visitor.getByLabel(german.accounts.email)).toHaveValue('reader@example.org')
})

const paper = 'rgb(250, 250, 250)'
const night = 'rgb(9, 9, 11)'

test('the theme follows the system until one is chosen; text on a colour is black or white in each', async ({
  page,
  account,
}) => {
  await makePrompt(account, { name: 'Light', color: 'FFD166' })
  await makePrompt(account, { name: 'Dark', color: '6A0572' })
  const ground = page.locator('html')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/prompts')
  await expect(ground).toHaveCSS('background-color', night)
  expect(await page.evaluate(() => localStorage.getItem('dark'))).toBeNull()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(ground).toHaveCSS('background-color', paper)

  await page.getByRole('button', { name: texts.shell.darkTheme }).click()
  await expect(ground).toHaveCSS('background-color', night)
  expect(await page.evaluate(() => localStorage.getItem('dark'))).toBe('true')
  await page.reload()
  await expect(ground).toHaveCSS('background-color', night)
  await page.getByRole('button', { name: texts.shell.lightTheme }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(ground).toHaveCSS('background-color', paper)
  expect(await page.evaluate(() => localStorage.getItem('dark'))).toBe('false')

  const title = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(title('Light')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(title('Dark')).toHaveCSS('color', 'rgb(255, 255, 255)')
  const dialog = await openPrompt(page, 'Dark')
  await expect(dialog.getByRole('heading')).toHaveCSS('color', 'rgb(255, 255, 255)')
})
