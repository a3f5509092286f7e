import type { Page } from '@playwright/test'
import type { Language } from '#languages/languages.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'
import { dialog, stepsFor, library, type Demo, type Screen } from './steps.ts'

/** The model that answers with what it is asked. */
export const demoModel = 'Mistral Large'

const run = (page: Page) => page.keyboard.press('Control+Shift+Enter')

/** Running a prompt, and its answers, in a language and at a width. */
export function runScreensOf(language: Language, width: number): Screen[] {
  const { history, runs, shelf } = textsOf[language]
  const review = 'Code review with severity'
  const openReview = async (page: Page, demo: Demo) => {
    await library(page, demo)
    await page.getByRole('button', { name: review, exact: true }).click()
    await dialog(page).getByRole('textbox', { name: 'language' }).waitFor()
  }
  return [
    {
      name: 'run-models',
      open: async (page, demo) => {
        await openReview(page, demo)
        if (stepsFor(language, width).isPhone) {
          await page.getByRole('button', { name: history.more }).click()
          await page.getByRole('menuitem', { name: runs.choose }).click()
        } else {
          await page.getByRole('button', { name: runs.with, exact: true }).click()
        }
        await page.getByRole('menuitemradio', { name: demoModel }).waitFor()
      },
    },
    {
      name: 'run-open-blanks',
      open: async (page, demo) => {
        await openReview(page, demo)
        await run(page)
        await page.getByRole('button', { name: runs.anyway }).waitFor()
      },
    },
    {
      name: 'run-answer',
      open: async (page, demo) => {
        await openReview(page, demo)
        await dialog(page).getByRole('textbox', { name: 'language' }).fill('TypeScript')
        await run(page)
        const answer = fill(runs.model, { model: demoModel }, language)
        await dialog(page)
          .getByRole('article', { name: answer })
          .getByText('Find what would break')
          .first()
          .waitFor()
      },
    },
    {
      name: 'starter-shelf',
      who: 'newcomer',
      open: async (page) => {
        await page.goto('/prompts')
        const whole = fill(shelf.starter.whole, { prompts: 8 }, language)
        await page.getByRole('button', { name: whole }).click()
        await dialog(page).getByRole('checkbox').first().waitFor()
      },
    },
    {
      name: 'first-hour',
      who: 'newcomer',
      open: async (page) => {
        await page.goto('/prompts')
        await page.getByRole('button', { name: shelf.starter.close }).waitFor()
      },
    },
  ]
}
