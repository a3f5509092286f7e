import type { Page } from '@playwright/test'
import { appCalls } from '#contract/accounts/apps.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import { versionCalls } from '#contract/library/versions.ts'
import { shelfCalls } from '#contract/library/shelf.ts'
import apps from '#languages/en/apps.json' with { type: 'json' }
import texts from '#languages/en/extension.json' with { type: 'json' }
import historyTexts from '#languages/en/history.json' with { type: 'json' }
import valueTexts from '#languages/en/values.json' with { type: 'json' }
import { signUp } from '#tests/journeys/support/call-api.ts'
import {
  beginLogin,
  expect,
  logIn,
  openChat,
  test,
  type Extended,
} from '#tests/journeys/support/extension-journey.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'

test('A known prompt goes from a chat’s field to its finished text with six keys besides its values, until the access is revoked', async ({
  extended,
  server,
}) => {
  const { account, openPopup, worker } = extended
  expect(
    await worker.evaluate('chrome.permissions.getAll().then((all) => all.permissions.sort())'),
  ).toEqual(['activeTab', 'contextMenus', 'scripting', 'storage'])
  expect(await worker.evaluate('chrome.commands.getAll().then(([own]) => own.shortcut)')).toBe(
    'Alt+Shift+L',
  )
  const promptId = await makePrompt(account, {
    name: 'Announce <b>it</b>',
    text: 'Announce {product} to {audience} in a {tone} tone.',
  })
  await account.call(shelfCalls.notePromptUse, { promptId })

  const { settings, consent } = await beginLogin(extended, server.origin)
  await consent.getByRole('button', { name: apps.device.submit }).click()
  await expect(consent.getByRole('heading', { name: apps.consent.extension })).toBeVisible()
  await expect(consent.getByText(/Chrome on Linux/)).toBeVisible()
  await consent.getByRole('button', { name: apps.consent.allow, exact: true }).click()
  await expect(settings.getByText('One prompt is stored in this browser.')).toBeVisible()

  const page = await openChat(extended)
  const popup = await openPopup()
  await expect(popup.getByRole('option', { name: 'Announce <b>it</b>' })).toBeVisible()
  // With the key that opens the popup.
  let keys = 1
  const press = async (key: string) => {
    keys += 1
    await popup.keyboard.press(key)
  }
  await press('Enter')
  await popup.keyboard.type('Pens')
  await press('Enter')
  await popup.keyboard.type('all')
  await press('Enter')
  await popup.keyboard.type('calm')
  const closed = popup.waitForEvent('close')
  // The popup may close before the key is released.
  await press('Enter').catch(() => undefined)
  await closed
  expect(keys).toBeLessThanOrEqual(6)
  await expect(page.locator('#field')).toHaveValue('Announce Pens to all in a calm tone.')

  const again = await openPopup()
  await again.keyboard.press('Enter')
  await again.getByRole('button', { name: valueTexts.sets }).click()
  await again.getByRole('menuitemradio', { name: valueTexts.last, exact: true }).click()
  await expect(again.getByLabel('product')).toHaveValue('Pens')
  await again.close()

  const { apps: connected } = await account.call(appCalls.listApps, {})
  expect(connected).toMatchObject([{ isExtension: true, name: 'Chrome on Linux' }])
  await account.call(appCalls.endApp, { appId: connected[0]?.id ?? '' })
  const ended = await openPopup()
  await expect(ended.getByText(texts.ended)).toBeVisible()
  const stored = () =>
    ended.evaluate(async () => [...(await indexedDB.databases()), ...Object.keys(localStorage)])
  await expect.poll(stored).toEqual(['library-copy'])
})

