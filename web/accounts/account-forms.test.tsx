import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { googleCalls } from '#contract/accounts/google.ts'
import { passwordCalls } from '#contract/accounts/password.ts'
import { recoveryCalls } from '#contract/accounts/recovery.ts'
import type { Call } from '#contract/core/call.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import accounts from '#languages/en/accounts.json' with { type: 'json' }
import errors from '#languages/en/errors.json' with { type: 'json' }
import library from '#languages/en/library.json' with { type: 'json' }
import { serve, showScreens, success } from '#tests/support/show-at-server.tsx'
import { ForgotPasswordScreen } from '#web/screens/forgot-password/forgot-password-screen.tsx'
import { GoogleReturnScreen } from '#web/screens/google-return/google-return-screen.tsx'
import { LoginScreen } from '#web/screens/login/login-screen.tsx'
import { RegisterScreen } from '#web/screens/register/register-screen.tsx'
import { ResetPasswordScreen } from '#web/screens/reset-password/reset-password-screen.tsx'
import { faultTexts } from '#web/ui/messages/fault-texts.ts'
import { PasswordDialog } from './settings/password-dialog.tsx'

type Form = {
  element: ReactNode
  labels: string[]
  submit: string
  call: Call
  /** Valid values of the fields. */
  valid: string[]
}

const closed = vi.fn()
const address = 'eve@example.org'
const password = 'a quiet library'

const login: Form = {
  element: <LoginScreen />,
  labels: [accounts.email, accounts.password],
  submit: accounts.login.submit,
  call: passwordCalls.login,
  valid: [address, password],
}
const register: Form = {
  element: <RegisterScreen />,
  labels: [accounts.email, accounts.password, accounts.confirmPassword],
  submit: accounts.register.submit,
  call: passwordCalls.register,
  valid: [address, password, password],
}
const forgot: Form = {
  element: <ForgotPasswordScreen />,
  labels: [accounts.email],
  submit: accounts.forgot.submit,
  call: recoveryCalls.sendResetLink,
  valid: [address],
}
const reset: Form = {
  element: <ResetPasswordScreen />,
  labels: [accounts.reset.newPassword, accounts.confirmPassword],
  submit: accounts.reset.submit,
  call: recoveryCalls.resetPassword,
  valid: [password, password],
}
const change: Form = {
  element: <PasswordDialog open email={address} needsFactor={false} onClose={closed} />,
  labels: [
    accounts.profile.currentPassword,
    accounts.profile.newPassword,
    accounts.confirmPassword,
  ],
  submit: accounts.profile.update,
  call: passwordCalls.updateProfile,
  valid: ['not this one', password, password],
}

const alert = page.getByRole('alert').filter({ hasText: /./ })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const fieldOf = (label = '') => page.getByLabelText(new RegExp(`^${label}(?: \\*)?$`))
let server: ReturnType<typeof serve>

beforeEach(() => {
  sessionStorage.clear()
  server = serve()
  server.answer(recoveryCalls.getResetToken, { userEmail: address })
  server.answer(recoveryCalls.sendResetLink, { ...success, msg: '' })
})

async function submit({ labels, submit: name }: Form, values: string[]) {
  for (const [at, value] of values.entries()) await fieldOf(labels[at]).fill(value)
  await button(name).click()
}

test.for<[name: string, form: Form, values: string[], field: number, code: ErrorCode]>([
  ['logging in', login, ['', ''], 0, 'fields_missing'],
  ['logging in', login, ['nobody', 'some words'], 0, 'email_invalid'],
  ['logging in', login, [address, ''], 1, 'fields_missing'],
  ['registering', register, ['reader', '', ''], 1, 'fields_missing'],
  ['registering', register, ['reader', 'short', 'different'], 0, 'email_invalid'],
  ['registering', register, [address, 'short', 'different'], 1, 'password_too_short'],
  ['registering', register, [address, password, 'different'], 2, 'password_mismatch'],
  ['a forgotten password', forgot, [''], 0, 'reset_email_invalid'],
  ['a forgotten password', forgot, ['   '], 0, 'reset_email_invalid'],
  ['a forgotten password', forgot, ['nobody@home'], 0, 'reset_email_invalid'],
  ['a forgotten password', forgot, ['no body@example.org'], 0, 'reset_email_invalid'],
  ['a mailed link', reset, ['short', ''], 1, 'fields_missing'],
  ['a mailed link', reset, ['short', 'other'], 0, 'password_too_short'],
  ['a mailed link', reset, ['x'.repeat(129), 'other'], 0, 'password_too_long'],
  ['a mailed link', reset, [password, 'other'], 1, 'password_mismatch'],
  ['another password', change, ['not this one', 'short', 'other'], 1, 'password_too_short'],
  ['another password', change, ['not this one', password, 'other'], 2, 'password_mismatch'],
  [
    'another password',
    change,
    ['not this one', 'not this one', 'not this one'],
    1,
    'password_unchanged',
  ],
])(
  'The form for %s shows an error at an invalid field, and sends nothing: %#',
  async ([, form, values, field, code]) => {
    await showScreens({ '*': form.element }, 'accounts', 'library')
    const isSent = vi.fn(() => ({ ...success, msg: '' }))
    server.answer(form.call, isSent)
    await submit(form, values)
    await expect.element(fieldOf(form.labels[field])).toHaveAccessibleDescription(errors[code])
    await expect.element(fieldOf(form.labels[field])).toHaveFocus()
    expect(isSent).not.toHaveBeenCalled()
  },
)

