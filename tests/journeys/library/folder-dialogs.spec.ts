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

test('a folder is created with a name and a colour, which can be changed, and solving a sum deletes it with its contents', async ({
  page,
  account,
}) => {
  const outer = await makeFolder(account, 'Marketing')
  await page.goto(`/prompts?folderId=${outer}`)
  const creation = await startFolder(page)
  const create = creation.getByRole('button', { name: texts.library.folder.create })
  await expect(creation.getByLabel(texts.library.folder.name)).toBeFocused()
  await expect(create).toBeDisabled()
  await creation.getByLabel(texts.library.folder.name).fill('   ')
  await expect(create).toBeDisabled()
  await expect(creation.getByRole('radio', { name: texts.library.colors.f1f5f9 })).toBeChecked()
  await expect(creation.getByRole('radio')).toHaveCount(15)
  await creation.getByLabel(texts.library.folder.name).fill('  Pres  ')
  await creation.getByRole('radio', { name: texts.library.colors['6A0572'] }).check()
  await page.keyboard.press('Enter')
  await expect(creation).toBeHidden()
  await expect(folderLink(page, 'Pres')).toBeVisible()

  const change = await askToFolder(page, 'edit', 'Pres')
  await expect(change.getByLabel(texts.library.folder.name)).toHaveValue('Pres')
  await expect(change.getByRole('radio', { name: texts.library.colors['6A0572'] })).toBeChecked()
  await change.getByLabel(texts.library.folder.name).fill('Press')
  await change.getByRole('radio', { name: texts.library.colors['2DB83D'] }).check()
  await change.getByRole('button', { name: texts.library.folder.save }).click()
  await expect(folderLink(page, 'Press')).toBeVisible()
  const { folders } = await account.call(folderCalls.listFolders, { folderId: outer })
  expect(folders).toMatchObject([{ name: 'Press', color: '2DB83D' }])

  const inner = folders[0]?.id ?? ''
  await makePrompt(account, { name: 'Outer', folderId: outer })
  await makePrompt(account, { name: 'Inner', folderId: inner })
  await makeFolder(account, 'Kept')
  await page.goto('/prompts')
  const deletion = await askToFolder(page, 'delete', 'Kept')
  await expect(deletion).toContainText(texts.library.folder.deleteNothing)
  await page.keyboard.press('Escape')
  await expect(deletion).toBeHidden()
  await askToFolder(page, 'delete', 'Marketing')
  await expect(deletion).toContainText(
    fill(texts.library.folder.deleteContents, { folders: 1, prompts: 2, both: 'yes' }),
  )
  const submit = deletion.getByRole('button', { name: texts.library.folder.deleteSubmit })
  const answer = deletion.getByRole('textbox')
  const sum = await sumIn(deletion)
  await expect(submit).toBeDisabled()
  await answer.fill(String(sum + 1))
  await expect(submit).toBeDisabled()
  await answer.press('Enter')
  await expect(deletion).toContainText(texts.library.sum.wrong)
  await answer.fill(String(sum))
  await submit.click()
  await expect(deletion).toBeHidden()
  await expect(folderLink(page, 'Marketing')).toBeHidden()
  await expect(folderLink(page, 'Kept')).toBeVisible()
  await page.getByRole('textbox', { name: texts.library.search.label }).fill('Announce')
  await expect(page.getByRole('heading', { name: texts.library.search.nothing })).toBeVisible()
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
