import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { appCalls, type ConnectRequest } from '#contract/accounts/apps.ts'
import { profileCalls } from '#contract/accounts/profile.ts'
import { sessionCalls } from '#contract/accounts/session.ts'
import { folderCalls, type TreeFolder } from '#contract/library/folders.ts'
import { screens } from '#contract/screens.ts'
import accounts from '#languages/en/accounts.json' with { type: 'json' }
import apps from '#languages/en/apps.json' with { type: 'json' }
import errors from '#languages/en/errors.json' with { type: 'json' }
import faults from '#languages/en/faults.json' with { type: 'json' }
import { aProfile, serve, showScreens, success } from '#tests/support/show-at-server.tsx'
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

const { describeConnection, findDeviceRequest, allowConnection, refuseConnection } = appCalls

let server: ReturnType<typeof serve>

beforeEach(() => {
  sessionStorage.clear()
  server = serve()
  server.answer(profileCalls.getProfile, aProfile())
  server.answer(folderCalls.listFolderTree, { folders: [folder] })
  ask(claude)
})

/** Shows the request of an app. */
function ask(request: ConnectRequest) {
  const answered = { ...success, location: request.kind === 'device' ? null : '#answered' }
  server.answer(describeConnection, request)
  server.answer(findDeviceRequest, request)
  server.answer(allowConnection, answered)
  server.answer(refuseConnection, answered)
}

function needProof() {
  server.answer(profileCalls.getProfile, aProfile({ needsProof: true }))
  server.answer(sessionCalls.proveSession, () => {
    server.answer(profileCalls.getProfile, aProfile())
    return success
  })
}

function open() {
  return showScreens({ [screens.connect]: <ConnectScreen /> }, 'accounts', 'apps', 'library')
}

function openForDevice(query = '') {
  const path = screens.connectDevice + query
  return showScreens({ [path]: <ConnectDeviceScreen /> }, 'accounts', 'apps', 'library')
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

test('An app is identified by the host that vouches for it, and gets the requested access', async () => {
  await open()
  await expect.element(heading('claude.ai wants to use your prompts')).toBeVisible()
  await expect.element(page.getByText('It calls itself “Claude”.')).toBeVisible()
  await expect.element(page.getByText(/^ada@example\.com/)).toBeVisible()
  await expect.element(page.getByText(texts.unvouched)).not.toBeInTheDocument()
  await expect.element(page.getByText(texts.onThisComputer)).not.toBeInTheDocument()
  await button(texts.allow).click()
  await expect.element(heading(texts.allowed)).toBeVisible()
  await expect.element(page.getByText('Taking you back to claude.ai.')).toBeVisible()
  expect(server.sent).toHaveBeenCalledExactlyOnceWith('connect/allow', {
    uid,
    scopes: ['library:read', 'library:write'],
    days: 30,
  })
  expect(location.hash).toBe('#answered')
})

test('An unverified app causes a warning, and can get read access to a folder for a year', async () => {
  ask(unknown)
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
  // Re-authentication with Google, or a new login, reloads the page.
  await unmount()
  needProof()
  await open()
  await button(texts.allow).click()
  await expect.element(heading(texts.allowed)).toBeVisible()
  await expect.element(page.getByText(texts.closeTab)).toBeVisible()
  expect(server.sent).toHaveBeenCalledExactlyOnceWith('connect/allow', {
    uid,
    scopes: ['library:read'],
    folderId: 'work',
    days: 365,
  })
})

test('Write access requires recent re-authentication', async () => {
  needProof()
  await open()
  await button(texts.allow).click()
  await page
    .getByLabelText(new RegExp(`^${accounts.profile.currentPassword}`))
    .fill('correct horse')
  expect(server.sent).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading(texts.allowed)).toBeVisible()
  expect(server.sent.mock.calls.map(([name]) => name)).toEqual(['sessions/prove', 'connect/allow'])
})

