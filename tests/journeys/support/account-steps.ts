import type { Locator, Page } from '@playwright/test'
import type { ReceivedMail } from '#tests/support/mail-server.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { expect } from './journey.ts'
import type { Texts } from './texts.ts'

/** What a person does on the account screens, by the words on the screen. */

/** The field with a label, which may have the asterisk of a mandatory one. */
export function fieldOf(page: Page, label: string): Locator {
  return page.getByLabel(new RegExp(`^${label}(?: \\*)?$`))
}

/** Everything in a form that is an error of it, as one text. */
export function alertOf(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: /./ })
}

/** Opens a mail as a mail program does, and follows its link. */
export async function followLink(page: Page, mail: ReceivedMail, name: string) {
  // An empty page, which knows nothing of the security policy of the one before.
  await page.goto('about:blank')
  await page.setContent(mail.html)
  await page.getByRole('link', { name, exact: true }).click()
}

/** What the server has logged of a request that failed, as the test wants it to. */
export async function takeFailure(server: ServerProcess): Promise<string> {
  let log = ''
  // It comes in batches, and the answer before it.
  await expect.poll(() => (log += server.takeLog())).toContain('"A request failed"')
  return log
}

type Credentials = { email: string; password: string }

export async function register(page: Page, texts: Texts, { email, password }: Credentials) {
  await page.goto('/register')
  await fieldOf(page, texts.accounts.email).fill(email)
  await fieldOf(page, texts.accounts.password).fill(password)
  await fieldOf(page, texts.accounts.confirmPassword).fill(password)
  await page.getByRole('button', { name: texts.accounts.register.submit }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('status')).toHaveText(texts.accounts.login.created)
}

/** Fills in the sign-in form and sends it off, however that ends. */
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