test('A login for one folder finds only its prompts, and after logging out another account finds its own', async ({
  extended,
  server,
}) => {
  const { account, context, openPopup } = extended
  const work = await makeFolder(account, 'Work')
  await makePrompt(account, { name: 'Review for work', folderId: work })
  await makePrompt(account, { name: 'Review at home' })
  const settings = await logIn(extended, server.origin, account, work)
  await expect(settings.getByText('“Work”')).toBeVisible()
  await openChat(extended)
  const popup = await openPopup()
  await popup.keyboard.type('review')
  await expect(popup.getByRole('option')).toHaveText([/Review for work/])
  await popup.close()

  await settings.bringToFront()
  await settings.getByRole('button', { name: texts.account.logOut }).click()
  await expect(settings.getByLabel(texts.account.address)).toBeVisible()
  expect(await account.call(appCalls.listApps, {})).toMatchObject({ apps: [] })

  const other = await signUp(context.request)
  await makePrompt(other, { name: 'Review of another' })
  await logIn(extended, server.origin, other)
  await openChat(extended)
  const again = await openPopup()
  await again.keyboard.type('review')
  await expect(again.getByRole('option')).toHaveText([/Review of another/])
})

test('Before a search, the prompts used last are listed, then those never used', async ({
  extended,
  server,
}) => {
  const { account, openPopup } = extended
  await makePrompt(account, { name: 'Older' })
  const promptId = await makePrompt(account, { name: 'Used' })
  await makePrompt(account, { name: 'Newer' })
  await account.call(shelfCalls.notePromptUse, { promptId })
  await logIn(extended, server.origin, account)
  await openChat(extended)
  const popup = await openPopup()
  await expect(popup.getByRole('option')).toHaveText([/Used/, /Newer/, /Older/])
})

test('Letters typed before the library is read are searched for in it', async ({
  extended,
  server,
}) => {
  const { account, context, page } = extended
  for (const name of ['Greet', 'Review']) await makePrompt(account, { name })
  const settings = await logIn(extended, server.origin, account)
  // The popup waits for this transaction.
  const lock = await settings.evaluateHandle(async () => {
    const opening = indexedDB.open('library')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const prompts = opening.result.transaction('prompts', 'readwrite').objectStore('prompts')
    const lock = { isReleased: false }
    const hold = () => lock.isReleased || prompts.count().addEventListener('success', hold)
    hold()
    return lock
  })
  const popup = await context.newPage()
  await popup.goto(page('popup.html'))
  await popup.keyboard.type('gre')
  await lock.evaluate((held) => (held.isReleased = true))
  await expect(popup.getByRole('option')).toHaveText([/Greet/])
  await expect(popup.getByLabel(texts.find).first()).toHaveValue('gre')
})

test('A prompt contains what is selected in the page and, on a click, the clipboard, and without a field its text is on the clipboard', async ({
  extended,
  server,
}) => {
  const { account, chat, context, openPopup } = extended
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await makePrompt(account, { name: 'Sum up', text: 'Sum up {Auswahl} of {page} for {clipboard}.' })
  await logIn(extended, server.origin, account)
  const page = await openChat(extended)
  await page.locator('#field').blur()
  await page.locator('#said').selectText()
  await page.evaluate(() => navigator.clipboard.writeText('the press'))
  const popup = await openPopup()
  await popup.keyboard.type('sum')
  await popup.keyboard.press('Enter')
  await expect(popup.getByLabel('Auswahl')).toHaveValue('Twelve people came.')
  await expect(popup.getByLabel('clipboard')).toHaveValue('')
  await popup.getByRole('button', { name: texts.fromClipboard }).click()
  await expect(popup.getByLabel('clipboard')).toHaveValue('the press')
  await popup.getByRole('button', { name: texts.insert, exact: true }).click()
  await expect(popup.getByText(texts.notInserted['no-field'])).toBeVisible()
  await popup.close()
  await page.locator('#field').focus()
  await page.keyboard.press('Control+v')
  await expect(page.locator('#field')).toHaveValue(
    `Sum up Twelve people came. of Chat\n${chat.origin}/ for the press.`,
  )
})

