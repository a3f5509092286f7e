import { folderCalls } from '#contract/folders.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { askToFolder, dialogOf, folderLink, sumIn } from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'

test('a folder needs a name, and lies where it was made, in its colour', async ({
  page,
  account,
}) => {
  const folderId = await makeFolder(account, 'Marketing')
  await page.goto(`/prompts?folderId=${folderId}`)
  await page.getByRole('button', { name: 'Create Folder' }).first().click()
  const dialog = dialogOf(page, 'Create folder')
  const create = dialog.getByRole('button', { name: 'Create' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(create).toBeDisabled()
  await dialog.getByLabel('Name').fill('   ')
  await expect(create).toBeDisabled()
  await expect(dialog.getByRole('radio', { name: 'Mist' })).toBeChecked()
  await expect(dialog.getByRole('radio')).toHaveCount(15)

  await dialog.getByLabel('Name').fill('  Press  ')
  await dialog.getByRole('radio', { name: 'Plum' }).check()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(folderLink(page, 'Press')).toBeVisible()
  const { folders } = await account.call(folderCalls.listFolders, { folderId })
  expect(folders).toMatchObject([{ name: 'Press', color: '6A0572' }])
})

test('a folder gets another name and colour', async ({ page, account }) => {
  await makeFolder(account, 'Marketng')
  await page.goto('/prompts')
  await askToFolder(page, 'Edit', 'Marketng')
  const dialog = dialogOf(page, 'Edit folder')
  await expect(dialog.getByLabel('Name')).toHaveValue('Marketng')
  await expect(dialog.getByRole('radio', { name: 'Turquoise' })).toBeChecked()
  await dialog.getByLabel('Name').fill('Marketing')
  await dialog.getByRole('radio', { name: 'Green' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(folderLink(page, 'Marketing')).toBeVisible()
  const { folders } = await account.call(folderCalls.listFolders, {})
  expect(folders).toMatchObject([{ name: 'Marketing', color: '2DB83D' }])
})

test('a folder goes with everything in it, once the sum is solved', async ({ page, account }) => {
  const outer = await makeFolder(account, 'Marketing')
  const inner = await makeFolder(account, 'Press', outer)
  await makePrompt(account, { name: 'Outer', folderId: outer })
  await makePrompt(account, { name: 'Inner', folderId: inner })
  await makeFolder(account, 'Kept')

  await page.goto('/prompts')
  await askToFolder(page, 'Delete', 'Marketing')
  const dialog = dialogOf(page, 'Delete folder')
  await expect(dialog).toContainText('This also deletes 1 folder and 2 prompts.')
  const submit = dialog.getByRole('button', { name: 'Delete folder' })
  const answer = dialog.getByRole('textbox')
  const sum = await sumIn(dialog)
  await expect(submit).toBeDisabled()
  await answer.fill(String(sum + 1))
  await expect(submit).toBeDisabled()
  await answer.press('Enter')
  await expect(dialog).toContainText('Please solve the confirmation sum correctly.')

  await answer.fill(String(sum))
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(folderLink(page, 'Marketing')).toBeHidden()
  await expect(folderLink(page, 'Kept')).toBeVisible()

  await page.getByRole('textbox', { name: 'Search' }).fill('Announce')
  await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible()
})

test('an empty folder says so before it goes', async ({ page, account }) => {
  await makeFolder(account, 'Drafts')
  await page.goto('/prompts')
  await askToFolder(page, 'Delete', 'Drafts')
  await expect(dialogOf(page, 'Delete folder')).toContainText('It is empty.')
})

test('a folder that another tab deleted cannot be renamed, and that is said', async ({
  page,
  account,
  faults,
}) => {
  const folderId = await makeFolder(account, 'Marketing')
  await page.goto('/prompts')
  await askToFolder(page, 'Edit', 'Marketing')
  await account.call(folderCalls.deleteFolder, { folderId })
  faults.expectFailure('/api/folders/update', 404)
  const dialog = dialogOf(page, 'Edit folder')
  await dialog.getByLabel('Name').fill('Still here')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not found' })).toHaveCount(1)
  await expect(dialog.getByLabel('Name')).toHaveValue('Still here')
})

test('the way back up is in the breadcrumb, long names cut', async ({ page, account }) => {
  const outer = await makeFolder(account, 'A folder whose name is longer than thirty-five')
  const inner = await makeFolder(account, 'Press', outer)
  await page.goto(`/prompts?folderId=${inner}`)
  const crumbs = page.getByRole('navigation', { name: 'Folder path' })
  await expect(crumbs.getByRole('link')).toHaveText([
    '',
    'A folder whose name is longer than …',
    'Press',
  ])
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(crumbs.getByRole('link')).toHaveText(['', 'A folder whose …', 'Press'])
  await crumbs.getByRole('link').nth(1).click()
  await expect(folderLink(page, 'Press')).toBeVisible()
  await crumbs.getByRole('link', { name: 'All prompts' }).click()
  await expect(page).toHaveURL('/prompts')
})
