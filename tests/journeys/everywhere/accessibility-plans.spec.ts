import { defaultLanguage, languageCodes, languages } from '#languages/languages.ts'
import { expectNoFindings, expectNoFindingsInBothThemes } from '#tests/journeys/support/axe.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { planCard } from '#tests/journeys/support/plan-steps.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'
import { withoutAnswers } from '#tests/journeys/support/without-answers.ts'

for (const language of languageCodes) {
  const { plans, sandbox } = textsOf[language]
  const { locale } = languages[language]
  // The colours are the same in every language.
  const expectNone = language === defaultLanguage ? expectNoFindingsInBothThemes : expectNoFindings
  test.describe(`axe finds nothing, ${locale},`, () => {
    test.use({ locale })

    test('from subscribing to a plan to ending it', async ({ page, account }) => {
      await page.goto('/plans')
      await expect(planCard(page, 'Plus')).toBeVisible()
      await expectNone(page, 'the plans')
      await planCard(page, 'Plus').getByRole('button', { name: plans.subscribe }).click()
      await expect(page.getByRole('button', { name: sandbox.pay, exact: true })).toBeVisible()
      await expectNone(page, 'the page to pay at')
      await page.getByRole('button', { name: sandbox.payDeclined }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectNone(page, 'a card that was declined')
      await page.getByRole('button', { name: sandbox.pay, exact: true }).click()
      const unsubscribe = page.getByRole('button', { name: plans.banner.unsubscribe })
      await expect(unsubscribe).toBeVisible()
      await expect(page.getByText(account.email)).toBeVisible()
      await expectNone(page, 'a plan that was paid')

      // The state after a bank has declined a renewal, a month from now.
      await withoutAnswers(page)
      await page.route('**/api/profile', async (route) => {
        const response = await route.fetch()
        const profile = (await response.json()) as { subDetails: object }
        const subDetails = { ...profile.subDetails, hasPaymentFailed: true }
        await route.fulfill({ response, json: { ...profile, subDetails } })
      })
      await page.goto('/profile')
      await expect(page.getByText(plans.banner.paymentFailed)).toBeVisible()
      await expectNone(page, 'a renewal that failed')
      await page.unroute('**/api/profile')

      await unsubscribe.click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectNone(page, 'the question before unsubscribing')
      await page.getByRole('button', { name: plans.unsubscribe.yes }).click()
      await expect(
        page.getByRole('alertdialog', {
          name: fill(plans.ended.title, { plan: 'Plus' }, language),
        }),
      ).toBeVisible()
      await expectNone(page, 'the notice that the plan has ended')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('alertdialog')).toBeHidden()
      await expect(page.getByRole('main')).toContainText(plans.banner.none)
      await expectNone(page, 'no plan any more')
    })
  })
}
