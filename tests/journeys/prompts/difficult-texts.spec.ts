import type { Locator, Page } from '@playwright/test'
import { promptCalls } from '#contract/library/prompts.ts'
import {
  arabic,
  difficultNames as names,
  hebrew,
  japanese,
  manyWords,
  oneWord,
  overriding,
} from '#tests/fixtures/difficult-library.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  askToPrompt,
  folderLink,
  openLibraryWith,
  openPrompt,
  promptCard,
  readClipboard,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, texts } from '#tests/journeys/support/texts.ts'

// More prompts than the free plan allows.
test.use({ hasPromptLimit: false })

test.describe('Names of any length and script', () => {
  test('fit on a phone, in cards of one height, and are laid out in their own direction', async ({
    page,
    account,
  }) => {
    const directions = new Map([
      [arabic, 'rtl'],
      [hebrew, 'rtl'],
      [japanese, 'ltr'],
      [manyWords, 'ltr'],
    ])
    await page.setViewportSize({ width: 375, height: 3000 })
    await Promise.all(
      names.flatMap((name) => [
        makeFolder(account, name),
        makePrompt(account, { name, text: `${name}\n{${name.slice(0, 60)}}`, notes: name }),
      ]),
    )
    await page.goto('/prompts')
    await expect(page.getByRole('article')).toHaveCount(names.length)
    await expectNoSidewaysScroll(page)
    const folders = page.getByRole('listitem').filter({ has: page.getByRole('link') })
    await expect(folders).toHaveCount(names.length)
    for (const cards of [folders, page.getByRole('article')]) {
      const heights = await cards.evaluateAll((all) => all.map((card) => card.clientHeight))
      expect(new Set(heights).size, heights.join(', ')).toBe(1)
    }

    for (const name of names) {
      const dialog = await openPrompt(page, name)
      await expect(dialog.getByRole('textbox').last()).toBeFocused()
      await expectNoSidewaysScroll(page)
      expect(await overflowOf(dialog), name).toBe(0)
      const direction = directions.get(name)
      if (direction) await expect(dialog.getByRole('heading')).toHaveCSS('direction', direction)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      const title = promptCard(page, name).getByRole('button', { name, exact: true })
      if (direction) await expect(title).toHaveCSS('direction', direction)
      directions.delete(name)
    }
    expect([...directions.keys()]).toEqual([])
    await folderLink(page, oneWord).click()
    await expect(page.getByRole('heading', { name: texts.library.empty.title })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })

  test('keep the words around them in order', async ({ page, account, openVisitor }) => {
    const promptId = await makePrompt(account, { name: overriding })
    await account.call(promptCalls.togglePromptPublic, { promptId })
    await page.goto('/prompts')
    const remove = await askToPrompt(page, 'delete', overriding)
    const question = remove.getByText('goes to the trash')
    await expectFromLeftToRight(question, ['The', 'prompt', 'goes', 'trash'])
    await page.keyboard.press('Escape')
    await page
      .getByRole('textbox', { name: texts.library.search.label })
      .fill(`${overriding} and nowhere`)
    const nothing = page.getByText('No name, text or note')
    await expectFromLeftToRight(nothing, ['No', 'note', 'contains', '”.'])

    const visitor = await openVisitor()
    await visitor.goto(`/prompt/shared/${promptId}`)
    const heading = visitor.getByRole('heading', { level: 1 })
    await expectFromLeftToRight(heading, ['The', 'prompt', 'has', 'shared'])
  })
})

test('a path of twelve folders links to the parent on a phone, and elsewhere shows its ends, with the rest in a menu', async ({
  page,
  account,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  let folderId: string | null = null
  for (let depth = 1; depth <= 12; depth += 1) {
    folderId = await makeFolder(account, `Level ${depth}`, folderId)
  }
  await makePrompt(account, { name: 'At the end', folderId })
  await page.goto(`/prompts?folderId=${folderId}`)
  const way = page.getByRole('navigation', { name: texts.library.breadcrumb })
  await expect(way.getByRole('link', { name: 'Level 11' })).toBeInViewport({ ratio: 1 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 645, height: 812 })
  await expect(way.getByRole('link', { name: 'Level 12' })).toBeInViewport({ ratio: 1 })
  await expect(way.getByRole('link', { name: texts.library.root })).toBeInViewport({ ratio: 1 })
  await expect(way.getByRole('link', { name: 'Level 6' })).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await way.getByRole('button', { name: texts.library.breadcrumbBetween }).click()
  await page.getByRole('menuitem', { name: 'Level 3', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Level 3', level: 1 })).toBeAttached()

  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(way.getByRole('link')).toHaveText(['', 'Level 1', 'Level 2', 'Level 3'])
  await page.goto(`/prompts?folderId=${folderId}`)
  await expect(way.getByRole('link', { name: 'Level 12' })).toBeVisible()
  await expect(way.getByText(fill(texts.library.leftOut, { count: 4 }))).toBeAttached()
  await expect(way).toContainText('Level 9')
  await page.getByRole('textbox', { name: texts.library.search.label }).fill('at the end')
  await expect(page.getByTitle('Level 4 / … / Level 9', { exact: false })).toBeVisible()
})

test('sixty variables can be filled in by keyboard alone', async ({ page, account }) => {
  const numbers = Array.from({ length: 60 }, (_, at) => at + 1)
  const text = numbers.map((number) => `Line ${number}: {variable ${number}}`).join('\n')
  await openLibraryWith(page, account, { name: 'Sixty', text })
  const dialog = await openPrompt(page, 'Sixty')
  await expect(
    dialog.getByText(fill(texts.prompt.fillIn.progress, { filled: 0, total: 60 })),
  ).toBeVisible()
  for (const number of numbers) {
    const field = dialog.getByRole('textbox', { name: `variable ${number}`, exact: true })
    await expect(field).toBeFocused()
    await expect(field).toBeInViewport({ ratio: 0.9 })
    await page.keyboard.type(`v${number}`)
    await page.keyboard.press('Enter')
  }
  await expect(
    dialog.getByText(fill(texts.prompt.fillIn.progress, { filled: 60, total: 60 })),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => readClipboard(page))
    .toBe(numbers.map((n) => `Line ${n}: v${n}`).join('\n'))
  await page.keyboard.press('Escape')

  const edit = await askToPrompt(page, 'edit', 'Sixty')
  await expect(
    edit.getByRole('list', { name: texts.prompt.editor.variables }).getByRole('listitem'),
  ).toHaveCount(60)
  await expect(edit.getByRole('button', { name: texts.library.prompt.save })).toBeInViewport({
    ratio: 1,
  })
})

test('a long list scrolls with reduced motion', async ({ page, account }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 375, height: 812 })
  // The newest one comes first.
  for (let number = 40; number > 0; number--) {
    await makePrompt(account, { name: `Number ${number}.` })
  }
  await page.goto('/prompts')
  await expect(promptCard(page, 'Number 1.')).toBeInViewport()
  await page.mouse.move(200, 600)
  for (const seen of ['Number 15.', 'Number 22.', 'Number 30.']) {
    await page.mouse.wheel(0, 500)
    await expect(promptCard(page, seen)).toBeInViewport()
  }
})

async function expectNoSidewaysScroll(page: Page) {
  expect(await overflowOf(page.locator('html'))).toBe(0)
}

function overflowOf(box: Locator): Promise<number> {
  return box.evaluate((element) => element.scrollWidth - element.clientWidth)
}

/** Compares the positions of words on screen, not their order in the source. */
async function expectFromLeftToRight(text: Locator, words: string[]) {
  const places = await text.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const nodes: Node[] = []
    while (walker.nextNode()) nodes.push(walker.currentNode)
    return wanted.map((word) => {
      const node = nodes.find((one) => one.textContent?.includes(word))
      if (!node) return { word, left: NaN }
      const range = document.createRange()
      const at = node.textContent?.indexOf(word) ?? 0
      range.setStart(node, at)
      range.setEnd(node, at + word.length)
      return { word, left: range.getBoundingClientRect().left }
    })
  }, words)
  expect(places.filter(({ left }) => Number.isNaN(left))).toEqual([])
  const inOrder = places.toSorted((one, other) => one.left - other.left).map(({ word }) => word)
  expect(inOrder).toEqual(words)
}
