import type { Page, Route } from '@playwright/test'
import { folderCalls } from '#contract/folders.ts'
import { promptCalls } from '#contract/prompts.ts'
import { toPlainText } from '#contract/variables.ts'
import { fieldOf } from './account-steps.ts'
import { expect, test } from './journey.ts'
import { askToPrompt, dialogOf, editorIn, promptCard, readClipboard } from './library-steps.ts'
import { makePrompt } from './make-library.ts'

/** Opens a prompt to be edited, and adds to its text. */
async function addTo(page: Page, title: string, more: string) {
  await page.goto('/prompts')
  await askToPrompt(page, 'Edit', title)
  const edit = dialogOf(page, 'Edit prompt')
  await editorIn(edit).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(more)
  return edit
}

test('of two tabs that edit a prompt, the second to save is told, and loses nothing', async ({
  page,
  context,
  account,
  faults,
}) => {
  const promptId = await makePrompt(account, { name: 'Launch', text: 'Announce' })
  const textOf = async () => {
    const { prompt } = await account.call(promptCalls.getPrompt, { promptId })
    return toPlainText(prompt.prompt)
  }
  const second = await context.newPage()
  const inFirst = await addTo(page, 'Launch', ' from the first tab')
  const inSecond = await addTo(second, 'Launch', ' from the second tab')
  await inFirst.getByRole('button', { name: 'Save' }).click()
  await expect(inFirst).toBeHidden()

  faults.expectFailure('/api/prompts/update', 409)
  await inSecond.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(inSecond).toContainText(
    'This prompt has been changed elsewhere since you opened it.',
  )
  await expect(editorIn(inSecond)).toHaveText('Announce from the second tab')
  expect(await textOf()).toBe('Announce from the first tab')

  await inSecond.getByRole('button', { name: 'Copy my text' }).click()
  await expect.poll(() => readClipboard(second)).toBe('Announce from the second tab')
  await inSecond.getByRole('button', { name: 'Save anyway' }).click()
  await expect(inSecond).toBeHidden()
  expect(await textOf()).toBe('Announce from the second tab')
})

test('a session that ends while something is being written takes nothing with it', async ({
  page,
  context,
  account,
  faults,
}) => {
  await makePrompt(account, { name: 'Launch', text: 'Announce' })
  const edit = await addTo(page, 'Launch', ' it all')
  await context.clearCookies()
  faults.expectFailure(/^\/api\//, 401)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toContainText('You have been logged out. Your text is still here')

  const opening = context.waitForEvent('page')
  await edit.getByRole('link', { name: 'Log in' }).click()
  const other = await opening
  await fieldOf(other, 'E-mail').fill(account.email)
  await fieldOf(other, 'Password').fill(account.password)
  await other.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(promptCard(other, 'Launch')).toBeVisible()
  await other.close()

  await expect(editorIn(edit)).toHaveText('Announce it all')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(promptCard(page, 'Launch')).toContainText('Announce it all')
})

test('closing the tab with something unsaved is asked about first', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch', text: 'Announce' })
  const edit = await addTo(page, 'Launch', ' it all')
  const question = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const asked = await question
  expect(asked.type()).toBe('beforeunload')
  await asked.dismiss()
  await expect(editorIn(edit)).toHaveText('Announce it all')
})

test('a network that goes away while saving takes nothing with it', async ({
  page,
  context,
  account,
  faults,
}) => {
  await makePrompt(account, { name: 'Launch', text: 'Announce' })
  const edit = await addTo(page, 'Launch', ' it all')
  faults.expectFailure(/^\/(?:api|assets)\//, 'unreachable')
  faults.expectConsole('ERR_INTERNET_DISCONNECTED')
  // The change arrives, its answer does not.
  await page.route('**/api/prompts/update', async (route) => {
    await route.fetch()
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toContainText('Something went wrong, please try later.')
  await expect(editorIn(edit)).toHaveText('Announce it all')
  await page.unroute('**/api/prompts/update')
  await context.setOffline(false)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(promptCard(page, 'Launch')).toContainText('Announce it all')
})

test('what was made although its answer was lost is not made again', async ({
  page,
  account,
  faults,
}) => {
  faults.expectFailure(/^\/api\/(?:folders|prompts)\/create$/, 'unreachable')
  faults.expectConsole('ERR_CONNECTION_RESET')
  const loseAnswers = async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.goto('/prompts')
  for (const [button, title, label] of [
    ['Create Folder', 'Create folder', 'Name'],
    ['Add Prompt', 'Add prompt', 'Title'],
  ] as const) {
    await page.getByRole('button', { name: button }).first().click()
    const dialog = dialogOf(page, title)
    await dialog.getByLabel(label).fill('Launch')
    await page.route('**/api/*/create', loseAnswers)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog).toContainText('Something went wrong, please try later.')
    await page.unroute('**/api/*/create')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(promptCard(page, 'Launch')).toHaveCount(1)
  const { prompts } = await account.call(promptCalls.listPrompts, {})
  const { folders } = await account.call(folderCalls.listFolders, {})
  expect([prompts.length, folders.length]).toEqual([1, 1])
})
