import { once } from 'node:events'
import { Readable } from 'node:stream'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { appCalls } from '#contract/accounts/apps.ts'
import { loginCheckCalls } from '#contract/accounts/login-check.ts'
import { extensionId, oauthPaths } from '#contract/accounts/oauth.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import { versionCalls } from '#contract/library/versions.ts'
import { shelfCalls } from '#contract/library/shelf.ts'
import apps from '#languages/en/apps.json' with { type: 'json' }
import texts from '#languages/en/extension.json' with { type: 'json' }
import shellTexts from '#languages/en/shell.json' with { type: 'json' }
import historyTexts from '#languages/en/history.json' with { type: 'json' }
import { startHostileServer } from '#tests/attacks/command-line/hostile-server.ts'
import { signUp, type Account } from '#tests/journeys/support/call-api.ts'
import { expect, test, type Extended } from '#tests/journeys/support/extension-journey.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { filesWith } from '#tests/support/profile-files.ts'

/** A chat of another site. Requests for `/held` are answered later. */
const chat = createServer((request, response) => {
  if (request.url === '/held') return void chat.emit('held', response)
  response.setHeader('content-type', 'text/html')
  response.end(
    '<title>Chat</title><p id="said">Twelve people came.</p><textarea id="field"></textarea>',
  )
})
let chatOrigin = ''
test.beforeAll(async () => {
  await once(chat.listen(0, '127.0.0.1'), 'listening')
  chatOrigin = `http://127.0.0.1:${(chat.address() as AddressInfo).port}`
})
test.afterAll(() => chat.close())

async function openChat({ context }: Extended): Promise<Page> {
  const page = await context.newPage()
  await page.goto(chatOrigin)
  await page.locator('#field').focus()
  return page
}

/** Enters a server's address in the extension's settings. Returns them, and the tab that asks for consent. */
async function beginLogin({ context, page }: Extended, origin: string) {
  const settings = await context.newPage()
  await settings.goto(page('settings.html'))
  await settings.getByLabel(texts.account.address).fill(origin)
  const opened = context.waitForEvent('page')
  await settings.getByRole('button', { name: texts.account.connect }).click()
  return { settings, consent: await opened }
}

/** Logs in without the screens, which poll every five seconds, and waits until the library is stored. */
async function logIn(extended: Extended, origin: string, account: Account, folderId?: string) {
  const { context, page, worker } = extended
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await context.request.post(path, { form: { client_id: extensionId, ...form } })
    return (await answer.json()) as Record<string, string>
  }
  const scope = 'library:read library:write'
  const { user_code: userCode = '', device_code: code = '' } = await post(oauthPaths.device, {
    scope,
  })
  const { uid, scopes } = await account.call(appCalls.findDeviceRequest, { userCode })
  const folder = folderId === undefined ? null : { id: folderId, name: 'Work' }
  await account.call(appCalls.allowConnection, {
    uid,
    scopes,
    days: 30,
    ...(folder && { folderId }),
  })
  const grant = 'urn:ietf:params:oauth:grant-type:device_code'
  const { access_token: token } = await post(oauthPaths.token, {
    grant_type: grant,
    device_code: code,
  })
  const { accountId } = await account.call(loginCheckCalls.checkLogin, {})
  const login = JSON.stringify({ origin, token, accountId, scopes, folder })
  await worker.evaluate(`chrome.storage.local.set({ login: ${login} })`)
  const settings = await context.newPage()
  await settings.goto(page('settings.html'))
  await expect(settings.getByText(/^(One prompt is|\d+ prompts are) stored/)).toBeVisible()
  return settings
}

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
  const { account, context, openPopup } = extended
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
    `Sum up Twelve people came. of Chat\n${chatOrigin}/ for the press.`,
  )
})

