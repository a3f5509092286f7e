import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { folderLink, openLibraryWith, promptCard } from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, texts } from '#tests/journeys/support/texts.ts'

test('a search begins at three characters, has a line that describes it, and ends with an empty box, which reloads the lists', async ({
  page,
  account,
}) => {
  await makePrompt(account, { name: 'Launch' })
  const searches: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/prompts/search')) searches.push(request.url())
  })
  await openLibraryWith(page, account, { name: 'Lamp' })
  const box = page.getByRole('textbox', { name: texts.library.search.label })
  const line = page.getByRole('main').locator('[class*="searchLine"]')
  const oneMore = fill(texts.library.search.tooShort, { count: 1 })
  await box.fill('L')
  await expect(line).toHaveText(fill(texts.library.search.tooShort, { count: 2 }))
  await box.fill('La')
  await expect(line).toHaveText(oneMore)
  await expect(promptCard(page, 'Lamp')).toBeVisible()
  expect(searches).toEqual([])

  await box.fill('Lau')
  await expect(line).toHaveText(fill(texts.library.search.shown, { search: 'Lau' }))
  await expect(promptCard(page, 'Lamp')).toBeHidden()
  await box.fill('La')
  await expect(line).toHaveText(`${fill(texts.library.search.shown, { search: 'Lau' })} ${oneMore}`)
  await expect(promptCard(page, 'Launch')).toBeVisible()
  await expect(promptCard(page, 'Lamp')).toBeHidden()

  await makeFolder(account, 'Made elsewhere')
  await makePrompt(account, { name: 'Made elsewhere too' })
  await box.fill('')
  await expect(line).toHaveText('')
  await expect(promptCard(page, 'Lamp')).toBeVisible()
  await expect(folderLink(page, 'Made elsewhere')).toBeVisible()
  await expect(promptCard(page, 'Made elsewhere too')).toBeVisible()
  await expect(page).toHaveURL('/prompts')

  await box.fill('<b>%_*"')
  await expect(page.getByRole('heading', { name: texts.library.search.nothing })).toBeVisible()
  await expect(
    page.getByText(fill(texts.library.search.nothingText, { search: '<b>%_*"' })),
  ).toBeVisible()
  await page.getByRole('button', { name: texts.library.search.clear }).click()
  await expect(box).toBeFocused()
  await expect(promptCard(page, 'Lamp')).toBeVisible()
})

test.describe('without a copy', () => {
  test.use({ keepsCopy: false })

  test('results keep their own label while the next search loads, a newer search cancels an older one, and a failed one can be retried', async ({
    page,
    account,
    faults,
  }) => {
    for (const name of ['Lamp', 'Lama']) await makePrompt(account, { name })
    await openLibraryWith(page, account, { name: 'Launch' })
    const box = page.getByRole('textbox', { name: texts.library.search.label })
    await box.fill('Lau')
    await expect(page.getByText(fill(texts.library.search.shown, { search: 'Lau' }))).toBeVisible()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/prompts/search?search=Laub', async (route) => {
      await held.promise
      await route.continue()
    })
    await box.fill('Laub')
    await expect(box).toHaveValue('Laub')
    await expect(page.getByText(fill(texts.library.search.shown, { search: 'Lau' }))).toBeVisible()
    held.resolve()
    await expect(page.getByRole('heading', { name: texts.library.search.nothing })).toBeVisible()
    await expect(
      page.getByText(fill(texts.library.search.nothingText, { search: 'Laub' })),
    ).toBeVisible()
    await expect(page.getByText('Results for')).toBeHidden()

    const late = Promise.withResolvers<void>()
    await page.route('**/api/prompts/search?search=Lam', async (route) => {
      const response = await route.fetch()
      await late.promise
      await route.fulfill({ response })
    })
    const older = page.waitForRequest('**/api/prompts/search?search=Lam')
    await box.fill('Lam')
    await older
    const isCancelled = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('search?search=Lam'),
    )
    await box.press('p')
    await isCancelled
    late.resolve()
    await expect(promptCard(page, 'Lamp')).toBeVisible()
    await expect(promptCard(page, 'Lama')).toBeHidden()

    await page.route(
      '**/api/prompts/search*',
      (route) => route.fulfill({ status: 500, body: '' }),
      { times: 1 },
    )
    faults.expectFailure('/api/prompts/search', 500)
    await box.fill('Launch')
    const failure = page.getByText(texts.faults.noAnswer)
    await expect(page.getByRole('main').getByRole('heading').filter({ has: failure })).toBeVisible()
    // The second one is the toast.
    await expect(failure).toHaveCount(2)
    await page.getByRole('button', { name: texts.library.failure.retry }).click()
    await expect(promptCard(page, 'Launch')).toBeVisible()
  })
})

