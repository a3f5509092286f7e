import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { passwordCalls } from '#contract/accounts/password.ts'
import { screens } from '#contract/screens.ts'
import errors from '#languages/en/errors.json' with { type: 'json' }
import accounts from '#languages/en/accounts.json' with { type: 'json' }
import { serve, showScreens } from '#tests/support/show-at-server.tsx'
import { LoginScreen } from '#web/screens/login/login-screen.tsx'
import { RegisterScreen } from './register-screen.tsx'

const email = page.getByRole('textbox', { name: accounts.email })
const passwordField = (label: string) => page.getByLabelText(new RegExp(`^${label}(?: \\*)?$`))
const password = passwordField(accounts.password)
const confirmation = passwordField(accounts.confirmPassword)
let server: ReturnType<typeof serve>

beforeEach(() => {
  sessionStorage.clear()
  server = serve()
})

async function open() {
  const shown = await showScreens(
    { [screens.register]: <RegisterScreen />, [screens.login]: <LoginScreen /> },
    'accounts',
  )
  await email.fill('lena.sommer@example.com')
  await password.fill('sommer24')
  await confirmation.fill('sommer24')
  await userEvent.keyboard('{Enter}')
  return shown
}

test('A password that is easy to guess shows an error at its field, and both fields keep it', async () => {
  server.refuse(passwordCalls.register, 'password_guessable', { word: 'sommer' })
  await open()
  await expect
    .element(password)
    .toHaveAccessibleDescription(
      /^This password contains little more than “sommer” from your address/,
    )
  await expect.element(password).toHaveAttribute('aria-invalid', 'true')
  await expect.element(password).toHaveFocus()
  await expect.element(confirmation).not.toHaveAttribute('aria-invalid')
  await expect.element(password).toHaveValue('sommer24')
  await expect.element(confirmation).toHaveValue('sommer24')
  expect(page.getByText(/This password contains/).elements()).toHaveLength(1)
})

test('After registration, one click logs in with the typed password, which is not stored', async () => {
  sessionStorage.setItem('prompt-to-save', JSON.stringify({ id: 'x', name: 'Launch', values: [] }))
  const { router } = await open()
  await expect.element(page.getByText(new RegExp(accounts.login.created))).toBeVisible()
  await expect.element(page.getByText(/the link that we sent to lena.sommer@/)).toBeVisible()
  await expect.element(page.getByText(/or register/)).not.toBeInTheDocument()
  await expect.element(email).toHaveValue('lena.sommer@example.com')
  await expect.element(password).toHaveValue('sommer24')
  const kept = [router.state.location.state, history.state, { ...sessionStorage, ...localStorage }]
  expect(JSON.stringify(kept)).not.toContain('sommer24')
  const submit = page.getByRole('button', { name: accounts.login.submit, exact: true })
  await expect.element(submit).toHaveFocus()
  await expect.element(submit).toHaveAccessibleDescription(new RegExp(accounts.login.created))
  server.refuse(passwordCalls.login, 'email_unverified')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(errors.email_unverified)).toBeVisible()
  await router.navigate(screens.register)
  await expect.element(confirmation).toHaveValue('')
  await router.navigate(screens.login)
  await expect.element(password).toHaveValue('')
})
