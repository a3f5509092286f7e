import type { Page } from '@playwright/test'
import { folderCalls } from '#contract/folders.ts'
import { promptCalls } from '#contract/prompts.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import type { Account } from '#tests/journeys/support/call-api.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  folderLink,
  openPrompt,
  promptCard,
  readClipboard,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, texts } from '#tests/journeys/support/texts.ts'

const { library, selection } = texts
const names = ['Alpha', 'Beta', 'Delta', 'Gamma']

test('many are chosen by mouse and keyboard, changed, dragged and deleted, and all is undone', async ({
  page,
  account,
}) => {
  const folderId = await makeFolder(account, 'Work')
  for (const name of names) await makePrompt(account, { name })
  await page.goto('/prompts')
  const bar = page.getByRole('toolbar', { name: selection.bar })
  const act = (name: string) => bar.getByRole('button', { name, exact: true })
  const undo = (done: string) =>
    page
      .getByRole('alert')
      .filter({ hasText: done })
      .getByRole('button', { name: library.undo.press })
      .click()

  await boxOf(page, 'Alpha').check()
  await expect(bar).toContainText(count(1))
  await promptCard(page, 'Delta').click({ modifiers: ['Shift'] })
  await expect(bar).toContainText(count(3))
  await promptCard(page, 'Beta').click({ modifiers: ['ControlOrMeta'] })
  await expect(bar).toContainText(count(2))
  await page.keyboard.press('ControlOrMeta+a')
  await expect(bar).toContainText(count(5))
  await expectNoFindings(page, 'a selection')
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await promptCard(page, 'Alpha').getByRole('heading').getByRole('button').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press(' ')
  await expect(bar).toContainText(count(2))

  await act(selection.color).click()
  await page.getByRole('button', { name: library.colors.dc2626 }).click()
  const recoloured = fill(selection.recoloured, { count: 2 })
  await expect(page.getByText(recoloured)).toBeVisible()
  expect(await colorsOf(account)).toEqual(['dc2626', 'dc2626', 'FFD166', 'FFD166'])
  await undo(recoloured)
  await expect.poll(() => colorsOf(account)).toEqual(['FFD166', 'FFD166', 'FFD166', 'FFD166'])
  await act(selection.star).click()
  await expect(act(selection.unstar)).toBeVisible()
  await act(selection.move).click()
  await expect(page.getByRole('dialog')).toContainText(
    fill(texts.history.moving.text, { count: 2 }),
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(bar).toContainText(count(2))

  await promptCard(page, 'Alpha').dragTo(folderLink(page, 'Work'))
  const moved = fill(selection.moved, { count: 2, folder: 'Work' })
  await expect(page.getByText(moved)).toBeVisible()
  await expect(promptCard(page, 'Alpha')).toBeHidden()
  await expect(bar).toBeHidden()
  await expect(
    page.getByRole('main').getByText(fill(library.folder.counts, counts(2))),
  ).toBeVisible()
  await folderLink(page, 'Work').click()
  await expect(page).toHaveURL(`/prompts?folderId=${folderId}`)
  await promptCard(page, 'Beta').dragTo(page.getByRole('link', { name: library.root, exact: true }))
  await expect(promptCard(page, 'Beta')).toBeHidden()
  await expect(promptCard(page, 'Alpha')).toBeVisible()
  await undo(fill(selection.movedToRoot, { count: 1 }))
  await expect(promptCard(page, 'Beta')).toBeVisible()

  await page.goBack()
  await promptCard(page, 'Delta').dragTo(page.getByRole('treeitem', { name: /^Work/ }))
  await expect(promptCard(page, 'Delta')).toBeHidden()
  await boxOf(page, 'Gamma').check()
  await folderLink(page, 'Work').click({ modifiers: ['ControlOrMeta'] })
  await expect(bar).toContainText(count(2))
  await act(selection.delete).click()
  await expect(folderLink(page, 'Work')).toBeHidden()
  expect((await account.call(folderCalls.listFolders, { folderId: null })).folders).toEqual([])
  await expect(page.getByText(fill(selection.deleted, { count: 2 }))).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(folderLink(page, 'Work')).toBeVisible()
  await expect(promptCard(page, 'Gamma')).toBeVisible()
})

test('cards are walked through with arrows, copied in one press, and shown as a list', async ({
  page,
  account,
}) => {
  await makeFolder(account, 'Work')
  for (const name of names) await makePrompt(account, { name, text: `Announce ${name}.` })
  await makePrompt(account, { name: 'Omega', text: 'Announce {it}.' })
  await page.goto('/prompts')
  const way = (name: string) => promptCard(page, name).getByRole('button', { name, exact: true })
  const tool = (name: string, label: string) =>
    promptCard(page, name).getByRole('button', { name: label, exact: true })
  await expect(tool('Alpha', selection.card.copy)).toBeAttached()

  await folderLink(page, 'Work').focus()
  await page.keyboard.press('ArrowDown')
  await expect(way('Alpha')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(way('Beta')).toBeFocused()
  await page.keyboard.press('End')
  await expect(way('Omega')).toBeFocused()
  await page.keyboard.press('F2')
  await expect(tool('Omega', selection.card.fillIn)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  await expect(way('Alpha')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await expect(tool('Beta', selection.card.copy)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(texts.prompt.fillIn.copied)).toBeVisible()
  expect(await readClipboard(page)).toBe('Announce Beta.')
  await page.keyboard.press('ArrowRight')
  await expect(tool('Beta', selection.card.star)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tool('Beta', selection.card.unstar)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(way('Beta')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('combobox', { name: selection.view.order })).toBeFocused()

  await page.getByRole('combobox', { name: selection.view.order }).selectOption('usedAt')
  await page.getByRole('button', { name: selection.view.rows }).click()
  await expect(page.getByRole('article').first()).toContainText('Beta')
  await expectNoFindings(page, 'the library as a list')
  await page.reload()
  await expect(page.getByRole('article').first()).toContainText('Beta')
  const { height } = (await promptCard(page, 'Beta').boundingBox()) ?? { height: 0 }
  expect(height).toBe(56)
  await page.keyboard.press('Tab')
  await openPrompt(page, 'Omega')
})

function boxOf(page: Page, name: string) {
  return page.getByRole('checkbox', { name: fill(selection.select, { name }) })
}

function count(chosen: number): string {
  return fill(selection.count, { count: chosen })
}

function counts(prompts: number) {
  return { prompts, folders: 0, both: 'no' }
}

async function colorsOf(account: Account): Promise<string[]> {
  const { prompts } = await account.call(promptCalls.listPrompts, { folderId: null })
  return prompts.map(({ color }) => color)
}