test('a search covers names, texts and notes in all folders, and shows each result’s folder', async ({
  page,
  account,
}) => {
  const outer = await makeFolder(account, 'Marketing')
  const inner = await makeFolder(account, 'Größe und Maß', outer)
  await makePrompt(account, { name: 'By text', text: 'Die GRÖSSE der {Firma}', folderId: inner })
  await makePrompt(account, {
    name: 'By note',
    text: 'x',
    notes: 'richtige Größe',
    folderId: outer,
  })
  await makePrompt(account, { name: 'Größe', text: 'x' })
  await openLibraryWith(page, account, { name: 'Unrelated', text: 'x' })
  await page.getByRole('textbox', { name: texts.library.search.label }).fill('größe')

  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('article').first()).toContainText('Größe')
  await expect(promptCard(page, 'By text')).toContainText('Marketing / Größe und Maß')
  await expect(promptCard(page, 'By note')).toContainText('Marketing')
  await expect(promptCard(page, 'Größe').last()).toContainText(texts.library.search.inRoot)
  await expect(folderLink(page, 'Größe und Maß')).toBeVisible()
  await expect(
    page.getByText(fill(texts.library.search.announce, { folders: 1, prompts: 3 }), {
      exact: true,
    }),
  ).toBeAttached()

  await folderLink(page, 'Größe und Maß').click()
  await expect(page.getByRole('heading', { name: 'Größe und Maß', level: 1 })).toBeAttached()
  await expect(page.getByRole('textbox', { name: texts.library.search.label })).toHaveValue('')
  await page.goBack()
  await expect(page.getByRole('textbox', { name: texts.library.search.label })).toHaveValue('größe')
  await expect(page.getByRole('article')).toHaveCount(3)
})

test('no letter is lost if the user types faster than the search, whose words are found in any order, and marked', async ({
  page,
  account,
}) => {
  for (const name of ['Landscape', 'Launch announcement']) await makePrompt(account, { name })
  await openLibraryWith(page, account, { name: 'Landing' })
  const box = page.getByRole('textbox', { name: texts.library.search.label })
  await box.focus()
  // Types all letters before the page can run anything else.
  await box.evaluate(() => {
    for (const letter of 'Landscape ') document.execCommand('insertText', false, letter)
  })
  await expect(promptCard(page, 'Landing')).toBeHidden()
  await expect(promptCard(page, 'Landscape')).toBeVisible()
  await expect(box).toHaveValue('Landscape ')
  await expect(page).toHaveURL('/prompts?search=Landscape')

  await box.fill('announcement launch')
  await expect(promptCard(page, 'Launch announcement')).toBeVisible()
  await expect.poll(() => markedIn(page)).toEqual(['Launch', 'announcement'])
})

test('Enter opens the first prompt, and the arrow keys move through the results', async ({
  page,
  account,
}) => {
  for (const name of ['Claude', 'Launch plan', 'Launch review', 'Applause']) {
    await makePrompt(account, { name, text: 'For {product}' })
  }
  await makeFolder(account, 'Launches')
  await page.goto('/prompts')
  const box = page.getByRole('textbox', { name: texts.library.search.label })
  const dialog = page.getByRole('dialog')

  await box.click()
  // Enter may be pressed before the response arrives.
  await page.keyboard.type('lau')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveAccessibleName('Launch plan')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // The results are on screen, so Enter opens one at once, and is not typed into its dialog.
  await box.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('x')
  await expect(dialog.getByRole('textbox', { name: 'product' })).toHaveValue('x')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: texts.library.discard.discard }).click()
  await expect(dialog).toBeHidden()

  await box.focus()
  await page.keyboard.press('ArrowDown')
  await expect(folderLink(page, 'Launches')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  const review = promptCard(page, 'Launch review').getByRole('heading').getByRole('button')
  await expect(review).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveAccessibleName('Launch review')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(review).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(folderLink(page, 'Launches')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(box).toBeFocused()
})

test('a misspelt search shows similar results, filters narrow it, and umlauts can be typed as two letters', async ({
  page,
  account,
}) => {
  const folderId = await makeFolder(account, 'Letters')
  await makePrompt(account, { name: 'Launch announcement', text: 'For {product}' })
  await makePrompt(account, { name: 'Brief', text: 'Lieber Leser,\n\nan Frau Müller', folderId })
  await openLibraryWith(page, account, { name: 'An announcement of our launch', text: 'x' })
  const box = page.getByRole('textbox', { name: texts.library.search.label })
  const filter = (name: 'inFolder' | 'hasVariables') =>
    page.getByRole('button', { name: texts.palette.search.filters[name], exact: true })

  await box.fill('lanch announcment')
  await expect(page.getByRole('heading', { name: texts.palette.search.similar })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(filter('inFolder')).toBeHidden()
  await filter('hasVariables').click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(promptCard(page, 'Launch announcement')).toBeVisible()
  await page.reload()
  await expect(filter('hasVariables')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('article')).toHaveCount(1)

  await box.fill('mueller')
  await expect(
    page.getByText(fill(texts.palette.search.filters.nothing, { search: 'mueller' })),
  ).toBeVisible()
  await page.getByRole('button', { name: texts.palette.search.filters.clear }).click()
  await expect(promptCard(page, 'Brief')).toContainText('an Frau Müller')
  await expect(promptCard(page, 'Brief')).not.toContainText('Lieber Leser')
  await expect.poll(() => markedIn(page)).toEqual(['Müller'])

  await box.fill('')
  await folderLink(page, 'Letters').click()
  await expect(promptCard(page, 'Brief')).toBeVisible()
  await box.fill('announcement')
  await expect(page.getByRole('article')).toHaveCount(2)
  await filter('inFolder').click()
  await expect(
    page.getByText(fill(texts.palette.search.filters.nothing, { search: 'announcement' })),
  ).toBeVisible()
  await box.fill('')
  await expect(page).not.toHaveURL(/inFolder/)
})

function markedIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...(CSS.highlights.get('hit') ?? [])].map((range) => (range as Range).toString()),
  )
}
