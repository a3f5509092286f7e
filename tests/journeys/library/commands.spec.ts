import { expect, test } from '#tests/journeys/support/journey.ts'
import { dialogOf, folderLink, promptCard } from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'

test('a dialog of the library opens on any signed-in screen, and going back closes it', async ({
  page,
  account,
}) => {
  const folderId = await makeFolder(account, 'Work')
  await page.goto('/prompts')
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  // As a screen does that opens it: a step of history that names the dialog.
  await page.evaluate((folderId) => {
    const { idx } = history.state as { idx: number }
    const usr = { dialog: { kind: 'create-prompt', folderId } }
    history.pushState({ usr, key: 'dialog', idx: idx + 1 }, '')
  }, folderId)
  await page.reload()
  const dialog = dialogOf(page, 'Add prompt')
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goForward()
  await dialog.getByLabel('Title').fill('Launch')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/profile')
  await page.goto(`/prompts?folderId=${folderId}`)
  await expect(promptCard(page, 'Launch')).toBeVisible()
})

test('a change refetches what it touched, and nothing else', async ({ page, account }) => {
  await makeFolder(account, 'Work')
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await expect(promptCard(page, 'Launch')).toBeVisible()
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Actions for the folder Work' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = dialogOf(page, 'Edit folder')
  await dialog.getByLabel('Name').fill('Office')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(folderLink(page, 'Office')).toBeVisible()
  expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([
    '/api/folders/update',
    '/api/folders/list',
  ])
})

test('a menu is walked by arrows, Home, End and letters, and left by Tab', async ({
  page,
  account,
}) => {
  await makeFolder(account, 'Work')
  await page.goto('/prompts')
  const button = page.getByRole('button', { name: 'Actions for the folder Work' })
  const item = (name: string) => page.getByRole('menuitem', { name })
  await button.press('Enter')
  await expect(item('Edit')).toBeFocused()
  for (const [key, name] of [
    ['End', 'Delete'],
    ['Home', 'Edit'],
    ['ArrowUp', 'Delete'],
    ['ArrowDown', 'Edit'],
    ['d', 'Delete'],
    ['e', 'Edit'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(item(name), key).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(item('Edit')).toBeHidden()
  await expect(button).not.toBeFocused()
})
