import type { Route } from '@playwright/test'
import { palette } from '#contract/core/colors.ts'
import type { Language } from '#languages/languages.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'
import { dialog, stepsFor, library, neverAnswer, type Screen } from './steps.ts'

/** The library in its states, in a language and at a width. */
export function libraryScreensOf(language: Language, width: number): Screen[] {
  const { library: words, selection, shell } = textsOf[language]
  const { promptActions, isPhone } = stepsFor(language, width)
  return [
    {
      name: 'library',
      open: async (page, demo) => {
        await library(page, demo)
        // With what comes after the first paint: the sidebar's folders, and counts.
        await page.waitForLoadState('networkidle')
      },
    },
    {
      name: 'library-server-away',
      open: async (page, demo) => {
        await library(page, demo)
        await page.route('**/api/health', (route) => route.abort('connectionrefused'))
        await page.evaluate(() => window.dispatchEvent(new Event('offline')))
        await page.locator('[role="status"]:popover-open').waitFor()
      },
    },
    {
      name: 'library-root',
      open: async (page) => {
        await page.goto('/prompts')
        await page.getByRole('link', { name: 'Marketing' }).waitFor()
      },
    },
    {
      name: 'library-many-folders',
      open: async (page, { launches }) => {
        await page.route('**/api/folders/list*', showSixty)
        await page.goto(`/prompts?folderId=${launches}`)
        // On a phone, they would fill the screen.
        await page.getByRole('main').getByRole('link').nth(59).waitFor()
      },
    },
    {
      name: 'library-hover',
      open: async (page, demo) => {
        await library(page, demo)
        await page.getByRole('article').filter({ hasText: 'Five subject lines' }).hover()
      },
    },
    {
      name: 'library-selected',
      open: async (page, demo) => {
        await library(page, demo)
        // On a phone, the boxes come with the first long press, or this key.
        const cards = page.getByRole('article').getByRole('heading').getByRole('button')
        await page.locator('article [data-select]').first().waitFor({ state: 'attached' })
        await cards.nth(0).press('x')
        await cards.nth(2).press('x')
      },
    },
    {
      name: 'library-list',
      open: async (page, demo) => {
        await library(page, demo)
        if (!isPhone) await page.getByRole('button', { name: selection.view.rows }).click()
        await page.mouse.move(0, 0)
      },
    },
    {
      name: 'sidebar',
      open: async (page, demo) => {
        await library(page, demo)
        if (width < 1024) await page.getByRole('button', { name: shell.menu }).click()
      },
    },
    {
      name: 'empty-folder',
      open: async (page, demo) => {
        await library(page, demo)
        await page.getByRole('link', { name: 'Drafts' }).click()
        await page.getByRole('heading', { name: 'Drafts' }).waitFor({ state: 'attached' })
        await page.getByRole('heading', { level: 2 }).waitFor()
      },
    },
    {
      name: 'skeleton',
      open: async (page, { launches }) => {
        await page.route('**/api/folders/list*', neverAnswer)
        await page.goto(`/prompts?folderId=${launches}`)
        await page.locator('#root > :not([inert]) [aria-busy]').waitFor()
      },
    },
    {
      name: 'library-before-scripts',
      open: async (page) => {
        await page.route('**/assets/*.js', (route) => route.abort())
        await page.goto('/prompts')
      },
    },
    {
      name: 'deep-folder',
      who: 'difficult',
      open: async (page, { deepest }) => {
        await page.goto(`/prompts?folderId=${deepest}`)
        await page.getByRole('heading', { level: 2 }).waitFor()
        // There is no menu if the whole path fits.
        if (width < 1024) await page.getByRole('navigation').last().getByRole('button').click()
      },
    },
    {
      name: 'difficult-names',
      who: 'difficult',
      open: async (page) => {
        await page.goto('/prompts')
        await page.getByRole('article').first().waitFor()
      },
    },
    {
      name: 'difficult-names-move',
      who: 'difficult',
      open: async (page) => {
        await page.goto('/prompts')
        const card = page.getByRole('article').first()
        await card.waitFor()
        if (isPhone) {
          await card.getByRole('button', { name: promptActions('').trim() }).press('Enter')
          await page.getByRole('menuitem', { name: words.actions.move }).click()
        } else {
          await card.hover()
          await card.getByRole('button', { name: words.actions.move, exact: true }).click()
        }
        await dialog(page).getByRole('radio').nth(3).check()
      },
    },
    {
      name: 'search',
      open: async (page, demo) => {
        await library(page, demo)
        await page.getByRole('textbox', { name: words.search.label }).fill('pro')
        await page.getByText('Marketing / Product launches').first().waitFor()
      },
    },
    {
      name: 'search-nothing',
      open: async (page, demo) => {
        await library(page, demo)
        await page.getByRole('textbox', { name: words.search.label }).fill('nowhere to be found')
        await page.getByText('nowhere to be found').waitFor()
      },
    },
  ]
}

/** Repeats the folders of a level in every colour. */
async function showSixty(route: Route) {
  const response = await route.fetch()
  const answer = (await response.json()) as { folders: { id: string; name: string }[] }
  const folders = Array.from({ length: 60 }, (_, at) => {
    const folder = answer.folders[at % answer.folders.length]
    return { ...folder, id: `${folder?.id}-${at}`, color: palette[at % palette.length] }
  })
  await route.fulfill({ response, json: { ...answer, folders } })
}
