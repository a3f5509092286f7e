import type { Language } from '#languages/languages.ts'
import { copyButtonIn } from '#tests/journeys/support/library-steps.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'
import { dialog, stepsFor, launch, library, neverAnswer, type Screen } from './steps.ts'

/** The dialogs of the library, in a language and at a width. */
export function dialogScreensOf(language: Language, width: number): Screen[] {
  const { editor, errors, history, library: words, prompt } = textsOf[language]
  const { askToFolder, askToPrompt, openFolderMenu, make } = stepsFor(language, width)
  return [
    {
      name: 'menu',
      open: async (page, demo) => {
        await library(page, demo)
        await openFolderMenu(page, 'Press')
      },
    },
    {
      name: 'create-folder',
      open: async (page, demo) => {
        await library(page, demo)
        await make(page, words.createFolder)
        await dialog(page).waitFor()
      },
    },
    {
      name: 'update-folder',
      open: async (page, demo) => {
        await library(page, demo)
        await askToFolder(page, words.actions.edit, 'Press')
        await dialog(page).waitFor()
      },
    },
    {
      name: 'delete-folder',
      open: async (page, demo) => {
        await library(page, demo)
        await askToFolder(page, words.actions.delete, 'Social media')
        await dialog(page).getByText('3').first().waitFor()
        await dialog(page).getByRole('textbox').fill('1')
        await page.keyboard.press('Enter')
      },
    },
    {
      name: 'create-prompt',
      open: async (page, demo) => {
        await library(page, demo)
        await make(page, words.addPrompt)
        await dialog(page).getByRole('textbox', { name: words.prompt.body, exact: true }).waitFor()
      },
    },
    {
      name: 'short-name-taken',
      open: async (page, demo) => {
        await library(page, demo)
        await make(page, words.addPrompt)
        await dialog(page).getByLabel(words.prompt.name).fill('Review')
        await dialog(page).getByRole('button', { name: history.shortName.label }).click()
        const body = dialog(page).getByRole('textbox', { name: words.prompt.body, exact: true })
        await body.click()
        await page.keyboard.insertText('Review {code}.')
        await dialog(page).getByRole('button', { name: words.prompt.create }).click()
        await dialog(page).getByText(errors.short_name_taken).waitFor()
      },
    },
    {
      name: 'update-prompt',
      open: async (page, demo) => {
        await library(page, demo)
        await askToPrompt(page, words.actions.edit)
        await dialog(page).getByRole('switch', { name: words.prompt.addNotes }).waitFor()
        await dialog(page).getByRole('textbox', { name: words.prompt.body, exact: true }).waitFor()
      },
    },
    {
      name: 'update-prompt-loading',
      open: async (page, demo) => {
        await page.route('**/api/prompts/get?*', neverAnswer)
        await library(page, demo)
        await askToPrompt(page, words.actions.edit)
        await dialog(page).locator('[aria-busy]').waitFor()
      },
    },
    {
      name: 'add-variable',
      open: async (page, demo) => {
        await library(page, demo)
        await askToPrompt(page, words.actions.edit)
        await dialog(page).getByRole('textbox', { name: words.prompt.body, exact: true }).click()
        await page.keyboard.press('Control+Home')
        await page.keyboard.press('Control+ArrowRight')
        await page.keyboard.press('Control+ArrowRight')
        await page.keyboard.press('Control+Shift+ArrowRight')
        await page.getByRole('button', { name: prompt.editor.addVariable }).waitFor()
      },
    },
    {
      name: 'variable-settings',
      open: async (page, demo) => {
        await library(page, demo)
        await askToPrompt(page, words.actions.edit)
        await dialog(page).locator('[data-settings="tone"]').click()
        await dialog(page).getByRole('combobox', { name: editor.settings.kind }).waitFor()
      },
    },
    {
      name: 'unsaved',
      open: async (page, demo) => {
        await library(page, demo)
        await make(page, words.addPrompt)
        await dialog(page).getByRole('textbox').first().fill('A title')
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').nth(1).waitFor()
      },
    },
    {
      name: 'delete-prompt',
      open: async (page, demo) => {
        await library(page, demo)
        await askToPrompt(page, words.actions.delete)
        await dialog(page).waitFor()
      },
    },
    {
      name: 'move-prompt',
      open: async (page, demo) => {
        await library(page, demo)
        await askToPrompt(page, words.actions.move)
        await dialog(page)
          .getByRole('radio', { name: /Marketing/ })
          .check()
      },
    },
    {
      name: 'view-prompt',
      open: async (page, demo) => {
        await library(page, demo)
        await page.getByRole('button', { name: launch, exact: true }).click()
        const product = dialog(page).getByRole('textbox', { name: 'product' })
        await product.fill('Lumen, a desk lamp that follows the sun')
        await product.press('Enter')
        await page.keyboard.type('people who work from home')
      },
    },
    {
      name: 'view-prompt-code',
      open: async (page, demo) => {
        await library(page, demo)
        await page.getByRole('button', { name: 'Code review with severity', exact: true }).click()
        await dialog(page).getByRole('textbox', { name: 'language' }).waitFor()
      },
    },
    {
      name: 'view-prompt-needed',
      open: async (page, demo) => {
        await library(page, demo)
        const name = 'Antwort auf eine Kundenbeschwerde'
        await page.getByRole('button', { name, exact: true }).click()
        await copyButtonIn(dialog(page), language).click()
        await dialog(page)
          .getByText(fill(prompt.fillIn.needed, { names: 'Beschwerde' }, language))
          .waitFor()
      },
    },
    {
      name: 'plan-limit',
      open: async (page, demo) => {
        await page.route('**/api/folders/create', (route) =>
          route.fulfill({
            status: 403,
            json: { status: 'error', code: 'subscription_missing', msg: '' },
          }),
        )
        await library(page, demo)
        await make(page, words.createFolder)
        await dialog(page).getByRole('textbox').fill('Campaigns')
        await dialog(page).getByRole('button', { name: words.folder.create, exact: true }).click()
        await dialog(page).getByRole('link').waitFor()
      },
    },
  ]
}
