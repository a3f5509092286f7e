import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ConnectRequest } from '#contract/accounts/apps.ts'
import type { TreeFolder } from '#contract/library/folders.ts'
import { screens } from '#contract/screens.ts'
import accounts from '#languages/en/accounts.json' with { type: 'json' }
import apps from '#languages/en/apps.json' with { type: 'json' }
import errors from '#languages/en/errors.json' with { type: 'json' }
import faults from '#languages/en/faults.json' with { type: 'json' }
import { show } from '#tests/support/show.tsx'
import { aProfile } from '#tests/support/show-at-server.tsx'
import { ConnectDeviceScreen } from './connect-device-screen.tsx'
import { ConnectScreen } from './connect-screen.tsx'

const texts = apps.consent
const uid = 'u'.repeat(43)
const folder: TreeFolder = {
  id: 'work',
  name: 'Work',
  color: 'FFD166',
  parentId: null,
  isFavourite: 0,
  promptCount: 0,
}
const claude: ConnectRequest = {
  uid,
  kind: 'browser',
  isCommandLine: false,
  host: 'claude.ai',
  name: 'Claude',
  returnsTo: 'claude.ai',
  scopes: ['library:read', 'library:write'],
  expiresAt: '2099-01-01T00:00:00.000Z',
  isKnown: false,
}
const unknown: ConnectRequest = { ...claude, host: null, name: '<i>Claude</i>', returnsTo: null }
const gone = { status: 'error', code: 'connect_request_gone', msg: '' }

let request: ConnectRequest
let needsProof: boolean
/** The answer of a call, in place of its success. */
let failures: Record<string, Response>
const sent = vi.fn<(path: string, input: unknown) => void>()

beforeEach(() => {
  sessionStorage.clear()
  request = claude
  needsProof = false
  failures = {}
  sent.mockReset()
})

