import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page, type Worker } from '@playwright/test'
import { signUp, type Account } from './call-api.ts'
import { expect, test as base } from './journey.ts'
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
  /** Opens the popup over the tab in front, as its button does. */
  openPopup: () => Promise<Page>
}

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
    await provide({ context, account, worker, profile, page, openPopup })
    expect(faults, 'errors in the browser').toEqual([])
    await context.close()
    rmSync(directory, { recursive: true, force: true })
  },
})
