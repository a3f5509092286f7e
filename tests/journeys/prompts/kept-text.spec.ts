import {
  request as playwright,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test'
import { folderCalls } from '#contract/library/folders.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import { valueCalls } from '#contract/variables/values.ts'
import { toPlainText } from '#contract/variables/variables.ts'
import { fieldOf } from '#tests/journeys/support/account-steps.ts'
import { signUp, type Account } from '#tests/journeys/support/call-api.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  addToPrompt,
  askToPrompt,
  chooseColor,
  colorButtonIn,
  dialogOf,
  editorIn,
  folderLink,
  openPrompt,
  promptCard,
  readClipboard,
  runButtonIn,
  startFolder,
  startPrompt,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'

const { mine } = texts.values
const { own } = texts.runs

async function saveMine(page: Page) {
  const form = page.locator('form', { has: page.getByRole('button', { name: mine.add }) })
  await form.getByRole('button', { name: mine.submit, exact: true }).click()
}

/** Opens the library, and adds to the text of a prompt without saving it. */
async function addTo(page: Page, title: string, more: string) {
  await page.goto('/prompts')
  return addToPrompt(page, title, more)
}

test('the second of two tabs to save a prompt is warned and loses nothing', async ({
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
  await inFirst.getByRole('button', { name: texts.library.prompt.save }).click()
  await expect(inFirst).toBeHidden()

  faults.expectFailure('/api/prompts/update', 409)
  await inSecond.getByRole('button', { name: texts.library.prompt.save, exact: true }).click()
  await expect(inSecond).toContainText(texts.errors.prompt_changed)
  await expect(editorIn(inSecond)).toHaveText('Announce from the second tab')
  expect(await textOf()).toBe('Announce from the first tab')

  await inSecond.getByRole('button', { name: texts.history.changed.copy }).click()
  await expect.poll(() => readClipboard(second)).toBe('Announce from the second tab')
  await inSecond.getByRole('button', { name: texts.history.changed.overwrite }).click()
  await expect(inSecond).toBeHidden()
  expect(await textOf()).toBe('Announce from the second tab')
})

test('the second of two tabs to save my values is warned and loses nothing, and leaving the profile with unsaved ones asks first', async ({
  page,
  context,
  account,
  faults,
}) => {
  const add = async (tab: Page, name: string) => {
    await tab.goto('/profile')
    await tab.getByRole('button', { name: mine.add }).click()
    await tab.getByRole('combobox', { name: mine.name, exact: true }).fill(name)
  }
  const second = await context.newPage()
  await add(page, 'from the first tab')
  await add(second, 'from the second tab')
  await saveMine(page)
  await expect(page.getByText(mine.saved, { exact: true })).toBeVisible()
  faults.expectFailure('/api/my-values/set', 409)
  await saveMine(second)
  await expect(second.getByText(texts.errors.changed_elsewhere)).toBeVisible()
  const kept = { values: [{ name: 'from the first tab', value: '' }] }
  expect(await account.call(valueCalls.getMyValues, {})).toMatchObject(kept)

  await second.getByRole('button', { name: texts.history.changed.compare }).click()
  await expect(second.getByRole('dialog')).toContainText('first')
  await second.keyboard.press('Escape')
  await second.getByRole('button', { name: texts.history.changed.overwrite }).click()
  await expect(second.getByText(mine.saved, { exact: true })).toBeVisible()

  await page.getByRole('button', { name: mine.add }).click()
  const added = page.getByRole('combobox', { name: mine.name, exact: true }).last()
  await added.fill('tone')
  // Opening a dialog does not ask.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  const toLibrary = page.getByRole('navigation').getByRole('link', { name: texts.shell.prompts })
  await toLibrary.click()
  await page.getByRole('button', { name: texts.library.discard.keep }).click()
  await expect(page).toHaveURL('/profile')
  await expect(added).toHaveValue('tone')
  await toLibrary.click()
  await page.getByRole('button', { name: texts.library.discard.discard }).click()
  await expect(page).toHaveURL('/prompts')
})

test.describe('A session that ends while the user is writing', () => {
  const expectLogin = async (page: Page) => {
    await expect(page).toHaveURL('/login')
    await expect(fieldOf(page, texts.accounts.email)).toBeVisible()
  }

  /** Ends the session, and clicks the button. A background call may fail before that, and load the login screen. */
  const endSessionAt = async (button: Locator) => {
    const page = button.page()
    const pressed = await button.elementHandle()
    await page.context().clearCookies()
    // Fails once the button is detached.
    await pressed?.click().catch(() => expectLogin(page))
    await expectLogin(page)
  }

  const logIn = async (page: Page, { email, password }: Account) => {
    await fieldOf(page, texts.accounts.email).fill(email)
    await fieldOf(page, texts.accounts.password).fill(password)
    await page.getByRole('button', { name: texts.accounts.login.submit, exact: true }).click()
    await expect(page).toHaveURL(/\/(prompts|profile)/)
  }

  test('redirects to the login screen, and restores everything after the login', async ({
    page,
    account,
    faults,
  }) => {
    const folderId = await makeFolder(account, 'Marketing')
    await makePrompt(account, { name: 'Launch', text: 'Announce', folderId })
    await page.goto(`/prompts?folderId=${folderId}`)
    const edit = await askToPrompt(page, 'edit', 'Launch')
    await edit.getByLabel(texts.library.prompt.name).fill('Launch day')
    await chooseColor(edit, texts.library.colors['006D77'])
    await edit.getByRole('switch', { name: texts.library.prompt.addNotes }).check()
    await page.keyboard.type('A note')
    await editorIn(edit).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' it all')
    faults.expectFailure(/^\/api\//, 401)
    await endSessionAt(edit.getByRole('button', { name: texts.library.prompt.save }))
    await logIn(page, account)

    await expect(edit.getByLabel(texts.library.prompt.name)).toHaveValue('Launch day')
    await expect(colorButtonIn(edit, texts.library.colors['006D77'])).toBeVisible()
    await expect(edit.getByRole('textbox', { name: texts.library.prompt.notes })).toHaveValue(
      'A note',
    )
    await expect(editorIn(edit)).toHaveText('Announce it all')
    await edit.getByRole('button', { name: texts.library.prompt.save }).click()
    await expect(edit).toBeHidden()
    await expect(page).toHaveURL(`/prompts?folderId=${folderId}`)
    await expect(promptCard(page, 'Launch day')).toContainText('Announce it all')
    await page.reload()
    await expect(promptCard(page, 'Launch day')).toBeVisible()
    await expect(edit).toBeHidden()
  })

  test.describe('without a copy', () => {
    test('survives a prompt that fails to load after the login', async ({
      page,
      account,
      faults,
    }) => {
      await page.addInitScript(() => (localStorage['library-copy'] = 'off'))
      await makePrompt(account, { name: 'Launch', text: 'Announce' })
      const edit = await addTo(page, 'Launch', ' it all')
      faults.expectFailure(/^\/api\//, 401)
      await endSessionAt(edit.getByRole('button', { name: texts.library.prompt.save }))
      faults.expectFailure('/api/prompts/get', 500)
      await page.route(
        '**/api/prompts/get?*',
        (route) => route.fulfill({ status: 500, body: '' }),
        {
          times: 1,
        },
      )
      await logIn(page, account)
      await expect(page.getByRole('alert')).toContainText(texts.errors.invalid_request)
      await expect(page.getByRole('dialog')).toBeHidden()
      await askToPrompt(page, 'edit', 'Launch')
      await expect(editorIn(edit)).toHaveText('Announce it all')
      await expect(edit.getByLabel(texts.library.prompt.name)).toBeFocused()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: texts.library.discard.discard }).click()
      await expect(edit).toBeHidden()
      await askToPrompt(page, 'edit', 'Launch')
      await expect(editorIn(edit)).toHaveText('Announce')
    })

    test('keeps a folder’s name and the values of a prompt too', async ({
      page,
      context,
      account,
      faults,
    }) => {
      // Also after the logins below: a copy makes no call when the user returns to the tab.
      await page.addInitScript(() => localStorage.setItem('library-copy', 'off'))
      await makePrompt(account, { name: 'Launch', text: 'Announce {product}' })
      faults.expectFailure(/^\/api\//, 401)
      await page.goto('/prompts')
      const create = await startFolder(page)
      await create.getByLabel(texts.library.folder.name).fill('Press')
      await create.getByRole('radio', { name: texts.library.colors['6A0572'] }).check()
      await endSessionAt(create.getByRole('button', { name: texts.library.folder.create }))
      await logIn(page, account)
      await expect(create.getByLabel(texts.library.folder.name)).toHaveValue('Press')
      await expect(
        create.getByRole('radio', { name: texts.library.colors['6A0572'] }),
      ).toBeChecked()
      await create.getByRole('button', { name: texts.library.folder.create }).click()
      await expect(folderLink(page, 'Press')).toBeVisible()

      const view = await openPrompt(page, 'Launch')
      await view.getByRole('textbox', { name: 'product' }).fill('Lumen')
      await context.clearCookies()
      // Returning to the tab refetches what is on screen.
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      await expectLogin(page)
      await logIn(page, account)
      await expect(view.getByRole('textbox', { name: 'product' })).toHaveValue('Lumen')
      await page.keyboard.press('Control+Enter')
      await expect.poll(() => readClipboard(page)).toBe('Announce Lumen')
    })
  })

  test('keeps the forms of the profile, but no API key', async ({ page, account, faults }) => {
    await page.goto('/profile')
    await page.getByRole('button', { name: mine.add }).click()
    await page.getByRole('combobox', { name: mine.name, exact: true }).fill('tone')
    await page.getByRole('textbox', { name: `Value of tone` }).fill('dry')
    await page.getByRole('button', { name: own.add }).click()
    await page.getByRole('textbox', { name: own.name, exact: true }).fill('At home')
    await page.getByLabel(own.key, { exact: true }).fill('secret-key')
    faults.expectFailure(/^\/api\//, 401)
    await endSessionAt(page.getByRole('button', { name: own.test, exact: true }))
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('secret-key')
    await logIn(page, account)
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('textbox', { name: `Value of tone` })).toHaveValue('dry')
    await expect(page.getByRole('textbox', { name: own.name, exact: true })).toHaveValue('At home')
    await page.keyboard.press('Escape')
    await dialogOf(page, texts.library.discard.title)
      .getByRole('button', { name: texts.library.discard.discard })
      .click()
    await saveMine(page)
    await expect(page.getByText(mine.saved, { exact: true })).toBeVisible()
    expect(await account.call(valueCalls.getMyValues, {})).toMatchObject({
      values: [{ name: 'tone', value: 'dry' }],
    })
  })

  for (const [who, leave] of Object.entries({
    'another account': async (page: Page, context: BrowserContext) => {
      const request = await playwright.newContext({ baseURL: new URL(page.url()).origin })
      await logIn(page, await signUp(request))
      await request.dispose()
      await expect(page.getByRole('heading', { name: texts.library.empty.title })).toBeVisible()
      await page.goto('about:blank')
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
      faults.expectFailure(/^\/api\//, 401)
      await endSessionAt(edit.getByRole('button', { name: texts.library.prompt.save }))
      await leave(page, context)
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('it all')
      await logIn(page, account)
      await expect(promptCard(page, 'Launch')).toBeVisible()
      await expect(edit).toBeHidden()
    })
  }
})

test('closing the tab with unsaved text asks first', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch', text: 'Announce' })
  const edit = await addTo(page, 'Launch', ' it all')
  const question = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const asked = await question
  expect(asked.type()).toBe('beforeunload')
  await asked.dismiss()
  await expect(editorIn(edit)).toHaveText('Announce it all')
})

test.describe('In a browser without a copy, which keeps no drafts', () => {
  test.use({ keepsCopy: false })

  test('losing the network during a save loses no text', async ({
    page,
    context,
    account,
    faults,
  }) => {
    await makePrompt(account, { name: 'Launch', text: 'Announce' })
    const edit = await addTo(page, 'Launch', ' it all')
    faults.expectFailure(/^\/(?:api|assets)\//, 'unreachable')
    faults.expectConsole('ERR_INTERNET_DISCONNECTED')
    // The network is back before a check of the connection could fail.
    const back = Promise.withResolvers<void>()
    await page.route('**/api/health', async (route) => {
      await back.promise
      await route.continue()
    })
    // The change arrives, but its response is lost.
    await page.route('**/api/prompts/update', async (route) => {
      await route.fetch()
      await context.setOffline(true)
      await route.abort('internetdisconnected')
    })
    await edit.getByRole('button', { name: texts.library.prompt.save }).click()
    await expect(edit.getByText(texts.library.limit.notSaved)).toBeVisible()
    await expect(editorIn(edit)).toHaveText('Announce it all')
    await page.unroute('**/api/prompts/update')
    await context.setOffline(false)
    back.resolve()
    // The save is retried automatically.
    await expect(edit).toBeHidden()
    await expect(promptCard(page, 'Launch')).toContainText('Announce it all')
  })

  test('a creation whose response was lost is not repeated', async ({ page, account, faults }) => {
    faults.expectFailure(/^\/api\/(?:folders|prompts)\/create$/, 'unreachable')
    faults.expectConsole('ERR_CONNECTION_RESET')
    await page.goto('/prompts')
    for (const [start, label] of [
      [startFolder, texts.library.folder.name],
      [startPrompt, texts.library.prompt.name],
    ] as const) {
      const dialog = await start(page)
      await dialog.getByLabel(label).fill('Launch')
      const create = dialog.getByRole('button', { name: texts.library.prompt.create })
      await page.route(
        '**/api/*/create',
        async (route) => {
          await route.fetch()
          await route.abort('connectionreset')
        },
        { times: 1 },
      )
      const lost = page.waitForEvent('requestfailed')
      await create.click()
      await lost
      await expect(dialog.getByText(texts.library.limit.notSaved)).toBeVisible()
      await expect(create).not.toHaveAttribute('aria-busy')
      await create.click()
      await expect(dialog).toBeHidden()
    }
    await expect(promptCard(page, 'Launch')).toHaveCount(1)
    const { prompts } = await account.call(promptCalls.listPrompts, {})
    const { folders } = await account.call(folderCalls.listFolders, {})
    expect([prompts.length, folders.length]).toEqual([1, 1])
  })
})

/** Makes a method of elements throw until the page is reloaded, as a browser bug might. */
function breakMethod(page: Page, name: 'scrollIntoView' | 'showPopover') {
  return page.evaluate((method) => {
    HTMLElement.prototype[method] = () => {
      throw new TypeError('broken')
    }
  }, name)
}

async function tryAgainAfterCrash(page: Page) {
  await expect(page.getByRole('heading', { name: texts.faults.failureTitle })).toBeVisible()
  await page.getByRole('link', { name: texts.faults.retry }).click()
}

test('after a crash, “Try again” brings back the values typed into a prompt', async ({
  page,
  account,
  faults,
}) => {
  faults.expectConsole('TypeError: broken')
  await page.route('**/api/models/list*', (route) =>
    route.fulfill({ json: { models: [], connections: [], canConnect: true } }),
  )
  await makePrompt(account, { name: 'Launch', text: 'Announce {product}.' })
  await page.goto('/prompts')
  const dialog = await openPrompt(page, 'Launch')
  const product = dialog.getByRole('textbox', { name: 'product' })
  await product.fill('Tea')
  await breakMethod(page, 'scrollIntoView')
  await runButtonIn(dialog, texts).click()
  await tryAgainAfterCrash(page)
  await expect(product).toHaveValue('Tea')
  await product.press('Control+Enter')
  await expect.poll(() => readClipboard(page)).toBe('Announce Tea.')
})

test('after a crash, “Try again” brings back an unsaved edit', async ({
  page,
  account,
  faults,
}) => {
  faults.expectConsole('TypeError: broken')
  await makePrompt(account, { name: 'Launch', text: 'Announce' })
  const edit = await addTo(page, 'Launch', ' in this tab')
  await breakMethod(page, 'showPopover')
  await page.keyboard.press('Control+Shift+Home')
  await tryAgainAfterCrash(page)
  await expect(editorIn(edit)).toHaveText('Announce in this tab')
})
