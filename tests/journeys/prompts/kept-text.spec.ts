import { request as playwright, type BrowserContext, type Page, type Route } from '@playwright/test'
import { folderCalls } from '#contract/folders.ts'
import { promptCalls } from '#contract/prompts.ts'
import { toPlainText } from '#contract/variables.ts'
import { fieldOf } from '#tests/journeys/support/account-steps.ts'
import { signUp, type Account } from '#tests/journeys/support/call-api.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  askToPrompt,
  dialogOf,
  editorIn,
  folderLink,
  openPrompt,
  promptCard,
  readClipboard,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'

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

test.describe('A session that ends while something is being written', () => {
  const expectLogin = async (page: Page) => {
    await expect(page).toHaveURL('/login')
    await expect(fieldOf(page, 'E-mail')).toBeVisible()
  }
  const logIn = async (page: Page, { email, password }: Account) => {
    await fieldOf(page, 'E-mail').fill(email)
    await fieldOf(page, 'Password').fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL(/\/prompts/)
  }

  test('leaves for the sign-in, after which all of it is there', async ({
    page,
    context,
    account,
    faults,
  }) => {
    const folderId = await makeFolder(account, 'Marketing')
    await makePrompt(account, { name: 'Launch', text: 'Announce', folderId })
    await page.goto(`/prompts?folderId=${folderId}`)
    await askToPrompt(page, 'Edit', 'Launch')
    const edit = dialogOf(page, 'Edit prompt')
    await edit.getByLabel('Title').fill('Launch day')
    await edit.getByRole('radio', { name: 'Petrol' }).check()
    await edit.getByRole('switch', { name: 'Add Notes' }).check()
    await page.keyboard.type('A note')
    await editorIn(edit).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' it all')
    await context.clearCookies()
    faults.expectFailure(/^\/api\//, 401)
    await edit.getByRole('button', { name: 'Save' }).click()
    await expectLogin(page)
    await logIn(page, account)

    await expect(edit.getByLabel('Title')).toHaveValue('Launch day')
    await expect(edit.getByRole('radio', { name: 'Petrol' })).toBeChecked()
    await expect(edit.getByRole('textbox', { name: 'Notes' })).toHaveValue('A note')
    await expect(editorIn(edit)).toHaveText('Announce it all')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit).toBeHidden()
    await expect(page).toHaveURL(`/prompts?folderId=${folderId}`)
    await expect(promptCard(page, 'Launch day')).toContainText('Announce it all')
    await page.reload()
    await expect(promptCard(page, 'Launch day')).toBeVisible()
    await expect(edit).toBeHidden()
  })

  test('outlives a prompt that does not load after the sign-in', async ({
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
    await expectLogin(page)
    faults.expectFailure('/api/prompts/get', 500)
    await page.route('**/api/prompts/get?*', (route) => route.fulfill({ status: 500, body: '' }), {
      times: 1,
    })
    await logIn(page, account)
    await expect(page.getByRole('alert')).toContainText('Something went wrong')
    await expect(page.getByRole('dialog')).toBeHidden()
    await askToPrompt(page, 'Edit', 'Launch')
    await expect(editorIn(edit)).toHaveText('Announce it all')
    await expect(edit.getByLabel('Title')).toBeFocused()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(edit).toBeHidden()
    await askToPrompt(page, 'Edit', 'Launch')
    await expect(editorIn(edit)).toHaveText('Announce')
  })

  test('keeps a folder’s name and the values of a prompt too', async ({
    page,
    context,
    account,
    faults,
  }) => {
    await makePrompt(account, { name: 'Launch', text: 'Announce {product}' })
    faults.expectFailure(/^\/api\//, 401)
    await page.goto('/prompts')
    await page.getByRole('button', { name: 'Create Folder' }).first().click()
    const create = dialogOf(page, 'Create folder')
    await create.getByLabel('Name').fill('Press')
    await create.getByRole('radio', { name: 'Plum' }).check()
    await context.clearCookies()
    await create.getByRole('button', { name: 'Create' }).click()
    await expectLogin(page)
    await logIn(page, account)
    await expect(create.getByLabel('Name')).toHaveValue('Press')
    await expect(create.getByRole('radio', { name: 'Plum' })).toBeChecked()
    await create.getByRole('button', { name: 'Create' }).click()
    await expect(folderLink(page, 'Press')).toBeVisible()

    const view = await openPrompt(page, 'Launch')
    await view.getByRole('textbox', { name: 'product' }).fill('Lumen')
    await context.clearCookies()
    // As when the reader comes back to this tab: what is on screen is asked for anew.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expectLogin(page)
    await logIn(page, account)
    await expect(view.getByRole('textbox', { name: 'product' })).toHaveValue('Lumen')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => readClipboard(page)).toBe('Announce Lumen')
  })

  for (const [who, leave] of Object.entries({
    'another account': async (page: Page, context: BrowserContext) => {
      const request = await playwright.newContext({ baseURL: new URL(page.url()).origin })
      await logIn(page, await signUp(request))
      await request.dispose()
      await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible()
      await context.clearCookies()
      await page.goto('/login')
    },
    'logging out': async (page: Page) => {
      await page.goto('/logout')
      await expectLogin(page)
    },
  })) {
    test(`is erased by ${who}`, async ({ page, context, account, faults }) => {
      await makePrompt(account, { name: 'Launch', text: 'Announce' })
      const edit = await addTo(page, 'Launch', ' it all')
      await context.clearCookies()
      faults.expectFailure(/^\/api\//, 401)
      await edit.getByRole('button', { name: 'Save' }).click()
      await expectLogin(page)
      await leave(page, context)
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('it all')
      await logIn(page, account)
      await expect(promptCard(page, 'Launch')).toBeVisible()
      await expect(edit).toBeHidden()
    })
  }
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
  await expect(page.getByText('Something went wrong, please try later.')).toBeVisible()
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
    await expect(page.getByText('Something went wrong, please try later.').last()).toBeVisible()
    await page.unroute('**/api/*/create')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(promptCard(page, 'Launch')).toHaveCount(1)
  const { prompts } = await account.call(promptCalls.listPrompts, {})
  const { folders } = await account.call(folderCalls.listFolders, {})
  expect([prompts.length, folders.length]).toEqual([1, 1])
})