test('A click that was meant for a window in front of the question has no effect', async () => {
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

test('An app on this computer is denied', async () => {
  ask({ ...claude, returnsTo: 'claude:', isKnown: true })
  await open()
  await expect.element(page.getByText(texts.onThisComputer)).toBeVisible()
  await expect.element(page.getByText('the app “claude”')).toBeVisible()
  await expect.element(page.getByText(texts.known)).toBeVisible()
  await button(texts.refuse).click()
  await expect.element(heading(texts.refused)).toBeVisible()
  const again = page.getByRole('link', { name: 'Back to the app' })
  await expect.element(again).toHaveAttribute('href', '#answered')
  expect(server.sent).toHaveBeenCalledExactlyOnceWith('connect/refuse', { uid })
})

test.each([describeConnection, allowConnection, refuseConnection])(
  'A request that has ended shows one sentence, and a link: $path',
  async (call) => {
    server.refuse(call, 'connect_request_gone')
    await open()
    if (call === allowConnection) await button(texts.allow).click()
    if (call === refuseConnection) await button(texts.refuse).click()
    await expect.element(heading(texts.goneTitle)).toBeVisible()
    await expect.element(page.getByText(errors.connect_request_gone)).toBeVisible()
    await expect.element(page.getByRole('link', { name: texts.library })).toBeVisible()
  },
)

test('Without a network, every call can be retried', async () => {
  server.break(describeConnection)
  server.break(allowConnection)
  await open()
  await expect.element(heading(texts.loadFailed)).toBeVisible()
  server.accept(describeConnection)
  await button(texts.retry).click()
  await button(texts.allow).click()
  const alert = page.getByRole('alert').filter({ hasText: faults.noAnswer })
  await expect.element(alert).toBeVisible()
  server.accept(allowConnection)
  await button(texts.allow).click()
  await expect.element(heading(texts.allowed)).toBeVisible()
})

test('A code is typed or comes from a link, and is submitted only by a click', async () => {
  ask({ ...unknown, kind: 'device' })
  server.refuse(findDeviceRequest, 'user_code_invalid')
  await openForDevice('?user_code=WDJB-MJHX')
  const code = page.getByRole('textbox', { name: apps.device.code })
  await expect.element(code).toHaveValue('WDJB-MJHX')
  await userEvent.keyboard('{Enter}')
  await expect.element(code).toHaveAccessibleDescription(errors.user_code_invalid)
  await expect.element(code).toHaveFocus()
  server.accept(findDeviceRequest)
  await code.fill(' wdjb – mj ht ')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(texts.onDevice)).toBeVisible()
  await button(texts.allow).click()
  await expect.element(heading(texts.allowed)).toBeVisible()
  await expect.element(page.getByText(texts.goOnAtDevice)).toBeVisible()
  expect(server.sent.mock.calls).toEqual([
    ['connect/device', { userCode: 'wdjbmjht' }],
    ['connect/allow', expect.objectContaining({ uid, days: 30 })],
  ])
})

test('The command line is identified as such, and runs prompts only if that is switched on', async () => {
  ask({
    ...claude,
    kind: 'device',
    isCommandLine: true,
    host: null,
    name: 'laptop',
    returnsTo: null,
    scopes: ['library:read', 'library:write', 'runs'],
  })
  await openForDevice()
  await userEvent.type(page.getByRole('textbox', { name: apps.device.code }), 'ABCDEFGH')
  await userEvent.click(button(apps.device.submit))
  await expect.element(heading(new RegExp(texts.commandLine))).toBeVisible()
  await expect.element(page.getByText(texts.onDevice)).toBeVisible()
  await expect.element(page.getByText(texts.commandLineHints.change)).toBeVisible()
  await expect.element(page.getByText('It claims to run on the computer “laptop”.')).toBeVisible()
  await expect
    .element(page.getByRole('switch', { name: 'Run prompts with models, which may cost credits' }))
    .not.toBeChecked()
  await userEvent.click(button(texts.allow))
  const scopes = ['library:read', 'library:write']
  expect(server.sent).toHaveBeenLastCalledWith('connect/allow', { uid, scopes, days: 30 })
})

test('A double click allows an app only once', async () => {
  await open()
  await expect.element(button(texts.allow)).toBeEnabled()
  const allow = button(texts.allow).element() as HTMLButtonElement
  allow.click()
  allow.click()
  await expect.element(heading(texts.allowed)).toBeVisible()
  expect(server.sent.mock.calls.map(([name]) => name)).toEqual(['connect/allow'])
})
