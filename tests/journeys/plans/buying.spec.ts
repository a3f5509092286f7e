import { expect, test as journey } from '#tests/journeys/support/run-journey.ts'
import {
  dialogOf,
  editorIn,
  promptCard,
  startFolder,
  startPrompt,
  toastOf,
} from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { fieldOf } from '#tests/journeys/support/account-steps.ts'
import { planCard } from '#tests/journeys/support/plan-steps.ts'
import { newEmail, type Account } from '#tests/journeys/support/call-api.ts'
import { fill, texts, textsOf } from '#tests/journeys/support/texts.ts'

const german = textsOf.de

/** Logs in to a new account that buys the plans. */
const test = journey.extend<{ buyer: Account }>({
  buyer: [({ account }, provide) => provide(account), { auto: true }],
})

async function fillFreePlan(account: Account): Promise<void> {
  const names = Array.from({ length: 10 }, (_, at) => `Prompt ${at + 1}`)
  await Promise.all(names.map((name) => makePrompt(account, { name })))
}

test('A user upgrades at the limit of the free plan without losing input, and unsubscribes', async ({
  page,
  account,
  context,
  faults,
}) => {
  await fillFreePlan(account)
  await page.goto('/prompts')
  const dialog = await startPrompt(page)
  await dialog.getByLabel(texts.library.prompt.name).fill('The eleventh')
  await editorIn(dialog).fill('Write about {topic}.')
  faults.expectFailure('/api/prompts/create', 403)
  await dialog.getByRole('button', { name: texts.library.prompt.create, exact: true }).click()
  const limit = fill(texts.errors.prompt_limit_reached, { limit: 10 })
  await expect(dialog.getByRole('alert')).toContainText(limit)

  const opening = context.waitForEvent('page')
  await dialog.getByRole('link', { name: texts.library.limit.seePlans }).click()
  const plans = await opening
  await expect(planCard(plans, 'Free').getByRole('button')).toHaveText(texts.plans.current)
  await expect(planCard(plans, 'Free').getByRole('button')).toBeDisabled()
  await expect(planCard(plans, 'Plus')).toContainText(texts.plans.mostPopular)
  await planCard(plans, 'Plus').getByRole('button', { name: texts.plans.subscribe }).click()

  await expect(plans.getByText(texts.sandbox.notice)).toBeVisible()
  await expect(plans.getByText('€4.00')).toBeVisible()
  await plans.getByRole('button', { name: texts.sandbox.pay, exact: true }).click()
  await expect(plans.getByText(texts.plans.checkout.paid)).toBeVisible()
  await expect(plans.getByText(/^Renewal On \d{1,2} [A-Z][a-z]+ \d{4}$/)).toBeVisible()
  await expect(plans).toHaveURL('/profile')

  await page.bringToFront()
  await dialog.getByRole('button', { name: texts.library.prompt.create, exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(promptCard(page, 'The eleventh')).toBeVisible()

  await plans.bringToFront()
  await plans.getByRole('button', { name: texts.plans.banner.unsubscribe }).click()
  const question = dialogOf(plans, texts.plans.unsubscribe.title)
  await expect(question).toContainText(texts.plans.unsubscribe.text)
  await question.getByRole('button', { name: texts.plans.unsubscribe.no }).click()
  await expect(question).toBeHidden()
  await plans.getByRole('button', { name: texts.plans.banner.unsubscribe }).click()
  await question.getByRole('button', { name: texts.plans.unsubscribe.yes }).click()
  await expect(question).toBeHidden()
  await expect(plans).toHaveURL('/profile')
  await expect(
    plans.getByRole('main').getByRole('link', { name: texts.plans.banner.goToPlans }),
  ).toBeVisible()

  await page.reload()
  await expect(promptCard(page, 'The eleventh')).toBeVisible()
  faults.expectFailure('/api/folders/create', 403)
  const folder = await startFolder(page)
  const refusal = folder.getByText(texts.errors.subscription_missing)
  await expect(refusal).toBeVisible()
  await folder.getByLabel(texts.library.folder.name).fill('Poems')
  await folder.getByRole('button', { name: texts.library.folder.create, exact: true }).click()
  await expect(folder.getByRole('alert')).toContainText(texts.errors.subscription_missing)
  await expect(refusal).toHaveCount(1)
  await expect(folder.getByRole('link', { name: texts.library.limit.seePlans })).toBeVisible()
  await expect(folder.getByLabel(texts.library.folder.name)).toHaveValue('Poems')
})

test('A declined card and a cancelled checkout change nothing; a year is charged once, and going back does not charge again', async ({
  page,
}) => {
  await page.goto('/plans')
  await planCard(page, 'Pro').getByRole('button', { name: texts.plans.subscribe }).click()
  await page.getByRole('button', { name: texts.sandbox.payDeclined }).click()
  await expect(page.getByRole('alert')).toHaveText(texts.sandbox.declined)
  await page.getByRole('link', { name: texts.sandbox.cancel }).click()
  await expect(page).toHaveURL('/plans')
  await expect(planCard(page, 'Free').getByRole('button')).toHaveText(texts.plans.current)

  // The back button returns to the provider's page, and then to the plans.
  await page.goBack()
  await expect(page.getByRole('button', { name: texts.sandbox.pay, exact: true })).toBeVisible()
  await page.goBack()
  await page.goBack()
  const subscribe = planCard(page, 'Pro').getByRole('button', { name: texts.plans.subscribe })
  await expect(subscribe).toBeEnabled()
  await expect(subscribe).not.toHaveAttribute('aria-busy', 'true')

  await page.goto('/plans')
  await page.getByRole('radio', { name: /^Yearly/ }).check({ force: true })
  await planCard(page, 'Plus').getByRole('button', { name: texts.plans.subscribe }).click()
  await expect(page.getByText('€40.00')).toBeVisible()
  await page.getByRole('button', { name: texts.sandbox.pay, exact: true }).click()
  const nextYear = new Date().getUTCFullYear() + 1
  await expect(page.getByText(new RegExp(`^Renewal On .*${nextYear}$`))).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/profile/)
  await page.goto('/plans')
  await expect(planCard(page, 'Plus').getByRole('button')).toHaveText(texts.plans.current)
})

test('A second paid plan is rejected while the first is active, with a link to cancel it, which can be retried if it fails', async ({
  page,
  context,
  faults,
}) => {
  const stale = await context.newPage()
  await stale.goto('/plans')
  await page.goto('/plans')
  await planCard(page, 'Plus').getByRole('button', { name: texts.plans.subscribe }).click()
  await page.getByRole('button', { name: texts.sandbox.pay, exact: true }).click()
  await expect(page.getByText(texts.plans.checkout.paid)).toBeVisible()

  faults.expectFailure('/api/payment/checkout', 409)
  await planCard(stale, 'Pro').getByRole('button', { name: texts.plans.subscribe }).click()
  const toast = toastOf(stale, texts.errors.subscription_active)
  await toast.getByRole('button', { name: texts.plans.toProfile }).click()
  await expect(stale).toHaveURL('/profile')

  await page.getByRole('link', { name: texts.shell.plans, exact: true }).click()
  const pro = planCard(page, 'Pro')
  await expect(pro.getByRole('button', { name: texts.plans.subscribe })).toBeDisabled()
  await pro.getByRole('link').click()
  await expect(page).toHaveURL('/profile')

  await page.getByRole('button', { name: texts.plans.banner.unsubscribe }).click()
  const question = dialogOf(page, texts.plans.unsubscribe.title)
  // Before the click, the dialog shows what ends, and when.
  await expect(question).toContainText(/Plus ends immediately\. .* until \d{1,2} \w+ \d{4}\./)
  faults.expectFailure('/api/payment/unsub', 'unreachable')
  await context.route('**/api/payment/unsub', (route) => route.abort())
  await question.getByRole('button', { name: texts.plans.unsubscribe.yes }).click()
  await expect(question.getByRole('alert')).not.toBeEmpty()
  await context.unroute('**/api/payment/unsub')
  await question.getByRole('button', { name: texts.plans.unsubscribe.yes }).click()
  await expect(question).toBeHidden()
  const notice = dialogOf(page, fill(texts.plans.ended.title, { plan: 'Plus' }))
  await notice.getByRole('button', { name: texts.plans.ended.confirm }).click()
  await expect(notice).toBeHidden()
  await expect(
    page.getByRole('main').getByRole('link', { name: texts.plans.banner.goToPlans }),
  ).toBeVisible()
})

test('A plan chosen on the landing page is offered again after registration', async ({
  openVisitor,
}) => {
  const visitor = await openVisitor()
  await visitor.goto('/')
  await visitor
    .getByRole('link', { name: fill(texts.landing.pricing.choose, { plan: 'Plus' }) })
    .click()
  const email = newEmail()
  await fieldOf(visitor, texts.accounts.email).fill(email)
  await fieldOf(visitor, texts.accounts.password).fill('a quiet library')
  await fieldOf(visitor, texts.accounts.confirmPassword).fill('a quiet library')
  await visitor.getByRole('button', { name: texts.accounts.register.submit }).click()
  await expect(visitor).toHaveURL('/login')
  await fieldOf(visitor, texts.accounts.email).fill(email)
  await fieldOf(visitor, texts.accounts.password).fill('a quiet library')
  await visitor.getByRole('button', { name: texts.accounts.login.submit, exact: true }).click()
  await expect(visitor).toHaveURL('/prompts')
  const question = dialogOf(visitor, fill(texts.plans.chosen.title, { plan: 'Plus' }))
  await question.getByRole('button', { name: texts.plans.chosen.continue }).click()
  await visitor.getByRole('button', { name: texts.sandbox.pay, exact: true }).click()
  await expect(visitor.getByText(texts.plans.checkout.paid)).toBeVisible()
  await visitor.goto('/prompts')
  await expect(visitor.getByRole('button', { name: texts.library.addPrompt }).first()).toBeVisible()
  await expect(question).toBeHidden()
})

test.describe('in German, on a phone', () => {
  test.use({ locale: 'de-DE', viewport: { width: 375, height: 812 } })

  test('a plan can be bought and ended', async ({ page }) => {
    await page.goto('/plans')
    await expect(planCard(page, 'Free').getByRole('button')).toHaveText(german.plans.current)
    await expect(planCard(page, 'Plus')).toContainText(/4,00\s€/)
    await planCard(page, 'Plus').getByRole('button', { name: german.plans.subscribe }).click()
    await expect(page.getByText(german.sandbox.notice)).toBeVisible()
    await page.getByRole('button', { name: german.sandbox.pay, exact: true }).click()
    await expect(page.getByText(german.plans.checkout.paid)).toBeVisible()
    await expect(page.getByText(/^Verlängert sich am \d{1,2}\. [A-Z][a-zä]+ \d{4}$/)).toBeVisible()
    await page.getByRole('button', { name: german.plans.banner.unsubscribe }).click()
    await dialogOf(page, german.plans.unsubscribe.title)
      .getByRole('button', { name: german.plans.unsubscribe.yes })
      .click()
    await dialogOf(page, fill(german.plans.ended.title, { plan: 'Plus' }, 'de'))
      .getByRole('button', { name: german.plans.ended.confirm })
      .click()
    await expect(
      page.getByRole('main').getByRole('link', { name: german.plans.banner.goToPlans }),
    ).toBeVisible()
  })
})
