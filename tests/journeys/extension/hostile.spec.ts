import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { appCalls } from '#contract/accounts/apps.ts'
import texts from '#languages/en/extension.json' with { type: 'json' }
import promptTexts from '#languages/en/prompt.json' with { type: 'json' }
import shellTexts from '#languages/en/shell.json' with { type: 'json' }
import { replacing, startHostileServer } from '#tests/attacks/command-line/hostile-server.ts'
import {
  beginLogin,
  expect,
  logIn,
  openChat,
  test,
  type Extended,
} from '#tests/journeys/support/extension-journey.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { filesWith } from '#tests/support/profile-files.ts'

test('A page that is busy too long gets no text, or the popup says that it may have it', async ({
  extended,
  server,
}) => {
  const { account, chat, openPopup } = extended
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
  const held = once(chat.server, 'held') as Promise<[ServerResponse]>
  const waiting = await insert()
  // Playwright's clock would wait for the page.
  const timers = await waiting.evaluateHandle(() => {
    const { setTimeout } = globalThis
    const long: (() => void)[] = []
    const set = (call: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
      ms === 20_000 ? long.push(() => call(...args)) : setTimeout(call, ms, ...args)
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

const lies: Record<string, (answer: ServerResponse) => unknown> = {
  'rows of wrong shapes': (answer) =>
    answer.end(JSON.stringify({ folders: [{ id: {} }], prompts: 7, next: null, hasMore: true })),
  'the page of a proxy': (answer) => answer.end('<html>\n<p>Accept our terms.</p>\n</html>'),
  'a proxy’s request for a password': (answer) =>
    answer.writeHead(401, { 'content-type': 'text/html' }).end('<html>'),
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

test('A page can neither load nor open the extension’s pages, read its files or send it messages', async ({
  extended,
}) => {
  const { context, page: addressOf } = extended
  const page = await openChat(extended)
  for (const file of ['popup.html', 'save.html', 'settings.html']) {
    await page.evaluate((address) => {
      const frame = document.createElement('iframe')
      const isOver = new Promise((resolve) => frame.addEventListener('load', resolve))
      document.body.append(Object.assign(frame, { src: address }))
      return isOver
    }, addressOf(file))
    expect(page.frames().at(-1)?.url(), file).toBe('chrome-error://chromewebdata/')
    const opening = context.waitForEvent('page')
    await page.evaluate((address) => void open(address), addressOf(file))
    const opened = await opening
    await opened.waitForLoadState()
    expect(opened.url(), file).not.toContain('chrome-extension:')
    await opened.close()
  }
  for (const file of ['manifest.json', 'insert-text.js', 'icon-48.png']) {
    const read = page.evaluate((address) => fetch(address).then(({ ok }) => ok), addressOf(file))
    await expect(read, file).rejects.toThrow('Failed to fetch')
  }
  expect(await page.evaluate('typeof globalThis.chrome?.runtime?.sendMessage')).toBe('undefined')
})

test('The consent is asked for at the address that the user has entered, wherever the server leads', async ({
  extended,
  server,
}) => {
  const proxy = await startHostileServer(server.origin)
  proxy.lie((answer) =>
    replacing('verification_uri_complete', 'https://localhost:1/')(
      replacing('verification_uri', 'https://localhost:1/')(answer, ''),
      '',
    ),
  )
  const { consent } = await beginLogin(extended, proxy.origin)
  await expect(consent).toHaveURL((url) => url.origin === proxy.origin)
  proxy.stop()
})

test('If the browser refuses the address, one sentence says so, and what was typed stays', async ({
  extended,
}) => {
  const { context, page: addressOf, worker } = extended
  const settings = await context.newPage()
  await settings.goto(addressOf('settings.html'))
  // The user's own answer is out of a program's reach. The browser refuses what no click has asked for.
  const devtools = await context.newCDPSession(settings)
  const run = async (expression: string) => {
    const { result } = await devtools.send('Runtime.evaluate', { expression, returnByValue: true })
    return result.value as unknown
  }
  await run(`{
    const { permissions } = chrome
    const request = permissions.request.bind(permissions)
    globalThis.asked = []
    permissions.request = (wanted) => { asked.push(wanted); return request(wanted) }
  }`)
  await settings.getByLabel(texts.account.address).fill('localhost:3000/profile?a=1')
  await expect.poll(() => run('navigator.userActivation.isActive')).toBe(false)
  await run('document.querySelector("form").requestSubmit()')
  await expect(settings.getByRole('alert')).toHaveText(texts.account.notAllowed)
  await expect(settings.getByLabel(texts.account.address)).toHaveValue('localhost:3000/profile?a=1')
  expect(await run('asked')).toEqual([{ origins: ['http://localhost/*'] }])
  expect(await worker.evaluate('chrome.storage.local.get()')).toEqual({})
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
  test(`After ${what}, no file of the browser contains the token, a text of the library or a value`, async ({
    extended,
    server,
  }) => {
    const { account, context, openPopup, profile, worker } = extended
    // Chromium stores long texts in separate files.
    const text = Array.from({ length: 5_000 }, (_, line) => `${line} zinnoberrot`).join('\n')
    await makePrompt(account, { name: 'Long', text })
    await makePrompt(account, { name: 'Short', text: 'zinnoberrot {word}' })
    const settings = await logIn(extended, server.origin, account)
    const token = await worker.evaluate<string>(
      'chrome.storage.local.get().then(({ login }) => login.token)',
    )
    await openChat(extended)
    const popup = await openPopup()
    await popup.keyboard.type('short')
    await popup.keyboard.press('Enter')
    await popup.getByLabel('word').fill('veilchenblau')
    await popup.getByRole('button', { name: promptTexts.fillIn.copy, exact: true }).click()
    const secrets = [token, 'zinnoberrot', 'veilchenblau']
    for (const secret of secrets) {
      await expect.poll(() => filesWith(profile, secret), secret).not.toEqual([])
    }
    await popup.close()
    await end(extended, settings)
    for (const secret of secrets) {
      await expect.poll(() => filesWith(profile, secret), secret).toEqual([])
    }
    await context.close()
    for (const secret of secrets) expect(await filesWith(profile, secret), secret).toEqual([])
  })
}
