import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  dialogOf,
  folderLink,
  openLibraryWith,
  promptCard,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder } from '#tests/journeys/support/make-library.ts'
import { fill, texts } from '#tests/journeys/support/texts.ts'

test('a dialog of the library opens on any screen after login, and going back closes it', async ({
  page,
  account,
}) => {
  const folderId = await makeFolder(account, 'Work')
  await page.goto('/prompts')
  await page.getByRole('link', { name: texts.shell.profile }).click()
  await expect(
    page.getByRole('heading', { name: texts.accounts.profile.title, level: 1 }),
  ).toBeVisible()
  // Opens the dialog as a screen does: with a history entry that names it.
  await page.evaluate((folderId) => {
    const { idx } = history.state as { idx: number }
    const usr = { dialog: { kind: 'create-prompt', folderId } }
    history.pushState({ usr, key: 'dialog', idx: idx + 1 }, '')
  }, folderId)
  await page.reload()
  const dialog = dialogOf(page, texts.library.prompt.createTitle)
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goForward()
  await dialog.getByLabel(texts.library.prompt.name).fill('Launch')
  await dialog.getByRole('button', { name: texts.library.prompt.create }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/profile')
  await page.goto(`/prompts?folderId=${folderId}`)
  await expect(promptCard(page, 'Launch')).toBeVisible()
})

test.describe('without a copy', () => {
  test.use({ keepsCopy: false })

  test('a change refetches only the affected lists', async ({ page, account }) => {
    await makeFolder(account, 'Work')
    // The code of the next dialog is the last to be preloaded.
    const ahead = ['models/list', 'my-values/get'].map((path) =>
      page.waitForResponse(`**/api/${path}*`),
    )
    await openLibraryWith(page, account, { name: 'Launch' })
    await expect(page.getByRole('tree')).toBeVisible()
    await Promise.all(ahead)
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page
      .getByRole('button', { name: fill(texts.library.folder.actions, { name: 'Work' }) })
      .click()
    await page.getByRole('menuitem', { name: texts.library.actions.edit }).click()
    const dialog = dialogOf(page, texts.library.folder.updateTitle)
    await dialog.getByLabel(texts.library.folder.name).fill('Office')
    await dialog.getByRole('button', { name: texts.library.folder.save }).click()
    await expect(folderLink(page, 'Office')).toBeVisible()
    expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([
      '/api/folders/update',
      '/api/folders/list',
      '/api/folders/tree',
    ])
  })
})