async function open(path: string = screens.connect.replace(':uid', uid)) {
  vi.spyOn(window, 'fetch').mockImplementation(async (url, init) => {
    const called = new URL(url instanceof Request ? url.url : url, location.href)
    const name = called.pathname.replace('/api/', '')
    const failure = failures[name]
    if (failure) {
      if (failure.type === 'error') throw new TypeError('No network')
      return failure.clone()
    }
    if (name === 'connect/describe') return Response.json(request)
    if (name === 'profile') return Response.json(aProfile({ needsProof }))
    if (name.startsWith('folders/')) return Response.json({ folders: [folder] })
    sent(name, JSON.parse(init?.body as string))
    if (name === 'sessions/prove') needsProof = false
    if (name === 'connect/device') return Response.json(request)
    return Response.json({
      status: 'success',
      location: request.kind === 'device' ? null : '#answered',
    })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter(
    [
      { path: screens.connectDevice, element: <ConnectDeviceScreen /> },
      { path: screens.connect, element: <ConnectScreen /> },
    ],
    { initialEntries: [path] },
  )
  return show(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
    'accounts',
    'apps',
    'errors',
    'library',
  )
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

test('An app is named by the host that vouches for it, and allowed what it asks for', async () => {
  await open()
  await expect.element(heading('claude.ai wants to use your prompts')).toBeVisible()
  await expect.element(page.getByText('It calls itself “Claude”.')).toBeVisible()
  await expect.element(page.getByText(/^ada@example\.com/)).toBeVisible()
  await expect.element(page.getByText(texts.unvouched)).not.toBeInTheDocument()
  await expect.element(page.getByText(texts.onThisComputer)).not.toBeInTheDocument()
  await button(texts.allow).click()
  await expect.element(heading(texts.allowed)).toBeVisible()
  await expect.element(page.getByText('You are on your way back to claude.ai.')).toBeVisible()
  expect(sent).toHaveBeenCalledExactlyOnceWith('connect/allow', {
    uid,
    scopes: ['library:read', 'library:write'],
    days: 30,
  })
  expect(location.hash).toBe('#answered')
})

test('One that nobody vouches for is warned of, and given a folder to read for a year', async () => {
  request = unknown
  const { unmount } = await open()
  await expect.element(heading(/^An unknown app/)).toBeVisible()
  await expect.element(page.getByText('It calls itself “<i>Claude</i>”.')).toBeVisible()
  await expect.element(page.getByText(texts.unvouched)).toBeVisible()
  await expect.element(page.getByText(texts.thisComputer)).toBeVisible()
  await expect.element(page.getByText(texts.hints.change)).toBeVisible()
  await page.getByRole('radio', { name: accounts.access.scopes.read, exact: true }).click()
  await expect.element(page.getByText(texts.hints.read)).toBeVisible()
  await page.getByRole('combobox', { name: accounts.access.where }).selectOptions('Work')
  await page.getByRole('combobox', { name: accounts.access.until }).selectOptions(texts.year)
  // A proof by Google, or a new login, loads the page again.
  await unmount()
  needsProof = true
  await open()
  await button(texts.allow).click()
  await expect.element(heading(texts.allowed)).toBeVisible()
  await expect.element(page.getByText(texts.closeTab)).toBeVisible()
  expect(sent).toHaveBeenCalledExactlyOnceWith('connect/allow', {
    uid,
    scopes: ['library:read'],
    folderId: 'work',
    days: 365,
  })
})

test('What it may change is allowed after a fresh proof only', async () => {
  needsProof = true
  await open()
  await button(texts.allow).click()
  await page
    .getByLabelText(new RegExp(`^${accounts.profile.currentPassword}`))
    .fill('correct horse')
  expect(sent).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading(texts.allowed)).toBeVisible()
  expect(sent.mock.calls.map(([name]) => name)).toEqual(['sessions/prove', 'connect/allow'])
})

test('A press is not taken that was meant for a window in front of the question', async () => {
  await open()
  const allow = button(texts.allow)
  await expect.element(allow).toBeDisabled()
  await expect.element(allow).toBeEnabled()
  window.dispatchEvent(new FocusEvent('blur'))
  await expect.element(allow).toBeDisabled()
  window.dispatchEvent(new FocusEvent('focus'))
  await expect.element(allow).toBeDisabled()
  await allow.click()
  await expect.element(heading(texts.allowed)).toBeVisible()
})

test('An app of this computer is refused', async () => {
  request = { ...claude, returnsTo: 'claude:', isKnown: true }
  await open()
  await expect.element(page.getByText(texts.onThisComputer)).toBeVisible()
  await expect.element(page.getByText('the app “claude”')).toBeVisible()
  await expect.element(page.getByText(texts.known)).toBeVisible()
  await button(texts.refuse).click()
  await expect.element(heading(texts.refused)).toBeVisible()
  const again = page.getByRole('link', { name: 'Back to the app' })
  await expect.element(again).toHaveAttribute('href', '#answered')
  expect(sent).toHaveBeenCalledExactlyOnceWith('connect/refuse', { uid })
})

test.each(['connect/describe', 'connect/allow', 'connect/refuse'])(
  'A request that has ended says so in one sentence, with a way on: %s',
  async (call) => {
    failures = { [call]: Response.json(gone, { status: 404 }) }
    await open()
    if (call === 'connect/allow') await button(texts.allow).click()
    if (call === 'connect/refuse') await button(texts.refuse).click()
    await expect.element(heading(texts.goneTitle)).toBeVisible()
    await expect.element(page.getByText(errors.connect_request_gone)).toBeVisible()
    await expect.element(page.getByRole('link', { name: texts.library })).toBeVisible()
  },
)

test('Without a network, everything can be tried again', async () => {
  failures = { 'connect/describe': Response.error() }
  await open()
  await expect.element(heading(texts.loadFailed)).toBeVisible()
  failures = { 'connect/allow': Response.error() }
  await button(texts.retry).click()
  await button(texts.allow).click()
  const alert = page.getByRole('alert').filter({ hasText: faults.noAnswer })
  await expect.element(alert).toBeVisible()
  failures = {}
  await button(texts.allow).click()
  await expect.element(heading(texts.allowed)).toBeVisible()
})

test('A code is taken as typed or from a link, by a press alone', async () => {
  request = { ...unknown, kind: 'device' }
  failures = {
    'connect/device': Response.json(
      { status: 'error', code: 'user_code_invalid', msg: '' },
      { status: 400 },
    ),
  }
  await open(`${screens.connectDevice}?user_code=WDJB-MJHX`)
  const code = page.getByRole('textbox', { name: apps.device.code })
  await expect.element(code).toHaveValue('WDJB-MJHX')
  await userEvent.keyboard('{Enter}')
  await expect.element(code).toHaveAccessibleDescription(errors.user_code_invalid)
  await expect.element(code).toHaveFocus()
  failures = {}
  await code.fill(' wdjb – mj ht ')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(texts.onDevice)).toBeVisible()
  await button(texts.allow).click()
  await expect.element(heading(texts.allowed)).toBeVisible()
  await expect.element(page.getByText(texts.goOnAtDevice)).toBeVisible()
  expect(sent.mock.calls.map(([name, input]) => [name, input])).toEqual([
    ['connect/device', { userCode: 'wdjbmjht' }],
    ['connect/allow', expect.objectContaining({ uid, days: 30 })],
  ])
})

test('The command line is named as such, and runs prompts only if that is turned on', async () => {
  request = {
    ...claude,
    kind: 'device',
    isCommandLine: true,
    host: null,
    name: 'laptop',
    returnsTo: null,
    scopes: ['library:read', 'library:write', 'runs'],
  }
  await open(screens.connectDevice)
  await userEvent.type(page.getByRole('textbox', { name: apps.device.code }), 'ABCDEFGH')
  await userEvent.click(button(apps.device.submit))
  await expect.element(heading(new RegExp(texts.commandLine))).toBeVisible()
  await expect.element(page.getByText(texts.onDevice)).toBeVisible()
  await expect.element(page.getByText(texts.commandLineHints.change)).toBeVisible()
  await expect
    .element(page.getByText('It says that it runs on the computer “laptop”.'))
    .toBeVisible()
  await expect
    .element(page.getByRole('switch', { name: 'Run prompts with models, which may cost credits' }))
    .not.toBeChecked()
  await userEvent.click(button(texts.allow))
  const scopes = ['library:read', 'library:write']
  expect(sent).toHaveBeenLastCalledWith('connect/allow', { uid, scopes, days: 30 })
})

test('A double click allows an app once', async () => {
  await open()
  await expect.element(button(texts.allow)).toBeEnabled()
  const allow = button(texts.allow).element() as HTMLButtonElement
  allow.click()
  allow.click()
  await expect.element(heading(texts.allowed)).toBeVisible()
  expect(sent.mock.calls.map(([name]) => name)).toEqual(['connect/allow'])
})
