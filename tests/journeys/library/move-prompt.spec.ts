import { promptCalls } from '#contract/library/prompts.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { askToPrompt, openLibraryWith, promptCard } from '#tests/journeys/support/library-steps.ts'
import { makeFolder } from '#tests/journeys/support/make-library.ts'
import { fill, texts } from '#tests/journeys/support/texts.ts'

test('a prompt can be moved to a folder found by browsing, and back to the root', async ({
  page,
  account,
}) => {
  const outer = await makeFolder(account, 'Marketing')
  const inner = await makeFolder(account, 'Press', outer)
  await openLibraryWith(page, account, { name: 'Launch' })
  const dialog = await askToPrompt(page, 'move', 'Launch')
  const submit = dialog.getByRole('button', { name: texts.library.move.submit, exact: true })
  const rootChoice = dialog.getByRole('radio', {
    name: texts.library.search.inRoot,
  })
  await expect(submit).toBeDisabled()

  await rootChoice.check()
  await expect(submit).toBeEnabled()
  await dialog
    .getByRole('radio', { name: fill(texts.library.move.choose, { name: 'Marketing' }) })
    .check()
  await expect(rootChoice).not.toBeChecked()

  await rootChoice.check()
  await dialog.getByText('Marketing', { exact: true }).click()
  await expect(submit).toBeEnabled()
  const crumbs = dialog.getByRole('navigation', { name: texts.library.breadcrumb })
  await expect(crumbs.getByRole('button', { name: 'Marketing' })).toBeVisible()
  await dialog.getByText('Press', { exact: true }).click()
  await submit.click()
  await expect(page.getByText(texts.library.move.done)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(promptCard(page, 'Launch')).toBeHidden()
  const moved = await account.call(promptCalls.listPrompts, { folderId: inner })
  expect(moved.prompts).toMatchObject([{ name: 'Launch' }])

  await page.goto(`/prompts?folderId=${inner}`)
  await askToPrompt(page, 'move', 'Launch')
  await rootChoice.check()
  await submit.click()
  await expect(page.getByRole('heading', { name: texts.library.empty.title })).toBeVisible()
})
