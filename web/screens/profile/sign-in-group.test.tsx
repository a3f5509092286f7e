import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { appCalls } from '#contract/accounts/apps.ts'
import { factorCalls, type Factors, type Passkey } from '#contract/accounts/factors.ts'
import { profileCalls, type Profile } from '#contract/accounts/profile.ts'
import { sessionCalls } from '#contract/accounts/session.ts'
import { tokenCalls } from '#contract/accounts/tokens.ts'
import accounts from '#languages/en/accounts.json' with { type: 'json' }
import errors from '#languages/en/errors.json' with { type: 'json' }
import { aProfile, serve, showScreens, success } from '#tests/support/show-at-server.tsx'
import * as ceremonies from '#web/accounts/sign-in/ceremonies.ts'
import { SignInGroup } from './sign-in-group.tsx'

vi.mock('#web/accounts/sign-in/ceremonies.ts')

const texts = accounts.factors
const recoveryCodes = Array.from('0123456789', (digit) => `7K2Q${digit}-M9TZ${digit}`)
const secret = 'JBSWY3DPEHPK3PXP'
const uri = `otpauth://totp/Promptshelf:ada?secret=${secret}`
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))
const rows = page.getByRole('listitem')

const none: Factors = {
  passkeys: [],
  app: null,
  codesLeft: 0,
  needsCodes: false,
  hasPassword: true,
  passkeysOff: null,
  appOff: null,
  offersPasskey: true,
  resetAt: null,
  rpId: 'localhost',
  userHandle: 'AA',
}
const passkey: Passkey = {
  id: 'first',
  credentialId: 'AQ',
  name: 'Firefox on Linux',
  createdAt: '2026-11-01T12:00:00.000Z',
  usedAt: null,
  isSynced: false,
  isActive: true,
}
const app = { createdAt: '2026-11-02T12:00:00.000Z', isActive: true }

let profile: Profile
let server: ReturnType<typeof serve>

beforeEach(() => {
  profile = aProfile()
})
afterEach(() => vi.restoreAllMocks())

async function open(listed: Partial<Factors>) {
  server = serve()
  server.answer(factorCalls.listFactors, { ...none, ...listed })
  server.answer(profileCalls.getProfile, () => profile)
  server.answer(tokenCalls.listTokens, { tokens: [] })
  server.answer(appCalls.listApps, { apps: [] })
  server.answer(factorCalls.getPasskeyOptions, { options: {} })
  server.answer(factorCalls.beginTotp, { secret, uri })
  server.answer(factorCalls.confirmTotp, { ...success, recoveryCodes })
  server.answer(factorCalls.renewRecoveryCodes, { ...success, recoveryCodes })
  server.answer(sessionCalls.proveSession, () => {
    profile = { ...profile, needsProof: false }
    return success
  })
  await showScreens({ '*': <SignInGroup profile={profile} /> }, 'accounts', 'library')
}

test('Without a factor, passkeys and an app are offered, and no codes are mentioned', async () => {
  await open({})
  await expect.element(page.getByText(accounts.profile.states.off, { exact: true })).toHaveLength(2)
  await expect.element(page.getByText(accounts.profile.states.on, { exact: true })).toHaveLength(1)
  await expect.element(button(texts.addPasskey)).toBeVisible()
  await expect.element(button(texts.addApp)).toBeVisible()
  await expect.element(page.getByText(texts.codesText)).not.toBeInTheDocument()
  await expect.element(button(texts.removePassword)).not.toBeInTheDocument()
})

test('A server without passkeys shows the reason', async () => {
  await open({ passkeysOff: 'ip', appOff: 'no_key' })
  await expect.element(page.getByText(texts.passkeysOff)).toBeVisible()
  await expect.element(page.getByText(texts.appOff)).toBeVisible()
  await expect.element(button(texts.addPasskey)).not.toBeInTheDocument()
  await expect.element(button(texts.addApp)).not.toBeInTheDocument()
})

