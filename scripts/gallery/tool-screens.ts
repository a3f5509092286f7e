import type { Page } from '@playwright/test'
import type { Language } from '#languages/languages.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'
import { dialog, launch, library, type Screen } from './steps.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()
const writtenBefore = {
  name: 'Launch note',
  prompt: 'Write a launch note for {<b>product</b>}.\n\nKeep it short, and name the price.',
  notes: null,
  variables: [],
}

/** Finding, undoing and arranging, in a language. */
export function toolScreensOf(language: Language): Screen[] {
  const { history, library: words, palette } = textsOf[language]
  const openVersions = async (page: Page) => {
    await page.route('**/api/versions/list*', (route) => route.fulfill({ json: { versions } }))
    await page.route('**/api/versions/get*', (route) =>
      route.fulfill({ json: { version: writtenBefore } }),
    )
    await openLaunch(page)
    await page.getByRole('button', { name: history.more }).click()
    await page.getByRole('menuitem', { name: history.versions.open }).click()
    await page.locator('dialog[open] del').first().waitFor()
  }
  const find = (page: Page, text: string) =>
    page.getByRole('textbox', { name: words.search.label }).fill(text)

  return [
    {
      name: 'palette',
      open: async (page, demo) => {
        await library(page, demo)
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: palette.title }).pressSequentially('lau')
        await page.getByRole('option', { name: launch }).first().waitFor()
      },
    },
    {
      name: 'palette-empty',
      open: async (page, demo) => {
        await library(page, demo)
        await page.keyboard.press('Control+k')
        await dialog(page).getByRole('option').first().waitFor()
      },
    },
    {
      name: 'keys',
      open: async (page, demo) => {
        await library(page, demo)
        await page.keyboard.press('Control+k')
        await page
          .getByRole('combobox', { name: palette.title })
          .pressSequentially(palette.verbs.keys)
        await page.getByRole('option', { name: palette.verbs.keys }).first().click()
        await dialog(page).getByRole('switch').waitFor()
      },
    },
    {
      name: 'search-similar',
      open: async (page, demo) => {
        await library(page, demo)
        await find(page, 'lanch anouncement')
        await page.getByRole('heading', { name: palette.search.similar }).waitFor()
      },
    },
    {
      name: 'search-filtered',
      open: async (page, demo) => {
        await library(page, demo)
        await find(page, 'pro')
        await page.getByRole('button', { name: palette.search.filters.hasVariables }).click()
        await page.getByRole('article').first().waitFor()
      },
    },
    {
      name: 'trash',
      open: async (page) => {
        await page.route('**/api/trash/list', (route) => route.fulfill({ json: { items } }))
        await page.goto('/trash')
        await page.getByRole('heading', { name: 'Campaigns 2024' }).waitFor()
      },
    },
    {
      name: 'trash-empty',
      open: async (page) => {
        await page.goto('/trash')
        await page.getByText(history.trash.empty).waitFor()
      },
    },
    {
      name: 'trash-erase',
      open: async (page) => {
        await page.route('**/api/trash/list', (route) => route.fulfill({ json: { items } }))
        await page.goto('/trash')
        await page.getByRole('button', { name: history.trash.emptyAll }).click()
        await dialog(page).waitFor()
      },
    },
    {
      name: 'import',
      open: async (page, demo) => {
        await library(page, demo)
        await page
          .getByRole('button', { name: words.add, exact: true })
          .or(page.getByRole('button', { name: words.import, exact: true }))
          .first()
          .click()
        const entry = page.getByRole('menuitem', { name: words.import })
        if (await entry.isVisible()) await entry.click()
        await page
          .locator('dialog[open] input[type=file]')
          .first()
          .setInputFiles({
            name: 'prompts.csv',
            mimeType: 'text/csv',
            buffer: Buffer.from('act,prompt\nInterview,"Ask {count} questions"\nSummary,Sum it up'),
          })
        await page.locator('dialog[open] [role=tree]').waitFor()
      },
    },
    {
      name: 'export',
      open: async (page, demo) => {
        await library(page, demo)
        await page.keyboard.press('ControlOrMeta+k')
        await dialog(page).getByRole('combobox').fill(palette.verbs.export)
        await page.keyboard.press('Enter')
        await dialog(page).getByRole('radio').first().waitFor()
      },
    },
    {
      name: 'versions',
      open: async (page, demo) => {
        await library(page, demo)
        await openVersions(page)
      },
    },
    {
      name: 'versions-text',
      open: async (page, demo) => {
        await library(page, demo)
        await openVersions(page)
        await page.getByRole('radio', { name: history.versions.text }).check()
      },
    },
    {
      name: 'versions-none',
      open: async (page, demo) => {
        await page.route('**/api/versions/list*', (route) =>
          route.fulfill({ json: { versions: [] } }),
        )
        await library(page, demo)
        await openLaunch(page)
        await page.getByRole('button', { name: history.more }).click()
        await page.getByRole('menuitem', { name: history.versions.open }).click()
        await page.getByText(history.versions.none).waitFor()
      },
    },
    {
      name: 'view-prompt-menu',
      open: async (page, demo) => {
        await library(page, demo)
        await openLaunch(page)
        await page.getByRole('button', { name: history.more }).click()
      },
    },
    {
      name: 'skill',
      open: async (page, demo) => {
        await library(page, demo)
        await openLaunch(page)
        await page.getByRole('button', { name: history.more }).click()
        await page.getByRole('menuitem', { name: history.skill }).click()
        await dialog(page).getByRole('region', { name: 'SKILL.md' }).waitFor()
      },
    },
    {
      name: 'share',
      open: async (page, demo) => {
        await library(page, demo)
        await openLaunch(page)
        await page.getByRole('button', { name: history.share.title, exact: true }).click()
        await page.getByRole('dialog', { name: history.share.title, exact: true }).waitFor()
      },
    },
    {
      name: 'capture',
      open: async (page, demo) => {
        await paste(page, demo)
        await dialog(page).getByText('{name:default}').first().waitFor()
      },
    },
    {
      name: 'capture-large',
      open: async (page, demo) => {
        await paste(page, demo)
        await dialog(page).getByRole('button', { name: words.prompt.larger }).click()
      },
    },
    {
      name: 'undo',
      open: async (page, demo) => {
        await page.route('**/api/prompts/delete', (route) =>
          route.fulfill({ json: { status: 'success', trashId: 'gone' } }),
        )
        await library(page, demo)
        await openLaunch(page)
        await page.getByRole('button', { name: history.more }).click()
        await page.getByRole('menuitem', { name: words.actions.delete }).click()
        await page.getByRole('button', { name: words.prompt.deleteSubmit }).click()
        await page.getByRole('button', { name: words.undo.press }).waitFor()
      },
    },
  ]
}

