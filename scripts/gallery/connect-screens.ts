import type { Page } from '@playwright/test'
import type { App, ConnectRequest } from '#contract/accounts/apps.ts'
import type { Language } from '#languages/languages.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'
import type { Screen } from './steps.ts'

/** Connecting AI tools and other apps, in a language. */
export function connectScreensOf(language: Language): Screen[] {
  const { accounts, apps } = textsOf[language]
  return [
    {
      name: 'connect',
      open: async (page) => {
        await ask(page)
        await page.getByRole('button', { name: apps.consent.allow, exact: true }).waitFor()
      },
    },
    {
      name: 'connect-unknown',
      open: async (page) => {
        await ask(page, {
          isCommandLine: false,
          host: null,
          name: 'A helper for release notes, invoices and everything else <b>of yours</b>',
          returnsTo: 'an-editor-of-that-name:',
          isKnown: true,
        })
        await page.getByRole('radio').first().check()
      },
    },
    {
      name: 'connect-reading',
      open: async (page) => {
        await ask(page, { name: null, returnsTo: null, scopes: ['library:read'] })
        await page.getByRole('combobox').last().selectOption('365')
      },
    },
    {
      name: 'connect-proof',
      open: async (page) => {
        await page.route('**/api/profile', async (route) => {
          const response = await route.fetch()
          const profile = (await response.json()) as object
          await route.fulfill({ response, json: { ...profile, needsProof: true } })
        })
        await ask(page)
        await press(page, apps.consent.allow)
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'connect-done',
      open: async (page) => {
        await page.route('**/api/connect/refuse', (route) =>
          route.fulfill({ json: { status: 'success', location: '#' } }),
        )
        await ask(page, { returnsTo: 'cursor:' })
        await press(page, apps.consent.refuse)
        await page.getByRole('heading', { name: apps.consent.refused }).waitFor()
      },
    },
    {
      name: 'connect-gone',
      open: async (page) => {
        await page.goto('/connect/gone')
        await page.getByRole('heading', { name: apps.consent.goneTitle }).waitFor()
      },
    },
    {
      name: 'connect-device',
      open: async (page) => {
        await page.goto('/connect/device?user_code=wdjb-mjht')
        await press(page, apps.device.submit)
        await page.locator('[aria-invalid=true]').waitFor()
      },
    },
    {
      name: 'connect-device-asked',
      open: async (page) => {
        await page.route('**/api/connect/device', (route) =>
          route.fulfill({
            json: { ...request, kind: 'device', isCommandLine: true, host: null, name: 'laptop' },
          }),
        )
        await page.goto('/connect/device?user_code=wdjb-mjht')
        await press(page, apps.device.submit)
        await page.getByRole('button', { name: apps.consent.allow, exact: true }).waitFor()
      },
    },
    {
      name: 'connect-logged-out',
      who: 'visitor',
      open: async (page) => {
        await page.goto('/connect/gone')
        await page.getByRole('status').waitFor()
      },
    },
    {
      name: 'profile-apps',
      open: async (page) => {
        await openApps(page)
        const title = page.getByRole('heading', { name: apps.tools.title })
        await title.evaluate((heading) => heading.scrollIntoView({ block: 'center' }))
      },
    },
    {
      name: 'end-app',
      open: async (page) => {
        await openApps(page)
        await page.getByRole('button', { name: accounts.access.end.app.button }).first().click()
        await page.getByRole('dialog').waitFor()
      },
    },
    ...(['claudeCode', 'claude', 'vsCode', 'cursor', 'withToken'] as const).map((tool) => ({
      name: `profile-ai-tools-${tool}`,
      open: async (page: Page) => {
        await page.goto('/profile')
        await press(page, apps.tools.connect)
        await page.getByRole('combobox', { name: apps.tools.which }).selectOption(tool)
        const title = page.getByRole('heading', { name: apps.tools.title })
        await title.evaluate((heading) => heading.scrollIntoView({ block: 'start' }))
      },
    })),
  ]
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const momentIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const request: ConnectRequest = {
  uid: 'request',
  kind: 'browser',
  isCommandLine: false,
  host: 'claude.ai',
  name: 'Claude',
  returnsTo: 'claude.ai',
  scopes: ['library:read', 'library:write'],
  expiresAt: momentIn(0.04),
  isKnown: false,
}

async function ask(page: Page, changes: Partial<ConnectRequest> = {}) {
  await page.route('**/api/connect/describe*', (route) =>
    route.fulfill({ json: { ...request, ...changes } }),
  )
  await page.goto('/connect/request')
}

/** Opens the profile with apps of every kind. */
async function openApps(page: Page) {
  const first: App = {
    id: 'first',
    isCommandLine: false,
    host: 'claude.ai',
    name: 'Claude',
    scopes: ['library:read', 'library:write'],
    folder: { id: 'work', name: 'Work' },
    createdAt: momentIn(-40),
    expiresAt: momentIn(29),
    isRenewed: true,
    lastUsedOn: momentIn(-1).slice(0, 10),
  }
  const apps: App[] = [
    first,
    {
      ...first,
      id: 'second',
      isCommandLine: false,
      host: null,
      name: 'A helper for release notes, invoices and everything else of yours',
      scopes: ['library:read'],
      folder: null,
      isRenewed: false,
      lastUsedOn: null,
    },
    { ...first, id: 'third', host: null, name: null, folder: { id: 'gone', name: null } },
  ]
  await page.route('**/api/apps/list', (route) => route.fulfill({ json: { apps } }))
  await page.goto('/profile')
}
