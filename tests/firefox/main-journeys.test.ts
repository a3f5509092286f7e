import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { launch, type Browser, type ElementHandle, type Page } from 'puppeteer-core'
import accounts from '#languages/en/accounts.json' with { type: 'json' }
import german from '#languages/de/library.json' with { type: 'json' }
import history from '#languages/en/history.json' with { type: 'json' }
import library from '#languages/en/library.json' with { type: 'json' }
import palette from '#languages/en/palette.json' with { type: 'json' }
import prompts from '#languages/en/prompt.json' with { type: 'json' }
import shell from '#languages/en/shell.json' with { type: 'json' }
import { startSlowServer } from '#tests/support/servers/slow-server.ts'

let server: Awaited<ReturnType<typeof startSlowServer>>
let browser: Browser

beforeAll(async () => {
  server = await startSlowServer()
  browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    defaultViewport: { width: 1440, height: 900 },
    // A hovering mouse, which Firefox does not report without a window.
    extraPrefsFirefox: { 'ui.primaryPointerCapabilities': 6, 'ui.allPointerCapabilities': 6 },
  })
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

test('A new user registers, logs in, saves a prompt, fills it in, and pastes the copied text', async () => {
  const page = await openPage('/register')
  await fill(page, accounts.email, `${crypto.randomUUID()}@example.org`)
  await fill(page, accounts.password, 'a quiet library')
  await fill(page, accounts.confirmPassword, 'a quiet library')
  await press(page, accounts.register.submit)
  await see(page, accounts.login.created)
  await page.keyboard.press('Enter')
  await press(page, library.addPrompt)
  await fill(page, library.prompt.name, 'Launch note')
  const body = await page.waitForSelector('dialog >>> .cm-content', { visible: true })
  await body?.click()
  await page.keyboard.type('Announce {product} to {audience}.')
  await withControl(page, 'Enter')
  await see(page, library.prompt.created)

  await press(page, 'Launch note')
  await find(page, 'product')
  await page.keyboard.type('Lumen')
  await page.keyboard.press('Enter')
  await page.keyboard.type('everybody')
  await withControl(page, 'Enter')
  await see(page, prompts.fillIn.justCopied)
  await page.keyboard.press('Escape')
  await press(page, library.search.label)
  await withControl(page, 'v')
  await page.waitForFunction(
    (text) => (document.activeElement as HTMLInputElement).value === text,
    {},
    'Announce Lumen to everybody.',
  )
})

test('A library is searched, organised by keyboard, and restored with undo', async () => {
  const page = await openLibrary()
  await call(page, 'folders/create', { name: 'Archive', color: '4ECDC4' })
  await call(page, 'prompts/create', { name: 'Launch note', prompt: 'Hello', color: 'FFD166' })
  await page.goto(`${server.origin}/prompts`)

  await withControl(page, 'k')
  await find(page, palette.title)
  await page.keyboard.type('lanch note')
  await page.waitForSelector('dialog ::-p-text(Launch note)')
  await page.keyboard.press('Escape')

  await page.focus('article h3 button')
  await page.keyboard.press('m')
  await find(page, history.moving.filter)
  await page.keyboard.type('arc')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await see(page, library.move.done)
  await gone(page, 'Launch note')
  await withControl(page, 'z')
  await find(page, 'Launch note')

  await press(page, 'DE, Deutsch')
  await find(page, german.addPrompt)
  await press(page, 'EN, English')
  await press(page, shell.darkTheme)
  await find(page, shell.lightTheme)
})

test('A shared prompt is filled in and copied without an account', async () => {
  const owner = await openLibrary()
  const { id } = await call(owner, 'prompts/create', {
    name: 'Thanks',
    prompt: 'Thank {<b>name</b>}.',
    color: 'FFD166',
  })
  await call(owner, 'prompts/toggle-public', { promptId: id })
  const page = await openPage(`/prompt/shared/${id}`)
  await (await find(page, 'name')).click()
  await page.keyboard.type('Frau Okafor')
  await withControl(page, 'Enter')
  await see(page, prompts.fillIn.justCopied)
})