test('Each passkey shows where it is stored, when it was created and used, and whether it is active', async () => {
  await open({
    passkeys: [
      { ...passkey, isSynced: true, usedAt: '2026-11-20T12:00:00.000Z' },
      { ...passkey, id: 'second', name: 'Key', isActive: false },
    ],
    needsCodes: true,
  })
  await expect.element(page.getByText('2 passkeys', { exact: true })).toBeVisible()
  await expect
    .element(rows.nth(0))
    .toHaveTextContent(
      'Firefox on Linuxsynced · added 1 Nov 2026 · last used 20 Nov 2026RenameRemove',
    )
  await expect
    .element(rows.nth(1))
    .toHaveTextContent(
      `Keyon one device only · added 1 Nov 2026 · never used${texts.waiting}RenameRemove`,
    )
  await expect.element(button(texts.showCodes)).toBeVisible()
})

test('A passkey can be renamed, and removed after a warning that only the password remains', async () => {
  await open({ passkeys: [passkey], codesLeft: 10 })
  await button('Rename Firefox on Linux').click()
  await page.getByRole('textbox', { name: texts.name }).fill('My laptop')
  server.refuse(factorCalls.renamePasskey, 'passkey_name_too_long')
  await userEvent.keyboard('{Enter}')
  const name = page.getByRole('textbox', { name: texts.name })
  await expect.element(name).toHaveAccessibleDescription(errors.passkey_name_too_long)
  server.accept(factorCalls.renamePasskey)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog(texts.renameTitle)).not.toBeInTheDocument()
  expect(server.sent).toHaveBeenLastCalledWith('passkeys/rename', {
    passkeyId: 'first',
    name: 'My laptop',
  })

  await button('Remove Firefox on Linux').click()
  await expect
    .element(dialog(texts.removePasskeyTitle).getByText(new RegExp(texts.lastFactor)))
    .toBeVisible()
  await button(texts.removePasskeyConfirm).click()
  await expect.element(page.getByText(texts.passkeyRemoved)).toBeVisible()
  expect(server.sent).toHaveBeenLastCalledWith('passkeys/remove', { passkeyId: 'first' })
})

test('If the browser fails to create a passkey, an error is shown, and no call is sent', async () => {
  vi.mocked(ceremonies.create).mockRejectedValue(new DOMException('', 'NotAllowedError'))
  await open({})
  await button(texts.addPasskey).click()
  await expect.element(page.getByText(texts.noPasskeyMade)).toBeVisible()
  expect(server.sent).not.toHaveBeenCalledWith('passkeys/add', expect.anything())
})

test('An app is set up with its first code, and its recovery codes can be copied or downloaded', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await open({})
  await button(texts.addApp).click()
  const code = page.getByRole('textbox', { name: texts.firstCode })
  await expect.element(code).toHaveFocus()
  await expect.element(page.getByRole('img', { name: texts.qrCode })).toBeVisible()
  // In groups of four, for typing.
  await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await expect.element(page.getByRole('link', { name: texts.openApp })).toHaveAttribute('href', uri)
  server.refuse(factorCalls.confirmTotp, 'code_wrong')
  await code.fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(code).toHaveAccessibleDescription(errors.code_wrong)
  server.accept(factorCalls.confirmTotp)
  await userEvent.keyboard('{Enter}')

  const codes = dialog(texts.codesTitle)
  await expect.element(codes.getByRole('listitem')).toHaveLength(10)
  await expect.element(codes.getByText(texts.firstCodesText)).toBeVisible()
  // A second Enter copies the codes, and does not confirm that they are saved.
  await expect.element(button(texts.copyCodes)).toHaveFocus()
  await button(texts.copyCodes).click()
  expect(copied).toHaveBeenCalledWith(recoveryCodes.join('\n'))
  const download = page.getByRole('link', { name: texts.downloadCodes })
  await expect.element(download).toHaveAttribute('download', texts.codesFile)
  const file = decodeURIComponent(download.element().getAttribute('href') ?? '')
  expect(file).toContain(`ada@example.com\n`)
  expect(file).toContain(`\n\n${recoveryCodes.join('\n')}\n`)
  await userEvent.keyboard('{Escape}')
  await expect.element(codes.getByRole('alert').first()).toHaveTextContent(texts.firstNotKept)
  expect(server.sent).not.toHaveBeenCalledWith('recovery-codes/confirm', {})
  await button(texts.keptCodes).click()
  await expect.element(codes).not.toBeInTheDocument()
  expect(server.sent).toHaveBeenLastCalledWith('recovery-codes/confirm', {})
})

