import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { planCard } from '#tests/journeys/support/plan-steps.ts'

const readers = [
  {
    locale: 'en-GB',
    subscribe: 'Subscribe',
    fail: 'Pay with a failing card',
    pay: 'Pay',
    unsubscribe: 'Unsubscribe',
    yes: "Yes, I'm sure",
    ended: 'Plus has ended',
    failed: 'The last payment failed',
    noPlan: 'No active plan',
  },
  {
    locale: 'de-DE',
    subscribe: 'Abonnieren',
    fail: 'Mit einer Karte bezahlen, die abgelehnt wird',
    pay: 'Bezahlen',
    unsubscribe: 'Kündigen',
    yes: 'Ja, jetzt kündigen',
    ended: 'Plus ist beendet',
    failed: 'Die letzte Zahlung ist fehlgeschlagen',
    noPlan: 'Kein aktiver Tarif',
  },
] as const

const all = readers.flatMap((reader) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ ...reader, colorScheme })),
)

for (const { locale, colorScheme, ...words } of all) {
  test.describe(`axe finds nothing, ${locale}, ${colorScheme},`, () => {
    test.use({ locale, colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('from the plans to a paid one, and to none', async ({ page, account }) => {
      await page.goto('/plans')
      await expect(planCard(page, 'Plus')).toBeVisible()
      await expectNoFindings(page, 'the plans')
      await planCard(page, 'Plus').getByRole('button', { name: words.subscribe }).click()
      await expect(page.getByRole('button', { name: words.pay, exact: true })).toBeVisible()
      await expectNoFindings(page, 'the page to pay at')
      await page.getByRole('button', { name: words.fail }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectNoFindings(page, 'a card that was declined')
      await page.getByRole('button', { name: words.pay, exact: true }).click()
      const unsubscribe = page.getByRole('button', { name: words.unsubscribe })
      await expect(unsubscribe).toBeVisible()
      await expect(page.getByText(account.email)).toBeVisible()
      await expectNoFindings(page, 'a plan that was paid')

      // What comes of a renewal that the bank refuses a month from now.
      await page.route('**/api/profile', async (route) => {
        const response = await route.fetch()
        const profile = (await response.json()) as { subDetails: object }
        const subDetails = { ...profile.subDetails, hasPaymentFailed: true }
        await route.fulfill({ response, json: { ...profile, subDetails } })
      })
      await page.goto('/profile')
      await expect(page.getByText(words.failed)).toBeVisible()
      await expectNoFindings(page, 'a renewal that failed')
      await page.unroute('**/api/profile')

      await unsubscribe.click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoFindings(page, 'the question before unsubscribing')
      await page.getByRole('button', { name: words.yes }).click()
      await expect(page.getByRole('dialog', { name: words.ended })).toBeVisible()
      await expectNoFindings(page, 'the notice that the plan has ended')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByRole('main')).toContainText(words.noPlan)
      await expectNoFindings(page, 'no plan any more')
    })
  })
}
