import landing from '#languages/en/landing.json' with { type: 'json' }
import plans from '#languages/en/plans.json' with { type: 'json' }
import { expect, test as journey } from '#tests/journeys/support/journey.ts'
import { dialogOf, editorIn, promptCard } from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { planCard } from '#tests/journeys/support/plan-steps.ts'
import { newEmail, type Account } from '#tests/journeys/support/call-api.ts'

/** Whoever buys is signed in. */
const test = journey.extend<{ buyer: Account }>({
  buyer: [({ account }, provide) => provide(account), { auto: true }],
})

async function fillFreePlan(account: Account): Promise<void> {
  for (let count = 1; count <= 10; count++) await makePrompt(account, { name: `Prompt ${count}` })
}

test('From the limit of the free plan to Plus, without losing a word, and back out', async ({
  page,
  account,
  context,
  faults,
}) => {
  await fillFreePlan(account)
  await page.goto('/prompts')
  await page.getByRole('button', { name: 'Add Prompt' }).click()
  const dialog = dialogOf(page, 'Add prompt')
  await dialog.getByLabel('Title').fill('The eleventh')
  await editorIn(dialog).fill('Write about {topic}.')
  faults.expectFailure('/api/prompts/create', 403)
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  const limit = 'You have reached the limit of 10 prompts for free usage, upgrade your plan'
  await expect(dialog.getByRole('alert')).toContainText(limit)

  const opening = context.waitForEvent('page')
  await dialog.getByRole('link', { name: /^See the plans/ }).click()
  const plans = await opening
  await expect(planCard(plans, 'Free').getByRole('button')).toHaveText('Your Current Plan')
  await expect(planCard(plans, 'Free').getByRole('button')).toBeDisabled()
  await expect(planCard(plans, 'Plus')).toContainText('Most Popular')
  await planCard(plans, 'Plus').getByRole('button', { name: 'Subscribe' }).click()

  await expect(plans.getByText('This is a test. No money is drawn')).toBeVisible()
  await expect(plans.getByText('€4.00')).toBeVisible()
  await plans.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(plans.getByText('Thank you! Your plan is active.')).toBeVisible()
  await expect(plans.getByText(/^Renewal On [A-Z][a-z]+ \d{1,2}, \d{4}$/)).toBeVisible()
  await expect(plans).toHaveURL('/profile')

  await page.bringToFront()
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(promptCard(page, 'The eleventh')).toBeVisible()

  await plans.bringToFront()
  await plans.getByRole('button', { name: 'Unsubscribe' }).click()
  const question = dialogOf(plans, 'Unsubscribe')
  await expect(question).toContainText(
    'Are you sure you want to unsubscribe? You can always change your mind and resubscribe later if you wish.',
  )
  await question.getByRole('button', { name: 'No, cancel' }).click()
  await expect(question).toBeHidden()
  await plans.getByRole('button', { name: 'Unsubscribe' }).click()
  await question.getByRole('button', { name: "Yes, I'm sure" }).click()
  await expect(question).toBeHidden()
  await expect(plans).toHaveURL('/profile')
  await expect(plans.getByRole('main').getByRole('link', { name: 'Go To Plans' })).toBeVisible()

  await page.reload()
  await expect(promptCard(page, 'The eleventh')).toBeVisible()
  faults.expectFailure('/api/folders/create', 403)
  await page.getByRole('button', { name: 'Create Folder' }).click()
  const folder = dialogOf(page, 'Create folder')
  const refusal = folder.getByText('You need an active subscription to create a folder or a prompt')
  await expect(refusal).toBeVisible()
  await folder.getByLabel('Name').fill('Poems')
  await folder.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(folder.getByRole('alert')).toContainText(
    'You need an active subscription to create a folder or a prompt',
  )
  await expect(refusal).toHaveCount(1)
  await expect(folder.getByRole('link', { name: /^See the plans/ })).toBeVisible()
  await expect(folder.getByLabel('Name')).toHaveValue('Poems')
})

test('A card that fails, and a checkout that is cancelled, change nothing', async ({ page }) => {
  await page.goto('/plans')
  await planCard(page, 'Pro').getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('button', { name: 'Pay with a failing card' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'The card was declined. Nothing has been paid; try again or cancel.',
  )
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/plans')
  await expect(planCard(page, 'Free').getByRole('button')).toHaveText('Your Current Plan')

  // Back to the page of the provider by the browser, and to the plans again.
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
  await page.goBack()
  await page.goBack()
  const subscribe = planCard(page, 'Pro').getByRole('button', { name: 'Subscribe' })
  await expect(subscribe).toBeEnabled()
  await expect(subscribe).not.toHaveAttribute('aria-busy', 'true')
})

test('A year is paid at once, and Back does not pay again', async ({ page }) => {
  await page.goto('/plans')
  await page.getByRole('radio', { name: /^Yearly/ }).check({ force: true })
  await planCard(page, 'Plus').getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('€40.00')).toBeVisible()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  const nextYear = new Date().getUTCFullYear() + 1
  await expect(page.getByText(new RegExp(`^Renewal On .*${nextYear}$`))).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/profile/)
  await page.goto('/plans')
  await expect(planCard(page, 'Plus').getByRole('button')).toHaveText('Your Current Plan')
})

