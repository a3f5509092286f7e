import type { Page } from '@playwright/test'
import { promptCalls } from '#contract/library/prompts.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  askToPrompt,
  dialogOf,
  folderLink,
  openPrompt,
  promptCard,
  startPrompt,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'

test.use({ hasPromptLimit: false })

const count = 120

test.beforeEach(async ({ account, page }) => {
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  await Promise.all([
    ...numbers.map((number) => makePrompt(account, { name: `Prompt ${number}` })),
    ...numbers.slice(0, 60).map((number) => makeFolder(account, `Folder ${number}`)),
  ])
  await page.goto('/prompts')
  await expect(folderLink(page, 'Folder 60')).toBeVisible()
})

test('a long list is scrolled by mouse and keyboard, and stays where it is when dialogs open, prompts go, and a folder is left', async ({
  page,
}) => {
  for (let at = 10; at <= 90; at += 10) {
    await scrollTo(page, `Prompt ${at}`)
    await expect(promptCard(page, `Prompt ${at}`)).toBeInViewport()
  }
  const atDialog = await scrollPosition(page)
  const view = await openPrompt(page, 'Prompt 90')
  expect(await scrollPosition(page)).toBe(atDialog)
  await page.keyboard.press('Escape')
  await expect(view).toBeHidden()
  expect(await scrollPosition(page)).toBe(atDialog)
  await expect(promptCard(page, 'Prompt 90')).toBeInViewport()
  await removePrompt(page, 'Prompt 90')
  await expect(promptCard(page, 'Prompt 90')).toHaveCount(0)
  expect(await scrollPosition(page)).toBe(atDialog)
  for (let at = 100; at <= count; at += 10) {
    await scrollTo(page, `Prompt ${at}`)
    await expect(promptCard(page, `Prompt ${at}`)).toBeInViewport()
  }

  const way = (name: string) => promptCard(page, name).getByRole('button', { name, exact: true })
  await way(`Prompt ${count}`).focus()
  await page.keyboard.press('Home')
  await expect(way('Prompt 1')).toBeFocused()
  await page.keyboard.press('End')
  await expect(way(`Prompt ${count}`)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(way('Prompt 1')).toBeFocused()
  const dialog = await startPrompt(page)
  await dialog.getByLabel(texts.library.prompt.name).fill('Prompt 77 again')
  await dialog.getByRole('button', { name: texts.library.prompt.create }).click()
  await expect(promptCard(page, 'Prompt 77 again')).toBeInViewport()

  await page.setViewportSize({ width: 1440, height: 560 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await folderLink(page, 'Folder 60').scrollIntoViewIfNeeded()
  const atFolder = await scrollPosition(page)
  expect(atFolder).toBeGreaterThan(100)
  await folderLink(page, 'Folder 60').click()
  await expect(page.getByRole('heading', { name: texts.library.empty.title })).toBeVisible()
  await expect.poll(() => scrollPosition(page)).toBe(0)
  await page.goBack()
  await expect(folderLink(page, 'Folder 60')).toBeInViewport()
  await expect.poll(() => scrollPosition(page)).toBe(atFolder)
})

test.describe('without a copy', () => {
  test.use({ keepsCopy: false })

  test('another tab’s additions and deletions appear with the next change, without duplicates', async ({
    page,
    account,
  }) => {
    await scrollTo(page, 'Prompt 90')
    const { prompts } = await account.call(promptCalls.listPrompts, { folderId: null })
    for (const { id, name } of prompts) {
      if (/ [34]\d$/.test(name)) await account.call(promptCalls.deletePrompt, { promptId: id })
    }
    for (const number of [50, 89, 90]) await makePrompt(account, { name: `Prompt ${number} again` })
    await removePrompt(page, 'Prompt 90')
    await expect(promptCard(page, 'Prompt 90 again')).toBeVisible()
    // Closing a dialog restores the list's position, so scrolling has to wait for it.
    await expect(dialogOf(page, texts.library.prompt.deleteTitle)).toBeHidden()

    const { prompts: left } = await account.call(promptCalls.listPrompts, { folderId: null })
    const names = left.map(({ name }) => name)
    expect(names).toHaveLength(count - 20 + 3 - 1)
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(cardTitles(page).first()).toHaveText(names[0] ?? '')
    const seen = new Set<string>()
    for (;;) {
      const titles = await cardTitles(page).allTextContents()
      const first = names.indexOf(titles[0] ?? '')
      expect(titles).toEqual(names.slice(first, first + titles.length))
      for (const title of titles) seen.add(title)
      if (titles.at(-1) === names.at(-1)) break
      await showNextCards(page)
    }
    expect(seen.size).toBe(names.length)
  })
})

/** Scrolls down until a card is rendered: only cards near the viewport are. */
async function scrollTo(page: Page, title: string) {
  await expect(cardTitles(page).first()).toBeVisible()
  while ((await promptCard(page, title).count()) === 0) await showNextCards(page)
  await promptCard(page, title).scrollIntoViewIfNeeded()
}

/** Scrolls to the last rendered card, and waits for the cards after it. */
async function showNextCards(page: Page) {
  const last = (await cardTitles(page).last().textContent()) ?? ''
  await cardTitles(page).last().scrollIntoViewIfNeeded()
  await expect(cardTitles(page).last()).not.toHaveText(last)
}

async function removePrompt(page: Page, title: string) {
  const dialog = await askToPrompt(page, 'delete', title)
  await dialog.getByRole('button', { name: texts.library.prompt.deleteSubmit }).click()
}

function cardTitles(page: Page) {
  return page.getByRole('article').getByRole('heading')
}

function scrollPosition(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(scrollY))
}