test.each<[codesLeft: number, ...lines: string[]]>([
  [4, '4 codes left'],
  [3, '3 codes left', 'Get new ones before you run out.'],
  [0, 'None left', "If you lose your device now, you can't log in. Get new codes."],
])('With %i recovery codes it shows: %s %s', async (codesLeft, ...lines) => {
  await open({ passkeys: [passkey], app, codesLeft })
  for (const line of lines)
    await expect.element(page.getByText(line, { exact: true })).toBeVisible()
})

test('New codes require a passkey, a code or a recovery code, and the previous ones work until the new ones are saved', async () => {
  profile = { ...profile, needsProof: true, proofs: ['code', 'recovery'] }
  await open({ app, codesLeft: 8 })
  await button(texts.renewCodes).click()
  const code = page.getByRole('textbox', { name: accounts.factorProof.codeLabel })
  await expect.element(code).toHaveFocus()
  await button(accounts.factorProof.useRecovery).click()
  await page.getByRole('textbox', { name: accounts.factorProof.recoveryLabel }).fill('7k2q0m9tz0')
  await userEvent.keyboard('{Enter}')
  const codes = dialog(texts.codesTitle)
  await expect.element(codes.getByText(texts.newCodesText)).toBeVisible()
  expect(server.sent).toHaveBeenCalledWith('sessions/prove', { code: '7k2q0m9tz0' })
  await userEvent.keyboard('{Escape}')
  await expect.element(codes.getByRole('alert').first()).toHaveTextContent(texts.newNotKept)
  await userEvent.keyboard('{Escape}')
  await expect.element(codes).not.toBeInTheDocument()
  expect(server.sent).not.toHaveBeenCalledWith('recovery-codes/confirm', {})
})

test('A new password also requires the second factor, and typed text is kept', async () => {
  profile = { ...profile, needsProof: true, proofs: ['code', 'recovery'] }
  await open({ app, codesLeft: 8 })
  const { changePassword, currentPassword, newPassword, update } = accounts.profile
  const typed = {
    password: 'a quiet library',
    newPassword: 'another quiet library',
    confirmPassword: 'another quiet library',
  }
  await button(changePassword).click()
  await expect.element(page.getByLabelText(currentPassword)).toHaveFocus()
  await page.getByLabelText(currentPassword).fill(typed.password)
  await page.getByLabelText(newPassword).fill(typed.newPassword)
  await page.getByLabelText(accounts.confirmPassword).fill(typed.confirmPassword)
  await button(update).click()
  await page.getByRole('textbox', { name: accounts.factorProof.codeLabel }).fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(accounts.profile.updated)).toBeVisible()
  expect(server.sent.mock.calls).toEqual([
    ['sessions/prove', { code: '123456' }],
    ['update-profile', { ...typed, keepsTokens: false }],
  ])
})

test('An account with a passkey can remove its password', async () => {
  await open({ passkeys: [passkey], codesLeft: 10 })
  await button(texts.removePassword).click()
  await dialog(texts.removePasswordTitle)
    .getByRole('button', { name: texts.removePassword })
    .click()
  await expect.element(page.getByText(texts.passwordRemoved)).toBeVisible()
  expect(server.sent).toHaveBeenLastCalledWith('password/remove', {})
})

test('A reset by the operator is announced, and Google can be disconnected if there is a passkey', async () => {
  profile = { ...profile, isSocialMedia: true, isGoogleLinked: true }
  await open({
    passkeys: [passkey],
    codesLeft: 10,
    hasPassword: false,
    resetAt: '2026-11-25T09:30:00.000Z',
  })
  await expect.element(page.getByText(/on 25 November 2026 at 09:30, your passkeys/)).toBeVisible()
  await expect.element(page.getByText(texts.noPassword)).toBeVisible()
  await expect.element(button(accounts.profile.unlinkGoogle)).toBeVisible()
})