test('Where a paid plan runs already, another one is refused with the way to end it', async ({
  page,
  faults,
}) => {
  await page.goto('/plans')
  await planCard(page, 'Plus').getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText('Thank you! Your plan is active.')).toBeVisible()
  await page.getByRole('link', { name: 'Plans', exact: true }).click()
  faults.expectFailure('/api/payment/checkout', 409)
  await planCard(page, 'Pro').getByRole('button', { name: 'Subscribe' }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'You have an active subscription' })
  await expect(toast).toBeVisible()
  await expect(planCard(page, 'Pro').getByRole('button', { name: 'Subscribe' })).toBeEnabled()
  await toast.getByRole('button', { name: 'Go to your profile' }).click()
  await expect(page).toHaveURL('/profile')
})

test('Unsubscribing that fails says so, and can be tried again', async ({
  page,
  context,
  faults,
}) => {
  await page.goto('/plans')
  await planCard(page, 'Plus').getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  const question = dialogOf(page, 'Unsubscribe')
  // What ends, and when, before it is pressed.
  await expect(question).toContainText(/Plus ends at once\. .* until \w+ \d{1,2}, \d{4}, is lost\./)
  faults.expectFailure('/api/payment/unsub', 'unreachable')
  await context.route('**/api/payment/unsub', (route) => route.abort())
  await question.getByRole('button', { name: "Yes, I'm sure" }).click()
  await expect(question.getByRole('alert')).not.toBeEmpty()
  await context.unroute('**/api/payment/unsub')
  await question.getByRole('button', { name: "Yes, I'm sure" }).click()
  await expect(question).toBeHidden()
  const notice = dialogOf(page, 'Plus has ended')
  await notice.getByRole('button', { name: 'OK' }).click()
  await expect(notice).toBeHidden()
  await expect(page.getByRole('main').getByRole('link', { name: 'Go To Plans' })).toBeVisible()
})

test('A plan chosen on the landing page is led to once there is an account', async ({
  openVisitor,
}) => {
  const visitor = await openVisitor()
  await visitor.goto('/')
  await visitor
    .getByRole('link', { name: landing.pricing.choose.replace('{plan}', 'Plus') })
    .click()
  const email = newEmail()
  await visitor.getByLabel(/^E-mail/).fill(email)
  await visitor.getByLabel(/^Password/).fill('a quiet library')
  await visitor.getByLabel(/^Confirm password/).fill('a quiet library')
  await visitor.getByRole('button', { name: 'Register' }).click()
  await expect(visitor).toHaveURL('/login')
  await visitor.getByLabel(/^E-mail/).fill(email)
  await visitor.getByLabel(/^Password/).fill('a quiet library')
  await visitor.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(visitor).toHaveURL('/prompts')
  const question = dialogOf(visitor, 'You chose Plus')
  await question.getByRole('button', { name: plans.chosen.continue }).click()
  await visitor.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(visitor.getByText('Thank you! Your plan is active.')).toBeVisible()
  await visitor.goto('/prompts')
  await expect(visitor.getByRole('button', { name: 'Add Prompt' }).first()).toBeVisible()
  await expect(question).toBeHidden()
})

test.describe('in German, on a phone', () => {
  test.use({ locale: 'de-DE', viewport: { width: 375, height: 812 } })

  test('a plan is bought and ended again', async ({ page }) => {
    await page.goto('/plans')
    await expect(planCard(page, 'Free').getByRole('button')).toHaveText('Dein aktueller Tarif')
    await expect(planCard(page, 'Plus')).toContainText(/4,00\s€/)
    await planCard(page, 'Plus').getByRole('button', { name: 'Abonnieren' }).click()
    await expect(page.getByText('Das ist ein Test.')).toBeVisible()
    await page.getByRole('button', { name: 'Bezahlen', exact: true }).click()
    await expect(page.getByText('Danke! Dein Tarif ist aktiv.')).toBeVisible()
    await expect(page.getByText(/^Verlängert sich am \d{1,2}\. [A-Z][a-zä]+ \d{4}$/)).toBeVisible()
    await page.getByRole('button', { name: 'Kündigen' }).click()
    await dialogOf(page, 'Tarif kündigen')
      .getByRole('button', { name: 'Ja, jetzt kündigen' })
      .click()
    await dialogOf(page, 'Plus ist beendet').getByRole('button', { name: 'Alles klar' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: 'Zu den Tarifen' })).toBeVisible()
  })
})
