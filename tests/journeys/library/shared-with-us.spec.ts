import { calls } from '#contract/calls.ts'
import { fieldOf } from '#tests/journeys/support/account-steps.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { dialogOf, promptCard } from '#tests/journeys/support/library-steps.ts'
import { texts } from '#tests/journeys/support/texts.ts'

const { accounts, library, palette } = texts
const link = 'https://example.org/a'
const shared = `/prompts/new?${new URLSearchParams({ title: 'A recipe', text: 'Cook {dish}', url: link })}`

test('URLs open the palette, the import, a prompt, and content shared by another app, which is saved only by the button', async ({
  page,
  account,
}) => {
  await page.goto('/prompts/search')
  await expect(page.getByRole('combobox', { name: palette.title })).toBeFocused()
  await page.goto('/prompts/import')
  await expect(dialogOf(page, library.import)).toBeVisible()
  await expect(page).toHaveURL('/prompts')

  const prompt = { name: 'Ode', prompt: 'To {whom}', color: '4ECDC4' }
  const { id } = await account.call(calls.createPrompt, prompt)
  await page.goto(`/prompts/open?id=${id}`)
  await expect(dialogOf(page, 'Ode').getByLabel('whom')).toBeVisible()
  await expect(page).toHaveURL('/prompts')

  await page.goto(shared)
  const dialog = dialogOf(page, library.prompt.createTitle)
  await expect(fieldOf(page, library.prompt.name)).toHaveValue('A recipe')
  await expect(dialog.getByText('Cook {dish}')).toBeVisible()
  await expect(dialog.getByText(link)).toBeVisible()
  await expect(page).toHaveURL('/prompts')
  await page.reload()
  await expect(dialog.getByText('Cook {dish}')).toBeVisible()
  await dialog.getByRole('button', { name: library.prompt.create, exact: true }).click()
  await expect(promptCard(page, 'A recipe')).toContainText('Cook dish')
})

test('content shared without a session is kept until the login, and the import leads to registering', async ({
  openVisitor,
  account,
}) => {
  const page = await openVisitor()
  await page.goto('/prompts/import')
  await expect(page).toHaveURL('/register')
  await page.goto(shared)
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(accounts.login.sharedKept)).toBeVisible()
  await expect(fieldOf(page, accounts.email)).toBeFocused()
  await page.keyboard.type(account.email)
  await fieldOf(page, accounts.password).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(fieldOf(page, library.prompt.name)).toHaveValue('A recipe')
  await expect(promptCard(page, 'A recipe')).toBeHidden()
  await page.keyboard.press('Control+Enter')
  await expect(promptCard(page, 'A recipe')).toBeVisible()
  await expect(page).toHaveURL('/prompts')
  // The dialog closes by going back, which a navigation would interrupt.
  await expect(page.getByRole('dialog')).toBeHidden()
  // The shared content opens only once.
  await page.goto('/prompts')
  await expect(promptCard(page, 'A recipe')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})
