import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'

/** What a person does in the library, by the words on the screen. */

export function promptCard(page: Page, title: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
}

export function folderLink(page: Page, name: string): Locator {
  return page.getByRole('link', { name, exact: true })
}

export function dialogOf(page: Page, title: string): Locator {
  return page.getByRole('dialog', { name: title, exact: true })
}

export async function openPrompt(page: Page, title: string): Promise<Locator> {
  await promptCard(page, title).getByRole('button', { name: title, exact: true }).click()
  const dialog = dialogOf(page, title)
  await expect(dialog).toBeVisible()
  return dialog
}

export async function askToPrompt(
  page: Page,
  action: 'View' | 'Edit' | 'Move' | 'Delete',
  title: string,
): Promise<void> {
  const card = promptCard(page, title)
  await card.hover()
  await card.getByRole('button', { name: action, exact: true }).click()
}

export async function askToFolder(
  page: Page,
  action: 'Edit' | 'Delete',
  name: string,
): Promise<void> {
  await page.getByRole('button', { name: `Actions for the folder ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** The text of the editor, line by line as it is on screen. */
export function editorIn(dialog: Locator, label = 'Prompt'): Locator {
  return dialog.getByRole('textbox', { name: label, exact: true })
}

export function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}

/** The answer to the sum that a dialog asks for before it destroys something. */
export async function sumIn(dialog: Locator): Promise<number> {
  const question = await dialog.getByText(/\d+ \+ \d+/).textContent()
  const [first = 0, second = 0] = (question?.match(/\d+/g) ?? []).map(Number)
  return first + second
}
