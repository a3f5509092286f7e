import { once } from 'node:events'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page, type Worker } from '@playwright/test'
import { appCalls } from '#contract/accounts/apps.ts'
import { loginCheckCalls } from '#contract/accounts/login-check.ts'
import { extensionId, oauthPaths } from '#contract/accounts/oauth.ts'
import { signUp, type Account } from './call-api.ts'
import { expect, test as base } from './journey.ts'
import texts from '#languages/en/extension.json' with { type: 'json' }
import { wholeChromium } from './launch-options.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

export { expect }

const built = join(import.meta.dirname, '../../../dist/extension/chrome')

/** What a program cannot do: confirm the browser's own question, and press its button. */
const confirmed = ['http://127.0.0.1/*']

/** A Chromium with the built extension, and an account that it is logged in to on the server. */
export type Extended = {
  context: BrowserContext
  account: Account
  worker: Worker
  /** The directory of the browser's files. */
  profile: string
  /** The address of one of the extension's pages. */
  page: (file: string) => string
  chat: Chat
  /** Opens the popup over the tab in front, as its button does. */
  openPopup: () => Promise<Page>
}

/** A chat of another site. */
type Chat = { server: Server; origin: string }

type Fixtures = { extended: Extended }

export const test = base.extend<Fixtures>({
  extended: async ({ server }, provide) => {
    const directory = makeScratchDirectory('extension')
    const profile = join(directory, 'browser')
    const folder = join(directory, 'extension')
    cpSync(built, folder, { recursive: true })
    const file = join(folder, 'manifest.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as object
    writeFileSync(file, JSON.stringify({ ...manifest, host_permissions: confirmed }))
    const context = await chromium.launchPersistentContext(profile, {
      ...wholeChromium,
      ignoreDefaultArgs: ['--headless', '--disable-extensions'],
      args: [
        ...(wholeChromium.args ?? []),
        '--headless=new',
        '--remote-debugging-port=0',
        `--disable-extensions-except=${folder}`,
        `--load-extension=${folder}`,
      ],
      baseURL: server.origin,
      locale: 'en-GB',
    })
    const faults: string[] = []
    context.on('weberror', (error) => faults.push(error.error().message))
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    const page = (name: string) => new URL(`/${name}`, worker.url()).href
    const [port = ''] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
    const openPopup = async () => {
      await worker.evaluate('chrome.action.openPopup()')
      // Playwright lists the popup only for a browser that it connects to while the popup is open.
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
      const pages = browser.contexts().flatMap((each) => each.pages())
      const popup = pages.find((each) => each.url().endsWith('/popup.html'))
      if (!popup) throw new Error('The popup has not opened.')
      popup.on('close', () => void browser.close())
      await popup.locator('main').waitFor()
      return popup
    }
    const account = await signUp(context.request)
    const chat = await startChat()
    await provide({ context, account, worker, profile, page, chat, openPopup })
    expect(faults, 'errors in the browser').toEqual([])
    await context.close()
    chat.server.close()
    rmSync(directory, { recursive: true, force: true })
  },
})

/** Requests for `/held` are answered later. */
async function startChat(): Promise<Chat> {
  const server = createServer((request, response) => {
    if (request.url === '/held') return void server.emit('held', response)
    response.setHeader('content-type', 'text/html')
    response.end(
      '<title>Chat</title><p id="said">Twelve people came.</p><textarea id="field"></textarea>',
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Opens the chat with the focus in its field. */
export async function openChat({ context, chat }: Extended): Promise<Page> {
  const page = await context.newPage()
  await page.goto(chat.origin)
  await page.locator('#field').focus()
  return page
}

/** Enters a server's address in the extension's settings. Returns them, and the tab that asks for consent. */
export async function beginLogin({ context, page }: Extended, origin: string) {
  const settings = await context.newPage()
  await settings.goto(page('settings.html'))
  await settings.getByLabel(texts.account.address).fill(origin)
  const opened = context.waitForEvent('page')
  await settings.getByRole('button', { name: texts.account.connect }).click()
  return { settings, consent: await opened }
}

/** Logs in without the screens, which poll every five seconds, and waits until the library is stored. */
export async function logIn(
  extended: Extended,
  origin: string,
  account: Account,
  folderId?: string,
) {
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
  await expect(settings.getByText(/^(One prompt is|[\d,]+ prompts are) stored/)).toBeVisible()
  return settings
}
