import { appendFileSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import { launch, type Browser, type Page } from 'puppeteer-core'
import { expect, test } from 'vitest'
import { appCalls } from '#contract/accounts/apps.ts'
import { passwordCalls } from '#contract/accounts/password.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import texts from '#languages/en/extension.json' with { type: 'json' }
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { startServer } from '#tests/support/server-process.ts'
import { siteClient } from '#tests/support/site-client.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const built = join(import.meta.dirname, '../../dist/extension/firefox')

test('The extension logs in, keeps the library, and fills in a prompt', async () => {
  const folder = join(makeScratchDirectory('extension'), 'firefox')
  cpSync(built, folder, { recursive: true })
  // No program can open an extension's page from outside.
  appendFileSync(join(folder, 'worker.js'), ';browser.runtime.openOptionsPage()')
  const server = await startServer()
  const browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: { 'extensions.webextOptionalPermissionPrompts': false },
  })
  try {
    const { call } = siteClient(server.origin)
    const account = { email: 'ada@example.org', password: 'a quiet library' }
    await call(passwordCalls.register, { ...account, cpassword: account.password })
    await call(passwordCalls.login, account)
    await call(promptCalls.createPrompt, {
      name: 'Greet',
      prompt: 'Hello {<b>name</b>}!',
      color: 'FFD166',
      folderId: null,
    })
    await browser.installExtension(folder)
    const page = await findPage(browser, '/settings.html')
    await page.waitForSelector('input')
    expect(await permissionsOf(page)).toEqual([])
    await page.type('input', server.origin)
    await page.keyboard.press('Enter')
    const userCode = await waitFor(async () => {
      const [code] = /[A-Z]{4}-[A-Z]{4}/.exec(await textOf(page)) ?? []
      expect(code).toBeDefined()
      return code ?? ''
    })
    const { uid, scopes, name } = await call(appCalls.findDeviceRequest, { userCode })
    expect(name).toBe('Firefox on Linux')
    await call(appCalls.allowConnection, { uid, scopes, days: 30 })
    await sees(page, 'One prompt is stored in this browser.')

    await page.evaluate(() => location.assign('popup.html'))
    await page.waitForSelector('[role="combobox"]')
    await page.keyboard.type('greet')
    await page.waitForSelector('[role="option"]')
    await page.keyboard.press('Enter')
    await page.waitForSelector('textarea[name="name"]')
    await page.keyboard.type('Ada')
    await page.keyboard.press('Enter')
    await sees(page, texts.notInserted['no-field'])

    await page.evaluate(() => location.assign('settings.html'))
    await sees(page, texts.account.logOut)
    expect(await permissionsOf(page)).toEqual(['http://127.0.0.1/*'])
    await page.locator(`::-p-text(${texts.account.logOut})`).click()
    await page.waitForSelector('input')
    expect(await permissionsOf(page)).toEqual([])
  } finally {
    await browser.close()
    await server.stop()
  }
})

/** The sites that the browser lists. */
function permissionsOf(page: Page): Promise<string[]> {
  return page.evaluate('browser.permissions.getAll().then(({ origins }) => origins)') as Promise<
    string[]
  >
}

function textOf(page: Page): Promise<string> {
  return page.evaluate(() => document.body.textContent ?? '')
}

async function sees(page: Page, text: string): Promise<void> {
  await waitFor(async () => expect(await textOf(page)).toContain(text))
}

/** The protocol has no addresses of extensions' pages. */
function findPage(browser: Browser, ending: string): Promise<Page> {
  return waitFor(async () => {
    for (const page of await browser.pages()) {
      if ((await page.evaluate(() => location.pathname)) === ending) return page
    }
    throw new Error(`${ending} is not open.`)
  })
}