test.for<[name: string, form: Form, field: number | undefined, code: ErrorCode]>([
  ['logging in', login, undefined, 'password_wrong'],
  ['registering', register, 1, 'password_common'],
  ['registering', register, undefined, 'email_taken'],
  ['a mailed link', reset, 0, 'password_common'],
  ['a mailed link', reset, undefined, 'link_invalid'],
  ['another password', change, 1, 'password_common'],
  ['another password', change, undefined, 'password_wrong'],
])(
  'The form for %s keeps its input if the server rejects it: %#',
  async ([, form, field, code]) => {
    server.refuse(form.call, code)
    await showScreens({ '*': form.element }, 'accounts', 'library')
    await submit(form, form.valid)
    if (field === undefined) await expect.element(alert).toHaveTextContent(errors[code])
    else {
      await expect.element(fieldOf(form.labels[field])).toHaveAccessibleDescription(errors[code])
    }
    for (const [at, value] of form.valid.entries()) {
      await expect.element(fieldOf(form.labels[at])).toHaveValue(value)
    }
    await expect.element(button(form.submit)).toBeEnabled()
  },
)

test('A validation error replaces the server’s error', async () => {
  server.refuse(login.call, 'password_wrong')
  await showScreens({ '*': login.element }, 'accounts')
  await submit(login, login.valid)
  await expect.element(alert).toHaveTextContent(errors.password_wrong)
  await submit(login, [address, ''])
  await expect
    .element(fieldOf(accounts.password))
    .toHaveAccessibleDescription(errors.fields_missing)
  await expect.element(page.getByText(errors.password_wrong)).not.toBeInTheDocument()
})

test('If requesting a link fails, the same button requests it again', async () => {
  server.break(forgot.call)
  await showScreens({ '*': forgot.element }, 'accounts')
  await submit(forgot, forgot.valid)
  await expect.element(alert).toHaveTextContent(faultTexts.en.noAnswer)
  server.accept(forgot.call)
  await button(forgot.submit).click()
  await expect.element(page.getByRole('status')).toHaveTextContent(accounts.forgot.sent)
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(button(forgot.submit)).not.toBeInTheDocument()
})

test('A new password is validated once the current one is filled in, and its dialog asks before discarding it', async () => {
  await showScreens({ '*': change.element }, 'accounts', 'library')
  const fresh = fieldOf(accounts.profile.newPassword)
  await fresh.fill('short')
  await fieldOf(accounts.confirmPassword).fill('other')
  await userEvent.keyboard('{Enter}')
  await expect.element(button(change.submit)).toBeDisabled()
  await expect.element(fresh).not.toHaveAttribute('aria-invalid')
  await userEvent.keyboard('{Escape}')
  await button(library.discard.keep).click()
  await submit(change, change.valid)
  await expect
    .element(page.getByText(accounts.profile.updated, { exact: true }))
    .toBeInTheDocument()
  expect(closed).toHaveBeenCalledOnce()
})

test.each(['google_unavailable', 'unavailable'] as const)(
  'The button for Google can be used again after %s',
  async (code) => {
    server.refuse(googleCalls.getGoogleLink, code)
    await showScreens({ '*': login.element }, 'accounts')
    await button(accounts.login.google).click()
    await expect.element(alert).toHaveTextContent(errors[code])
    await expect.element(button(accounts.login.google)).toBeEnabled()
  },
)

test.each([
  'google_failed',
  'google_email_unverified',
  'google_password_needed',
  'unavailable',
] as const)('A return from Google that fails with %s leads to the login', async (code) => {
  server.refuse(googleCalls.loginWithGoogle, code)
  const screensOf = { '/verify-glogin': <GoogleReturnScreen />, '/login': login.element }
  await showScreens(screensOf, 'accounts')
  await expect.element(alert).toHaveTextContent(errors[code])
  await expect.element(button(accounts.login.google)).toBeEnabled()
})
