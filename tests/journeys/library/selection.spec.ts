import type { Locator, Page } from '@playwright/test'
import { folderCalls } from '#contract/library/folders.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import { shelfCalls } from '#contract/library/shelf.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import type { Account } from '#tests/journeys/support/call-api.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  dialogOf,
  folderLink,
  openPrompt,
  promptCard,
  readClipboard,
  toastOf,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, texts } from '#tests/journeys/support/texts.ts'

const { library, selection } = texts
const names = ['Alpha', 'Beta', 'Delta', 'Gamma']

test('several prompts are selected by mouse and keyboard, changed, dragged and deleted, and all can be undone', async ({
  page,
  account,
}) => {
  const folderId = await makeFolder(account, 'Work')
  for (const name of names) await makePrompt(account, { name })
  await page.goto('/prompts')
  const bar = page.getByRole('toolbar', { name: selection.bar })
  const act = (name: string) => bar.getByRole('button', { name, exact: true })
  const undo = (done: string) =>
    toastOf(page, done).getByRole('button', { name: library.undo.press }).click()

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

test('several prompts are shared and get short names at once, both can be undone, and the search is back in a folder opened with a selection', async ({
  page,
  account,
}) => {
  await makeFolder(account, 'Work')
  for (const name of names) await makePrompt(account, { name })
  await page.goto('/prompts')
  await boxOf(page, 'Alpha').check()
  await boxOf(page, 'Beta').check()
  const bar = page.getByRole('toolbar', { name: selection.bar })
  await bar.getByRole('button', { name: selection.share, exact: true }).click()
  const question = dialogOf(page, library.prompt.share)
  await expect(question).toContainText(fill(selection.shareText, { count: 2 }))
  await question.getByRole('button', { name: library.actions.cancel }).click()
  await expect(question).toBeHidden()
  const cards = await account.call(promptCalls.listPrompts, { folderId: null })
  expect(cards.prompts.filter(({ isPublic }) => isPublic === 1)).toEqual([])

  await bar.getByRole('button', { name: selection.share, exact: true }).click()
  await question.getByRole('button', { name: fill(selection.shareSubmit, { count: 2 }) }).click()
  await expect(page.getByText(fill(selection.shared, { count: 2 }))).toBeVisible()
  const links = (await readClipboard(page)).split('\n').filter((line) => line.startsWith('http'))
  expect(links).toHaveLength(2)
  for (const link of links) expect((await page.request.get(link)).status()).toBe(200)
  await expect(bar.getByRole('button', { name: selection.unshare })).toBeVisible()
  await expect(bar.getByRole('button', { name: selection.share, exact: true })).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(bar.getByRole('button', { name: selection.share, exact: true })).toBeVisible()
  for (const link of links) expect((await page.request.get(link)).status()).toBe(404)

  await bar.getByRole('button', { name: selection.giveShortNames }).click()
  await expect(page.getByText(fill(selection.named, { count: 2, left: 0 }))).toBeVisible()
  await expect(promptCard(page, 'Alpha')).toContainText('/alpha')
  await expect(promptCard(page, 'Beta')).toContainText('/beta')
  await expect(promptCard(page, 'Gamma')).not.toContainText('/gamma')
  await expect(bar.getByRole('button', { name: selection.giveShortNames })).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(promptCard(page, 'Alpha')).not.toContainText('/alpha')
  await expect(promptCard(page, 'Beta')).not.toContainText('/beta')

  const search = page.getByRole('search')
  await expect(search).toBeHidden()
  await folderLink(page, 'Work').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Work' })).toBeAttached()
  await expect(search).toBeVisible()
})

test('arrow keys move through the cards, one key copies a card, and the cards can be shown as a list', async ({
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
  await expect.poll(() => readClipboard(page)).toBe('Announce Beta.')
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

test('shortcuts act on the selection wherever the focus is, and dropping works below a toast', async ({
  page,
  account,
}) => {
  await page.setViewportSize({ width: 1024, height: 500 })
  for (const name of ['A', 'B']) await makeFolder(account, name)
  const right = await makeFolder(account, 'C')
  for (const name of names) await makePrompt(account, { name })
  await page.goto('/prompts')
  // The shortcuts load after the first screen.
  await expect(page.getByRole('tree')).toBeAttached()
  const bar = page.getByRole('toolbar', { name: selection.bar })
  const isStarred = async () =>
    (await account.call(promptCalls.listPrompts, { folderId: null })).prompts.map(
      ({ isFavourite }) => isFavourite,
    )
  await promptCard(page, 'Alpha').click({ modifiers: ['ControlOrMeta'] })
  await promptCard(page, 'Beta').click({ modifiers: ['ControlOrMeta'] })
  await expect(bar.getByRole('button', { name: selection.delete, exact: true })).toHaveAttribute(
    'title',
    `${selection.delete} (${texts.palette.keyNames.delete})`,
  )
  await page.getByRole('main').focus()
  await page.keyboard.press('s')
  await expect.poll(isStarred).toEqual([1, 1, 0, 0])
  await promptCard(page, 'Gamma').getByRole('heading').getByRole('button').focus()
  await page.keyboard.press('e')
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(fill(texts.history.moving.text, { count: 2 }))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(texts.palette.verbs.duplicate)
  await expect(dialog.getByRole('option').first()).toContainText(
    fill(texts.palette.forSelection, { verb: texts.palette.verbs.duplicate, count: 2 }),
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('main').focus()
  await page.keyboard.press('Delete')
  const deleted = page.getByText(fill(selection.deleted, { count: 2 }))
  await expect(deleted).toBeVisible()
  await expect(promptCard(page, 'Alpha')).toBeHidden()
  await expect(promptCard(page, 'Gamma')).toBeVisible()

  await promptCard(page, 'Gamma').dragTo(folderLink(page, 'C').locator('..'))
  await expect(page.getByText(fill(selection.moved, { count: 1, folder: 'C' }))).toBeVisible()
  await expect(deleted).toBeHidden()
  await expect
    .poll(async () => (await account.call(promptCalls.listPrompts, { folderId: right })).prompts)
    .toHaveLength(1)
})

for (const { width, height } of [
  { width: 820, height: 1180 },
  { width: 375, height: 720 },
]) {
  test.describe(`by touch, ${width} pixels wide`, () => {
    test.use({ viewport: { width, height }, hasTouch: true, isMobile: true })

    test('a long press selects, taps select more, boxes cover no name, and a move ends the selection', async ({
      page,
      account,
    }) => {
      const folder = 'Games & role play'
      await makeFolder(account, folder)
      for (const name of names) await makePrompt(account, { name })
      const [promptId] = (
        await account.call(promptCalls.listPrompts, { folderId: null })
      ).prompts.map(({ id }) => id)
      // On a phone, it stays on screen among the recently used prompts.
      await account.call(shelfCalls.notePromptUse, { promptId: promptId ?? '' })
      await page.goto('/prompts')
      const bar = page.getByRole('toolbar', { name: selection.bar })
      await expect(page.getByRole('combobox', { name: selection.view.order })).toBeVisible()
      await expect(boxOf(page, 'Alpha')).toBeHidden()
      await press(page, promptCard(page, 'Alpha'))
      await expect(bar).toContainText(count(1))
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(boxOf(page, 'Alpha')).toBeChecked()
      const link = folderLink(page, folder)
      await link.tap()
      await expect(bar).toContainText(count(2))
      const { right } = await link.evaluate((element) => {
        const range = new Range()
        range.selectNodeContents(element)
        return range.getBoundingClientRect()
      })
      const box = await boxOf(page, folder).boundingBox()
      expect(right).toBeLessThanOrEqual(box?.x ?? 0)
      await expectNoFindings(page, 'a selection by touch')
      await promptCard(page, 'Alpha').tap()
      await link.tap()
      await expect(bar).toBeHidden()
      await expect(boxOf(page, 'Alpha')).toBeHidden()
      const view = await openPrompt(page, 'Alpha')
      await page.keyboard.press('Escape')
      await expect(view).toBeHidden()

      await press(page, promptCard(page, 'Alpha'))
      await bar.getByRole('button', { name: selection.move }).click()
      const dialog = dialogOf(page, library.move.title)
      await dialog.getByRole('radio', { name: fill(library.move.choose, { name: folder }) }).check()
      await dialog.getByRole('button', { name: library.move.submit, exact: true }).click()
      await expect(page.getByText(library.move.done)).toBeVisible()
      await expect(bar).toBeHidden()
    })
  })
}

const noBox = { x: 0, y: 0, width: 0, height: 0 }

/** Touches an element until it is a long press. */
async function press(page: Page, element: Locator) {
  const { x, y, width, height } = (await element.boundingBox()) ?? noBox
  const session = await page.context().newCDPSession(page)
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(page.getByRole('toolbar', { name: selection.bar })).toBeVisible()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

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