async function openLaunch(page: Page) {
  await page.getByRole('button', { name: launch, exact: true }).click()
  await dialog(page).getByRole('textbox', { name: 'product' }).waitFor()
}

async function paste(page: Page, demo: Parameters<typeof library>[1]) {
  await library(page, demo)
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData(
      'text/plain',
      'I want you to act as an interviewer for the position of ${Position:Software Developer}.',
    )
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await dialog(page).waitFor()
}

const versions = [
  { number: 3, name: launch, writtenAt: daysAgo(0.2), label: null },
  { number: 2, name: launch, writtenAt: daysAgo(3), label: 'Before the summer campaign' },
  { number: 1, name: writtenBefore.name, writtenAt: daysAgo(40), label: null },
]

const items = [
  {
    id: 'folder',
    name: 'Campaigns 2024',
    color: '5E60CE',
    folderCount: 4,
    promptCount: 200,
    deletedAt: daysAgo(0.01),
    erasedAt: daysAgo(-30),
  },
  {
    id: 'prompt',
    name: 'Antwort auf eine Kundenbeschwerde, die schon zum dritten Mal kommt',
    color: 'FFD166',
    folderCount: 0,
    promptCount: 1,
    deletedAt: daysAgo(3),
    erasedAt: daysAgo(-27),
  },
  {
    id: 'selection',
    name: 'Five subject lines',
    color: 'f1f5f9',
    folderCount: 0,
    promptCount: 7,
    deletedAt: daysAgo(29),
    erasedAt: daysAgo(-1),
  },
]
