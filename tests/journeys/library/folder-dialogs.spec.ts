import { folderCalls } from '#contract/library/folders.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  askToFolder,
  dialogOf,
  folderLink,
  startFolder,
  sumIn,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, texts } from '#tests/journeys/support/texts.ts'

test('a folder requires a name, and appears in the current folder with its colour', async ({
  page,
  account,
}) => {
  const folderId = await makeFolder(account, 'Marketing')
  await page.goto(`/prompts?folderId=${folderId}`)
  const dialog = await startFolder(page)
  const create = dialog.getByRole('button', { name: texts.library.folder.create })
  await expect(dialog.getByLabel(texts.library.folder.name)).toBeFocused()
  await expect(create).toBeDisabled()
  await dialog.getByLabel(texts.library.folder.name).fill('   ')
  await expect(create).toBeDisabled()
  await expect(dialog.getByRole('radio', { name: texts.library.colors.f1f5f9 })).toBeChecked()
  await expect(dialog.getByRole('radio')).toHaveCount(15)

  await dialog.getByLabel(texts.library.folder.name).fill('  Press  ')
  await dialog.getByRole('radio', { name: texts.library.colors['6A0572'] }).check()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(folderLink(page, 'Press')).toBeVisible()
  const { folders } = await account.call(folderCalls.listFolders, { folderId })
  expect(folders).toMatchObject([{ name: 'Press', color: '6A0572' }])
})

test('a folder’s name and colour can be changed', async ({ page, account }) => {
  await makeFolder(account, 'Marketng')
  await page.goto('/prompts')
  const dialog = await askToFolder(page, 'edit', 'Marketng')
  await expect(dialog.getByLabel(texts.library.folder.name)).toHaveValue('Marketng')
  await expect(dialog.getByRole('radio', { name: texts.library.colors['4ECDC4'] })).toBeChecked()
  await dialog.getByLabel(texts.library.folder.name).fill('Marketing')
  await dialog.getByRole('radio', { name: texts.library.colors['2DB83D'] }).check()
  await dialog.getByRole('button', { name: texts.library.folder.save }).click()
  await expect(folderLink(page, 'Marketing')).toBeVisible()
  const { folders } = await account.call(folderCalls.listFolders, {})
  expect(folders).toMatchObject([{ name: 'Marketing', color: '2DB83D' }])
})

test('solving the sum deletes a folder with its contents', async ({ page, account }) => {
  const outer = await makeFolder(account, 'Marketing')
  const inner = await makeFolder(account, 'Press', outer)
  await makePrompt(account, { name: 'Outer', folderId: outer })
  await makePrompt(account, { name: 'Inner', folderId: inner })
  await makeFolder(account, 'Kept')

  await page.goto('/prompts')
  const dialog = await askToFolder(page, 'delete', 'Marketing')
  await expect(dialog).toContainText(
    fill(texts.library.folder.deleteContents, { folders: 1, prompts: 2, both: 'yes' }),
  )
  const submit = dialog.getByRole('button', { name: texts.library.folder.deleteSubmit })
  const answer = dialog.getByRole('textbox')
  const sum = await sumIn(dialog)
  await expect(submit).toBeDisabled()
  await answer.fill(String(sum + 1))
  await expect(submit).toBeDisabled()
  await answer.press('Enter')
  await expect(dialog).toContainText(texts.library.sum.wrong)

  await answer.fill(String(sum))
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(folderLink(page, 'Marketing')).toBeHidden()
  await expect(folderLink(page, 'Kept')).toBeVisible()

  await page.getByRole('textbox', { name: texts.library.search.label }).fill('Announce')
  await expect(page.getByRole('heading', { name: texts.library.search.nothing })).toBeVisible()
})

test('deleting an empty folder shows that it is empty', async ({ page, account }) => {
  await makeFolder(account, 'Drafts')
  await page.goto('/prompts')
  await askToFolder(page, 'delete', 'Drafts')
  await expect(dialogOf(page, texts.library.folder.deleteTitle)).toContainText(
    texts.library.folder.deleteNothing,
  )
})

test('renaming a folder that another tab deleted shows an error', async ({
  page,
  account,
  faults,
}) => {
  const folderId = await makeFolder(account, 'Marketing')
  await page.goto('/prompts')
  await askToFolder(page, 'edit', 'Marketing')
  await account.call(folderCalls.deleteFolder, { folderId })
  faults.expectFailure('/api/folders/update', 404)
  const dialog = dialogOf(page, texts.library.folder.updateTitle)
  await dialog.getByLabel(texts.library.folder.name).fill('Still here')
  await dialog.getByRole('button', { name: texts.library.folder.save }).click()
  await expect(page.getByRole('alert').filter({ hasText: texts.errors.not_found })).toHaveCount(1)
  await expect(dialog.getByLabel(texts.library.folder.name)).toHaveValue('Still here')
})

test('the breadcrumb links to the parent folders, and truncates long names', async ({
  page,
  account,
}) => {
  const outer = await makeFolder(account, 'A folder whose name is longer than thirty-five')
  const inner = await makeFolder(account, 'Press', outer)
  await page.goto(`/prompts?folderId=${inner}`)
  const crumbs = page.getByRole('navigation', { name: texts.library.breadcrumb })
  await expect(crumbs.getByRole('link')).toHaveText([
    '',
    'A folder whose name is longer than …',
    'Press',
  ])
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(crumbs.getByRole('link')).toHaveText(['', 'A folder whose …', 'Press'])
  await crumbs.getByRole('link').nth(1).click()
  await expect(folderLink(page, 'Press')).toBeVisible()
  await crumbs.getByRole('link', { name: texts.library.root }).click()
  await expect(page).toHaveURL('/prompts')
})
