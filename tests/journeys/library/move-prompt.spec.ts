import { promptCalls } from '#contract/prompts.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { askToPrompt, dialogOf, promptCard } from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'

test('a prompt moves into a folder found by browsing, and back to the root', async ({
  page,
  account,
}) => {
  const outer = await makeFolder(account, 'Marketing')
  const inner = await makeFolder(account, 'Press', outer)
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await askToPrompt(page, 'Move', 'Launch')
  const dialog = dialogOf(page, 'Move prompt')
  const submit = dialog.getByRole('button', { name: 'Move', exact: true })
  const rootChoice = dialog.getByRole('radio', { name: 'Move to All prompts' })
  await expect(submit).toBeDisabled()

  await rootChoice.check()
  await expect(submit).toBeEnabled()
  await dialog.getByRole('radio', { name: 'Move to Marketing' }).check()
  await expect(rootChoice).not.toBeChecked()

  await dialog.getByRole('button', { name: 'Open Marketing' }).click()
  await dialog.getByRole('button', { name: 'Open Press' }).click()
  await expect(dialog).toContainText('No folders in here.')
  const crumbs = dialog.getByRole('navigation', { name: 'Folder path' })
  await crumbs.getByRole('button', { name: 'Marketing' }).click()
  await dialog.getByRole('radio', { name: 'Move to Press' }).check()
  await submit.click()
  await expect(page.getByText('Prompt moved successfully!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(promptCard(page, 'Launch')).toBeHidden()
  const moved = await account.call(promptCalls.listPrompts, { folderId: inner })
  expect(moved.prompts).toMatchObject([{ name: 'Launch' }])

  await page.goto(`/prompts?folderId=${inner}`)
  await askToPrompt(page, 'Move', 'Launch')
  await rootChoice.check()
  await submit.click()
  await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible()
})

test('a move that fails says so and stays open', async ({ page, account, faults }) => {
  await makeFolder(account, 'Marketing')
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await page.route('**/api/prompts/move', (route) => route.fulfill({ status: 500, body: '' }))
  faults.expectFailure('/api/prompts/move', 500)
  await askToPrompt(page, 'Move', 'Launch')
  const dialog = dialogOf(page, 'Move prompt')
  await dialog.getByRole('radio', { name: 'Move to Marketing' }).check()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText('Failed to move prompt')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'Move to Marketing' })).toBeChecked()
})
