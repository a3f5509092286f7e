import type { Page } from '@playwright/test'
import type { Language } from '#languages/languages.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

export type Demo = {
  launches: string
  promptIds: Map<string, string>
  /** A deeply nested folder of the difficult library. */
  deepest: string
}

/** Signed out, or signed in to the demo library, one of difficult names, or an empty one. */
export type Who = 'visitor' | 'reader' | 'difficult' | 'newcomer'

/** How to open a screen, by default as the reader. */
export type Screen = {
  name: string
  who?: Who
  open: (page: Page, demo: Demo) => Promise<void>
}

export const launch = 'Launch announcement'

/** What a reader of a language does on a screen of a width. */
export function stepsFor(language: Language, width: number) {
  const words = textsOf[language].library
  const folderActions = (name: string) => fill(words.folder.actions, { name }, language)
  const promptActions = (name: string) => fill(words.prompt.actions, { name }, language)
  const isPhone = width === 375
  const isTouch = isPhone || width === 820 || width === 1180
  const openFolderMenu = async (page: Page, name: string) => {
    // On a phone, the folders are chips, of which the first shows all.
    if (isPhone) {
      await page
        .getByRole('button', { name: fill(words.folderChip, { count: 4 }, language) })
        .click()
    }
    await page.getByRole('button', { name: folderActions(name) }).click()
  }
  return {
    openFolderMenu,
    promptActions,
    isPhone,
    askToFolder: async (page: Page, action: string, name: string) => {
      await openFolderMenu(page, name)
      await page.getByRole('menuitem', { name: action }).click()
    },
    askToPrompt: async (page: Page, action: string) => {
      const card = page.getByRole('article').filter({ hasText: launch })
      if (isTouch) {
        // For keys; a finger's long press leads to the same actions.
        await card.getByRole('button', { name: promptActions(launch) }).press('Enter')
        await page.getByRole('menuitem', { name: action }).click()
      } else {
        await card.hover()
        await card.getByRole('button', { name: action, exact: true }).click()
      }
    },
    make: async (page: Page, action: string) => {
      if (!isPhone) return page.getByRole('button', { name: action }).first().click()
      await page.getByRole('button', { name: words.add, exact: true }).click()
      await page.getByRole('menuitem', { name: action }).click()
    },
  }
}

export async function library(page: Page, demo: Demo): Promise<void> {
  await page.goto(`/prompts?folderId=${demo.launches}`)
  await page.getByRole('heading', { name: launch }).waitFor()
}

export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

export function dialog(page: Page) {
  return page.getByRole('dialog').first()
}

export function neverAnswer() {}
