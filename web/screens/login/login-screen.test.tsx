import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { signInCalls, type Assertion } from '#contract/accounts/factors.ts'
import { passwordCalls } from '#contract/accounts/password.ts'
import { screens } from '#contract/screens.ts'
import accounts from '#languages/en/accounts.json' with { type: 'json' }
import errors from '#languages/en/errors.json' with { type: 'json' }
import { serve, showScreens } from '#tests/support/show-at-server.tsx'
import * as ceremonies from '#web/accounts/sign-in/ceremonies.ts'
import { keepReturnAddress } from '#web/accounts/return-address.ts'
import { LoginScreen } from './login-screen.tsx'

vi.mock('#web/accounts/sign-in/ceremonies.ts')

const { login, factorProof } = accounts
const answer: Assertion = {
  id: 'AQ',
  rawId: 'AQ',
  type: 'public-key',
  response: { clientDataJSON: 'AQ', authenticatorData: 'AQ', signature: 'AQ' },
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = page.getByRole('heading', { level: 1 })
const email = page.getByRole('textbox', { name: accounts.email })
const password = page.getByLabelText(new RegExp(`^${accounts.password}(?: \\*)?$`))
const code = page.getByRole('textbox', { name: factorProof.codeLabel })

const { getPendingLogin, signInWithCode, signInWithPasskey } = signInCalls
let server: ReturnType<typeof serve>
let isOfferedInField: boolean
/** Answers the passkey request of the email field. */
let choose: (chosen: Assertion) => void
/** The proofs that the second step accepts. */
const pending = vi.fn<() => { proofs: string[] }>()

beforeEach(() => {
  sessionStorage.clear()
  // Logging in stays on this page.
  keepReturnAddress('#signed-in')
  location.hash = ''
  pending.mockReset().mockReturnValue({ proofs: ['code', 'passkey', 'recovery'] })
  server = serve()
  server.answer(getPendingLogin, pending)
  server.answer(signInCalls.getSignInOptions, { options: { rpId: 'localhost' } })
  isOfferedInField = false
  vi.mocked(ceremonies.canAutofill).mockImplementation(async () => isOfferedInField)
  vi.mocked(ceremonies.get).mockReset()
  vi.mocked(ceremonies.get).mockImplementation((_, { isAutofill = false } = {}) =>
    isAutofill
      ? new Promise((resolve) => {
          choose = (chosen) => resolve(chosen as Awaited<ReturnType<typeof ceremonies.get>>)
        })
      : Promise.resolve(answer as Awaited<ReturnType<typeof ceremonies.get>>),
  )
})
afterEach(() => vi.restoreAllMocks())

const open = () => showScreens({ [screens.login]: <LoginScreen /> }, 'accounts')

async function enterPassword() {
  await email.fill('ada@example.com')
  await password.fill('a quiet library')
  await userEvent.keyboard('{Enter}')
}

const isSignedIn = () => expect.poll(() => location.hash).toBe('#signed-in')

test('The second step replaces the form, keeps a wrong code, and accepts the next one', async () => {
  server.refuse(passwordCalls.login, 'second_factor_needed')
  server.refuse(signInWithCode, 'code_wrong')
  await open()
  await enterPassword()
  await expect.element(heading).toHaveTextContent(factorProof.title)
  await expect.element(code).toHaveFocus()
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code')
  await userEvent.keyboard('{Enter}')
  await expect.element(code).toHaveAccessibleDescription(errors.fields_missing)
  await userEvent.keyboard('123 456{Enter}')
  await expect.element(code).toHaveAccessibleDescription(errors.code_wrong)
  await expect.element(code).toHaveValue('123 456')
  server.accept(signInWithCode)
  await userEvent.keyboard('{Enter}')
  await isSignedIn()
  expect(server.sent).toHaveBeenLastCalledWith('sign-in/code', { code: '123 456' })
})

test('A recovery code or a passkey replaces the app', async () => {
  server.refuse(passwordCalls.login, 'second_factor_needed')
  await open()
  await enterPassword()
  await button(factorProof.useRecovery).click()
  await expect.element(page.getByRole('textbox', { name: factorProof.recoveryLabel })).toHaveFocus()
  await button(factorProof.usePasskey).click()
  await button(factorProof.usePasskey).click()
  await isSignedIn()
  expect(server.sent).toHaveBeenLastCalledWith('sign-in/passkey', { answer })
})

test.each([
  ['sign_in_expired' as const, errors.sign_in_expired],
  ['account_blocked' as const, errors.account_blocked],
])(
  'A login that fails with %s starts again, with a message and the email',
  async (reason, text) => {
    server.refuse(passwordCalls.login, 'second_factor_needed')
    server.refuse(signInWithCode, reason)
    await open()
    await enterPassword()
    await code.fill('123456')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert').first()).toHaveTextContent(text)
    await expect.element(email).toHaveValue('ada@example.com')
    await expect.element(password).toHaveFocus()
  },
)

test('A reload continues with the second step, and sends no other request', async () => {
  server.refuse(passwordCalls.login, 'second_factor_needed')
  const { unmount } = await open()
  expect(pending).not.toHaveBeenCalled()
  await enterPassword()
  await expect.element(heading).toHaveTextContent(factorProof.title)
  await unmount()
  // Without an app, the passkey is requested first.
  pending.mockReturnValue({ proofs: ['passkey'] })
  await open()
  await expect.element(heading).toHaveTextContent(factorProof.title)
  await expect.element(code).not.toBeInTheDocument()
  await expect.element(button(factorProof.usePasskey)).toBeVisible()
  await button(factorProof.startAgain).click()
  await expect.element(heading).toHaveTextContent(login.title)
})

test('A reload after five minutes shows once that the login has expired', async () => {
  sessionStorage.setItem('pending-login', '1')
  server.refuse(getPendingLogin, 'sign_in_expired')
  const { unmount } = await open()
  await expect.element(page.getByRole('alert').first()).toHaveTextContent(errors.sign_in_expired)
  await unmount()
  server.accept(getPendingLogin)
  await open()
  await expect.element(heading).toHaveTextContent(login.title)
  expect(pending).not.toHaveBeenCalled()
})

test('The button logs in with a passkey, also after the user has declined once', async () => {
  vi.mocked(ceremonies.get).mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await open()
  await button(login.passkey).click()
  await expect.element(page.getByText(factorProof.noPasskey)).toBeVisible()
  await button(login.passkey).click()
  await isSignedIn()
})

test('The browser offers passkeys in the email field, and again after one was rejected', async () => {
  isOfferedInField = true
  server.refuse(signInWithPasskey, 'passkey_unknown')
  await open()
  await expect.element(email).toHaveAttribute('autocomplete', 'username webauthn')
  await expect.poll(() => vi.mocked(ceremonies.get).mock.calls).toHaveLength(1)
  choose(answer)
  await expect.element(page.getByText(errors.passkey_unknown)).toBeVisible()
  // The password manager should not offer it again.
  await expect
    .poll(() => vi.mocked(ceremonies.signalUnknown).mock.calls)
    .toEqual([[location.hostname, answer.id]])
  await expect.poll(() => vi.mocked(ceremonies.get).mock.calls).toHaveLength(2)
  server.accept(signInWithPasskey)
  choose(answer)
  await isSignedIn()
})
