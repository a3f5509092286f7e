import type { Locator, Page } from '@playwright/test'
import { defaultLanguage, type Language } from '#languages/languages.ts'
import type { Account } from './call-api.ts'
import { expect } from './journey.ts'
import { makePrompt, type PromptText } from './make-library.ts'
import { fill, texts, textsOf } from './texts.ts'

/** User actions in the library, by its visible texts. */

export function promptCard(page: Page, title: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
}

export function folderLink(page: Page, name: string): Locator {
  return page.getByRole('link', { name, exact: true })
}

/** The button that copies a prompt. On a phone, it also shows how many variables are filled in. */
export function copyButtonIn(area: Locator, language: Language = defaultLanguage): Locator {
  const { copy, copyCount } = textsOf[language].prompt.fillIn
  const short = copyCount.split('{')[0]
  return area.getByRole('button', { name: new RegExp(`^(${copy}$|${short})`) })
}

export function toastOf(page: Page, text: string): Locator {
  return page.locator('.Toastify__toast').filter({ hasText: text })
}

/** The button that runs a prompt. With several models, its label contains the chosen one if there is room. */
export function runButtonIn(area: Locator, { runs } = texts): Locator {
  return area.getByRole('button', { name: new RegExp(`^${runs.run}( · |$)`) })
}

export function dialogOf(page: Page, title: string): Locator {
  const named = { name: title, exact: true }
  // Questions use the role `alertdialog`.
  return page.getByRole('dialog', named).or(page.getByRole('alertdialog', named))
}

/** Adds a prompt to an account, opens its library, and returns the prompt's id. */
export async function openLibraryWith(
  page: Page,
  account: Account,
  prompt: PromptText,
): Promise<string> {
  const promptId = await makePrompt(account, prompt)
  await page.goto('/prompts')
  await expect(promptCard(page, prompt.name)).toBeVisible()
  return promptId
}

export async function openPrompt(page: Page, title: string): Promise<Locator> {
  await promptCard(page, title).getByRole('button', { name: title, exact: true }).click()
  const dialog = dialogOf(page, title)
  await expect(dialog).toBeVisible()
  return dialog
}

/** Chooses an action of a prompt's card, and returns the dialog that opens. */
export async function askToPrompt(
  page: Page,
  action: 'view' | 'edit' | 'move' | 'delete',
  title: string,
  { library } = texts,
): Promise<Locator> {
  const card = promptCard(page, title)
  await card.hover()
  await card.getByRole('button', { name: library.actions[action], exact: true }).click()
  return dialogOf(
    page,
    {
      view: title,
      edit: library.prompt.updateTitle,
      move: library.move.title,
      delete: library.prompt.deleteTitle,
    }[action],
  )
}

/** Chooses an action from a folder's menu, and returns the dialog that opens. */
export async function askToFolder(
  page: Page,
  action: 'edit' | 'delete',
  name: string,
  language: Language = defaultLanguage,
): Promise<Locator> {
  const { actions, folder } = textsOf[language].library
  await page.getByRole('button', { name: fill(folder.actions, { name }, language) }).click()
  await page.getByRole('menuitem', { name: actions[action] }).click()
  return dialogOf(page, action === 'edit' ? folder.updateTitle : folder.deleteTitle)
}

/** Waits for the library's contents: if it is empty, the buttons of its toolbar move to its middle. */
export async function expectContents(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeAttached()
  await expect(page.getByRole('main').locator('[aria-busy]')).toHaveCount(0)
}

/** Opens the dialog for a new prompt. */
export async function startPrompt(page: Page, { library } = texts): Promise<Locator> {
  await expectContents(page)
  await page.getByRole('button', { name: library.addPrompt }).first().click()
  return dialogOf(page, library.prompt.createTitle)
}

/** Opens the dialog for a new folder. */
export async function startFolder(page: Page, { library } = texts): Promise<Locator> {
  await expectContents(page)
  await page.getByRole('button', { name: library.createFolder }).first().click()
  return dialogOf(page, library.folder.createTitle)
}

/** Edits a prompt in the list, and appends to its text. */
export async function addToPrompt(page: Page, title: string, more: string): Promise<Locator> {
  const edit = await askToPrompt(page, 'edit', title)
  await editorIn(edit).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(more)
  return edit
}

/** Returns the button that shows the colour of a prompt in its form. */
export function colorButtonIn(edit: Locator, color: string): Locator {
  return edit.getByRole('button', { name: `${texts.library.prompt.color}: ${color}` })
}

/** Chooses another colour in the form of a prompt. */
export async function chooseColor(edit: Locator, color: string): Promise<void> {
  await edit.getByRole('button', { name: `${texts.library.prompt.color}: ` }).click()
  await edit.getByRole('radio', { name: color }).check()
  await expect(colorButtonIn(edit, color)).toBeFocused()
}

/** Returns the text of the editor, line by line as shown. */
export function editorIn(dialog: Locator, label = texts.library.prompt.body): Locator {
  return dialog.getByRole('textbox', { name: label, exact: true })
}

export function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Returns the answer to the sum that a dialog asks for. */
export async function sumIn(dialog: Locator): Promise<number> {
  const question = await dialog.getByText(/\d+ \+ \d+/).textContent()
  const [first = 0, second = 0] = (question?.match(/\d+/g) ?? []).map(Number)
  return first + second
}
