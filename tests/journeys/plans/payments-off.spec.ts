import { planCalls } from '#contract/accounts/plans.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { planCard } from '#tests/journeys/support/plan-steps.ts'
import { texts } from '#tests/journeys/support/texts.ts'

test.use({ environment: { PAYMENTS: 'off' } })

test('Subscribing on a server without payments shows an error and changes no plan', async ({
  page,
  account,
  faults,
}) => {
  await page.goto('/plans')
  faults.expectFailure('/api/payment/checkout', 503)
  const subscribe = planCard(page, 'Plus').getByRole('button', { name: texts.plans.subscribe })
  await subscribe.click()
  await expect(page.getByText(texts.errors.payments_off)).toBeVisible()
  await expect(subscribe).toBeEnabled()
  expect((await account.call(planCalls.listPlans, {})).currentPlanId).toBe('free')
})