test.each([0, 1000, 3000])(
  'A prompt filled in by typing ahead is copied, with answers after %s ms',
  async (milliseconds) => {
    const page = await openLibrary()
    const prompt = 'Announce {<b>product</b>} to {<b>audience</b>}.'
    await call(page, 'prompts/create', { name: 'Launch note', prompt, color: 'FFD166' })
    await page.goto(`${server.origin}/prompts`)
    await page.waitForSelector('[role="tree"]')
    server.delayAnswers('prompts/get', milliseconds)
    await press(page, 'Launch note')
    for (const value of ['Lumen', 'everybody', '']) {
      await page.keyboard.type(value)
      await page.keyboard.press('Enter')
    }
    await see(page, prompts.fillIn.justCopied)
    server.delayAnswers('prompts/get', 0)
    await page.keyboard.press('Escape')
    await gone(page, 'product')
    await press(page, library.search.label)
    await withControl(page, 'v')
    await page.waitForFunction(
      (text) => (document.activeElement as HTMLInputElement).value === text,
      {},
      'Announce Lumen to everybody.',
    )
  },
)

test('A library is read, used and added to while its server is away', async () => {
  const page = await openLibrary()
  const prompt = 'Announce {<b>product</b>}.'
  await call(page, 'prompts/create', { name: 'Launch note', prompt, color: 'FFD166' })
  await page.evaluate(() => localStorage.setItem('library-copy', 'on'))
  await page.goto(`${server.origin}/prompts`)
  await page.waitForFunction(
    () => navigator.serviceWorker.controller && localStorage.getItem('copied-at') !== null,
  )
  server.setAway(true)
  await page.goto(`${server.origin}/prompts`)
  await press(page, 'Launch note')
  await (await find(page, 'product')).click()
  await page.keyboard.type('Lumen')
  await withControl(page, 'Enter')
  await see(page, prompts.fillIn.justCopied)
  await page.keyboard.press('Escape')
  await gone(page, 'product')
  await press(page, library.addPrompt)
  await fill(page, library.prompt.name, 'Written on a train')
  await withControl(page, 'Enter')
  await see(page, library.prompt.kept)
  server.setAway(false)
  await find(page, 'Written on a train')
})

async function openPage(path: string): Promise<Page> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.on('pageerror', (error) => expect.unreachable(String(error)))
  await page.goto(`${server.origin}${path}`)
  return page
}

/** Opens the library of a new account. */
async function openLibrary(): Promise<Page> {
  const page = await openPage('/login')
  const account = { email: `${crypto.randomUUID()}@example.org`, password: 'a quiet library' }
  await call(page, 'register', { ...account, cpassword: account.password })
  await call(page, 'login', account)
  await page.goto(`${server.origin}/prompts`)
  return page
}

/** Calls the API like the page. */
function call(page: Page, path: string, input: object): Promise<{ id: string }> {
  return page.evaluate(
    async (path, input) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(input)
      const response = await fetch(`/api/${path}`, { method: 'POST', headers, body })
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
      return response.json() as Promise<{ id: string }>
    },
    path,
    input,
  )
}

/**
 * Buttons, fields and links, by their text, label or `aria-label`. Firefox is slow to search its accessibility tree.
 */
function named(name: string): string {
  const pressed = `//*[self::button or self::a][normalize-space() = "${name}"]`
  const labelled = `//*[@id = //label[starts-with(normalize-space(), "${name}")]/@for]`
  return `::-p-xpath(//*[@aria-label = "${name}"] | ${pressed} | ${labelled})`
}

async function find(page: Page, name: string): Promise<ElementHandle> {
  const visible = async () => {
    for (const element of await page.$$(named(name))) if (await element.isVisible()) return element
    throw new Error(`Nothing on screen is called "${name}".`)
  }
  return vi.waitFor(visible, { timeout: 30_000 })
}

async function gone(page: Page, name: string): Promise<void> {
  await page.waitForSelector(named(name), { hidden: true })
}

async function press(page: Page, name: string): Promise<void> {
  await (await find(page, name)).click()
}

async function fill(page: Page, name: string, text: string): Promise<void> {
  await press(page, name)
  await page.keyboard.type(text)
}

async function see(page: Page, text: string): Promise<void> {
  await page.waitForSelector(`::-p-text(${text})`, { visible: true })
}

async function withControl(page: Page, key: 'Enter' | 'k' | 'v' | 'z'): Promise<void> {
  await page.keyboard.down('Control')
  await page.keyboard.press(key)
  await page.keyboard.up('Control')
}