test('A page that is busy too long gets no text, or the popup says that it may have it', async ({
  extended,
  server,
}) => {
  const { account, openPopup } = extended
  await makePrompt(account, { name: 'Greet', text: 'Hello!' })
  await logIn(extended, server.origin, account)
  const page = await openChat(extended)
  const insert = async () => {
    const popup = await openPopup()
    await popup.keyboard.type('greet')
    await popup.keyboard.press('Enter')
    return popup
  }

  const late = await insert()
  // Its deadline has passed for the page.
  await late.evaluate((now) => (Date.now = () => now), Date.now() - 60_000)
  await late.getByRole('button', { name: texts.insert, exact: true }).click()
  await expect(late.getByText(texts.notInserted.late)).toBeVisible()
  await expect(page.locator('#field')).toHaveValue('')
  await late.close()

  await page.locator('#field').evaluate((field) =>
    field.addEventListener('input', () => {
      const request = new XMLHttpRequest()
      request.open('GET', '/held', false)
      request.send()
    }),
  )
  const held = once(chat, 'held') as Promise<[ServerResponse]>
  const waiting = await insert()
  // Playwright's clock would wait for the page.
  const timers = await waiting.evaluateHandle(() => {
    const { setTimeout } = globalThis
    const long: TimerHandler[] = []
    const set = (call: TimerHandler, ms?: number) =>
      ms === 20_000 ? long.push(call) : setTimeout(call, ms)
    globalThis.setTimeout = set as typeof setTimeout
    return { end: () => long.forEach((call) => setTimeout(call)) }
  })
  const button = waiting.getByRole('button', { name: texts.insert, exact: true })
  await button.click()
  const [response] = await held
  await expect(button).toHaveAttribute('aria-busy')
  await timers.evaluate(({ end }) => end())
  await expect(waiting.getByText(texts.notInserted.late)).toBeVisible()
  response.end()
  await expect(page.locator('#field')).toHaveValue('Hello!')
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

const lies: Record<string, (answer: ServerResponse) => unknown> = {
  'rows of wrong shapes': (answer) =>
    answer.end(JSON.stringify({ folders: [{ id: {} }], prompts: 7, next: null, hasMore: true })),
  'the page of a proxy': (answer) => answer.end('<html>\n<p>Accept our terms.</p>\n</html>'),
  'a text of 100 MB': (answer) => {
    answer.write('{"prompts":[{"prompt":"')
    Readable.from(Array<Buffer>(100).fill(Buffer.alloc(1_000_000, 'x'))).pipe(answer)
  },
  'an answer without end': (answer) => answer.write('{"prompts":['),
}

for (const [what, lie] of Object.entries(lies)) {
  test(`From a server that answers all calls with ${what}, nothing is needed to insert a prompt`, async ({
    extended,
    server,
  }) => {
    const { account, openPopup } = extended
    await makePrompt(account, { name: 'Greet', text: 'Hello {name}!' })
    const proxy = await startHostileServer(server.origin)
    await logIn(extended, proxy.origin, account)
    proxy.answer(lie)
    const page = await openChat(extended)
    const popup = await openPopup()
    await expect(popup.getByText(texts.offline)).toBeVisible()
    await popup.keyboard.type('hello')
    await expect(popup.getByRole('option', { name: 'Greet' })).toBeVisible()
    await popup.keyboard.press('Enter')
    await popup.getByLabel('name').fill('Ada')
    await popup.keyboard.press('Enter').catch(() => undefined)
    await expect(page.locator('#field')).toHaveValue('Hello Ada!')
    proxy.stop()
  })
}

test('A changed text stays in the form if the answer is not the server’s', async ({
  extended,
  server,
}) => {
  const { account, openPopup } = extended
  await makePrompt(account, { name: 'Greet', text: 'Hello {name}!' })
  const proxy = await startHostileServer(server.origin)
  await logIn(extended, proxy.origin, account)
  await openChat(extended)
  const popup = await openPopup()
  await popup.keyboard.press('Enter')
  await popup.getByRole('button', { name: texts.edit }).click()
  const text = popup.getByRole('textbox', { name: texts.saving.text })
  await text.fill('Good morning {name}!')
  proxy.answer((answer) => answer.end('<html>'))
  await popup.keyboard.press('Control+Enter')
  await expect(popup.getByRole('alert')).toHaveText(shellTexts.needsConnection)
  await expect(text).toHaveValue('Good morning {name}!')
  proxy.stop()
})

/** How a login ends. */
const endings: Record<string, (extended: Extended, settings: Page) => Promise<void>> = {
  'logging out': async (_extended, settings) => {
    await settings.bringToFront()
    await settings.getByRole('button', { name: texts.account.logOut }).click()
    await expect(settings.getByLabel(texts.account.address)).toBeVisible()
  },
  'the access is revoked': async ({ account, openPopup }) => {
    const { apps: connected } = await account.call(appCalls.listApps, {})
    await account.call(appCalls.endApp, { appId: connected[0]?.id ?? '' })
    const popup = await openPopup()
    await expect(popup.getByText(texts.ended)).toBeVisible()
    await popup.close()
  },
}

for (const [what, end] of Object.entries(endings)) {
  test(`After ${what}, no file of the browser contains the token or a text of the library`, async ({
    extended,
    server,
  }) => {
    const { account, context, profile, worker } = extended
    // Chromium stores long texts in separate files.
    const text = Array.from({ length: 5_000 }, (_, line) => `${line} zinnoberrot`).join('\n')
    await makePrompt(account, { name: 'Long', text })
    await makePrompt(account, { name: 'Short', text: 'zinnoberrot' })
    const settings = await logIn(extended, server.origin, account)
    const token = await worker.evaluate<string>(
      'chrome.storage.local.get().then(({ login }) => login.token)',
    )
    await openChat(extended)
    for (const secret of [token, 'zinnoberrot']) {
      await expect.poll(() => filesWith(profile, secret)).not.toEqual([])
    }
    await end(extended, settings)
    for (const secret of [token, 'zinnoberrot']) {
      await expect.poll(() => filesWith(profile, secret)).toEqual([])
    }
    await context.close()
    for (const secret of [token, 'zinnoberrot'])
      expect(await filesWith(profile, secret)).toEqual([])
  })
}

test('With a server that has no changes any more, its own search finds the prompts', async ({
  extended,
  server,
}) => {
  const { account, openPopup } = extended
  await makePrompt(account, { name: 'Review old' })
  const proxy = await startHostileServer(server.origin)
  const settings = await logIn(extended, proxy.origin, account)
  await settings.close()
  proxy.lack('library/changes', 'library/ids', 'library/watch')
  await makePrompt(account, { name: 'Review new' })
  await openChat(extended)
  const popup = await openPopup()
  await popup.keyboard.type('review')
  await expect(popup.getByRole('option')).toHaveText([/Review new/, /Review old/])
  await popup.close()
  proxy.stop()
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
