import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { expectHydrated } from '#tests/journeys/support/expect-hydrated.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { texts, textsOf } from '#tests/journeys/support/texts.ts'

const german = textsOf.de.pages

// The titles of the Markdown pages.
const titles = [
  ['privacy-policy', 'Privacy Policy', 'Datenschutzerklärung'],
  ['terms', 'Terms of Service', 'Nutzungsbedingungen'],
  ['imprint', 'Imprint', 'Impressum'],
  ['faq', 'Frequently Asked Questions', 'Häufige Fragen'],
  ['contact', 'Contact Us', 'Kontakt'],
] as const

test('a page changes its language at once, and links to the top of the others', async ({
  page,
}) => {
  await page.goto('/page/privacy-policy')
  await expect(page).toHaveTitle('Privacy Policy · Promptshelf')
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeVisible()
  await page.getByRole('button', { name: /^DE/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datenschutzerklärung')
  await expect(page.getByRole('heading', { name: 'Deine Rechte' })).toBeVisible()
  await expect(page).toHaveTitle('Datenschutzerklärung · Promptshelf')

  const foot = page.getByRole('contentinfo')
  // The footer is the only landmark of its kind.
  await expect(foot.getByRole('navigation')).toHaveCount(0)
  await foot.getByText(german.imprint).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Impressum')
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a page that the server fails to return shows the error screen', async ({ page, faults }) => {
  await page.route('**/api/page/terms', (route) => route.fulfill({ status: 500, body: '' }))
  faults.expectFailure('/api/page/terms', 500)
  faults.expectConsole('ApiError')
  await page.goto('/page/faq')
  await expectHydrated(page)
  await page.getByRole('contentinfo').getByText(texts.pages.terms).click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
})

for (const [colorScheme, locale, column] of [
  ['light', 'en-GB', 1],
  ['dark', 'de-DE', 2],
] as const) {
  test(`axe finds nothing on any page, ${colorScheme}, ${locale}`, async ({ openVisitor }) => {
    const page = await openVisitor({ colorScheme, locale, reducedMotion: 'reduce' })
    for (const names of titles) {
      await page.goto(`/page/${names[0]}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(names[column])
      await expectNoFindings(page, names[0])
    }
  })
}
