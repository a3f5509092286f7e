import type { Locator, Page } from '@playwright/test'
import type { ReceivedMail } from '#tests/support/servers/mail-server.ts'
import { expect } from './journey.ts'
import type { Texts } from './texts.ts'

/** User actions on the account screens, by their visible texts. */

/** Returns the field with a label, with or without the asterisk of a mandatory one. */
export function fieldOf(page: Page, label: string): Locator {
  return page.getByLabel(new RegExp(`^${label}(?: \\*)?$`))
}

/** Returns all errors of a form as one text. */
export function alertOf(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: /./ })
}

/** Renders a mail as a mail client would, and follows its link. */
export async function followLink(page: Page, mail: ReceivedMail, name: string) {
  // Starts from an empty page, without the security policy of the previous one.
  await page.goto('about:blank')
  await page.setContent(mail.html)
  await page.getByRole('link', { name, exact: true }).click()
}

type Credentials = { email: string; password: string }

export async function register(page: Page, texts: Texts, { email, password }: Credentials) {
  await page.goto('/register')
  await fieldOf(page, texts.accounts.email).fill(email)
  await fieldOf(page, texts.accounts.password).fill(password)
  await fieldOf(page, texts.accounts.confirmPassword).fill(password)
  await page.getByRole('button', { name: texts.accounts.register.submit }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('status')).toContainText(texts.accounts.login.created)
}

/** Fills in and submits the login form, without expecting an outcome. */
export async function trySignIn(page: Page, texts: Texts, { email, password }: Credentials) {
  await page.goto('/login')
  await fieldOf(page, texts.accounts.email).fill(email)
  await fieldOf(page, texts.accounts.password).fill(password)
  await page.getByRole('button', { name: texts.accounts.login.submit, exact: true }).click()
}

export async function signIn(page: Page, texts: Texts, credentials: Credentials) {
  await trySignIn(page, texts, credentials)
  await expect(page).toHaveURL('/prompts')
}

/** Opens the profile and waits until it has loaded: pending calls fail when the session ends or gets a new secret. */
export async function openProfile(page: Page) {
  const last = ['library/changes', 'library/watch', 'prompts/shelf'].map((path) =>
    page.waitForResponse(`**/api/${path}*`),
  )
  await page.goto('/profile')
  await Promise.all(last)
}

/** Logs in a browser that loads nothing more, because its calls would fail once another browser ends its session. */
export async function signInElsewhere(page: Page, texts: Texts, credentials: Credentials) {
  await signIn(page, texts, credentials)
  await page.goto('about:blank')
}

/** Expects that the session of a browser has ended. */
export async function expectLoggedOut(page: Page) {
  // Unlike the library, it calls nothing before the login check has answered.
  await page.goto('/profile')
  await expect(page).toHaveURL('/login')
}

/** Opens the dialog that changes the password, on the profile, and fills it in. Returns it. */
export async function fillInPasswords(
  page: Page,
  { accounts }: Texts,
  current: string,
  chosen: string,
): Promise<Locator> {
  await page.getByRole('button', { name: accounts.profile.changePassword, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: accounts.profile.changePassword })
  await dialog.getByRole('textbox', { name: accounts.profile.currentPassword }).fill(current)
  await dialog.getByRole('textbox', { name: accounts.profile.newPassword }).fill(chosen)
  await dialog.getByRole('textbox', { name: accounts.confirmPassword }).fill(chosen)
  return dialog
}