test('A text changed in the popup is saved, and the one before is a version', async ({
  extended,
  server,
}) => {
  const { account, openPopup } = extended
  const promptId = await makePrompt(account, { name: 'Greet', text: 'Hello {name}!' })
  await logIn(extended, server.origin, account)
  await openChat(extended)
  const popup = await openPopup()
  await popup.keyboard.type('greet')
  await popup.keyboard.press('Enter')
  await popup.getByRole('button', { name: texts.edit }).click()
  await popup.getByRole('textbox', { name: texts.saving.text }).fill('Good morning {name}!')
  await popup.keyboard.press('Control+Enter')
  await expect(popup.getByText('Good morning')).toBeVisible()
  await expect(popup.getByLabel('name')).toBeFocused()
  const { versions } = await account.call(versionCalls.listVersions, { promptId })
  expect(versions).toHaveLength(1)
})

/** Opens the form for a selected text. */
async function openForm(extended: Extended): Promise<Page> {
  const { context, worker } = extended
  await openChat(extended)
  const opened = context.waitForEvent('page')
  // The browser's menu is not a page.
  await worker.evaluate(
    `chrome.tabs.query({ active: true }).then(([tab]) => chrome.contextMenus.onClicked.dispatch(
      { menuItemId: 'save', selectionText: 'Use {braces}.' }, { ...tab, title: 'Chat', url: 'https://chat.example/1' },
    ))`,
  )
  return opened
}

test('Selected text becomes a prompt that notes its source, in the chosen folder', async ({
  extended,
  server,
}) => {
  const { account } = extended
  const folderId = await makeFolder(account, 'Work')
  await makePrompt(account, { name: 'Any' })
  await logIn(extended, server.origin, account)
  const form = await openForm(extended)
  await form.getByLabel(texts.saving.name).fill('From a chat')
  const folder = form.getByLabel(historyTexts.folder)
  await expect(folder).toHaveValue('')
  await folder.selectOption('Work')
  await form.getByRole('button', { name: texts.saving.save }).click()
  await expect(form.getByText(texts.saving.saved)).toBeVisible()
  const { prompts } = await account.call(promptCalls.listPrompts, { folderId })
  const saved = prompts.find(({ name }) => name === 'From a chat')
  const { prompt } = await account.call(promptCalls.getPrompt, { promptId: saved?.id ?? '' })
  expect(prompt).toMatchObject({
    prompt: 'Use {braces}.',
    notes: 'From: Chat, https://chat.example/1',
    variables: [{ name: 'braces', kind: 'literal' }],
  })
})

test('With access to one folder, selected text is saved in it or in a folder of it', async ({
  extended,
  server,
}) => {
  const { account } = extended
  const work = await makeFolder(account, 'Work')
  await makeFolder(account, 'Chats', work)
  await makeFolder(account, 'Home')
  await makePrompt(account, { name: 'Any', folderId: work })
  await logIn(extended, server.origin, account, work)
  const form = await openForm(extended)
  const folder = form.getByLabel(historyTexts.folder)
  await expect(folder.getByRole('option')).toHaveText([/^Work/, /Chats/])
  await expect(folder).toHaveValue(work)
  await form.getByRole('button', { name: texts.saving.save }).click()
  await expect(form.getByText(texts.saving.saved)).toBeVisible()
  const { prompts } = await account.call(promptCalls.listPrompts, { folderId: work })
  expect(prompts).toHaveLength(2)
})

test.describe(() => {
  // A separate server, which stops.
  test.use({ environment: { APP_NAME: 'stops' } })

  test('Without a connection, prompts are found, filled in and inserted', async ({
    extended,
    server,
  }) => {
    const { account, openPopup } = extended
    await makePrompt(account, { name: 'Greet', text: 'Hello {name}!' })
    await logIn(extended, server.origin, account)
    process.kill(server.pid, 'SIGKILL')
    const page = await openChat(extended)
    const popup = await openPopup()
    await popup.keyboard.type('greet')
    await expect(popup.getByRole('option', { name: 'Greet' })).toBeVisible()
    await popup.keyboard.press('Enter')
    await popup.keyboard.type('Ada')
    await popup.keyboard.press('Enter').catch(() => undefined)
    await expect(page.locator('#field')).toHaveValue('Hello Ada!')
  })
})
