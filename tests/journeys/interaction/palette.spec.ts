import { selectionCalls } from '#contract/library/selection.ts'
import { shelfCalls } from '#contract/library/shelf.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  dialogOf,
  editorIn,
  openLibraryWith,
  promptCard,
  readClipboard,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, texts } from '#tests/journeys/support/texts.ts'

test('prompts, folders and commands are reached with a few keys', async ({ page, account }) => {
  const folderId = await makeFolder(account, 'Product launches')
  await makePrompt(account, { name: 'Standup', text: 'What did we do?', folderId })
  await makePrompt(account, { name: 'Terminal', text: 'Act as a Linux terminal.', folderId })
  await openLibraryWith(page, account, { name: 'Launch announcement' })
  const palette = page.getByRole('dialog', { name: texts.palette.title })
  const field = palette.getByRole('combobox')
  const option = (name: string) => palette.getByRole('option', { name })

  // Found by letters inside its name, and copied without opening its dialog.
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('stnd')
  await expect(option('Standup')).toHaveAttribute('aria-selected', 'true')
  await expectNoFindings(page, 'the palette')
  await page.keyboard.press('Control+Enter')
  await expect(palette).toBeHidden()
  await expect.poll(() => readClipboard(page)).toBe('What did we do?')

  // Ctrl+Enter opens a prompt whose variables are empty, and copies it once they have values.
  const launch = dialogOf(page, 'Launch announcement')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('lanch ann')
  await expect(option('Launch announcement').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+Enter')
  await expect(launch.getByRole('textbox', { name: 'product' })).toBeFocused()
  await page.keyboard.type('Lumen')
  await page.keyboard.press('Enter')
  await page.keyboard.type('designers')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => readClipboard(page)).toBe('Announce Lumen to designers.')
  await page.keyboard.press('Escape')
  await expect(launch).toBeHidden()
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.keyboard.press('Control+k')
  // The last used prompt comes first, and Enter opens it.
  await expect(option('Launch announcement').first()).toHaveAttribute('data-selected')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => readClipboard(page)).toBe('Announce Lumen to designers.')
  await expect(palette).toBeHidden()

  // The server finds text inside prompts. A folder is found by its name, and going back closes only the folder.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Linux')
  await expect(option('Terminal')).toContainText('Act as a Linux terminal.')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('prod')
  // Excludes the prompts in it, which show its name, too.
  const folder = palette.getByRole('option', { name: 'Product launches', exact: true })
  await expect(folder).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/prompts?folderId=${folderId}`)
  await expect(
    page.getByRole('main').getByRole('button', { name: 'Standup', exact: true }),
  ).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(
    page.getByRole('main').getByRole('button', { name: 'Terminal', exact: true }),
  ).toBeFocused()
  await page.goBack()
  await expect(promptCard(page, 'Launch announcement')).toBeVisible()

  // The palette also edits a prompt, and creates one with the typed name.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('stand')
  await expect(option('Standup')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+e')
  await expect(editorIn(dialogOf(page, texts.library.prompt.updateTitle))).toContainText('What did')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Retro')
  await option(fill(texts.palette.newPromptNamed, { name: 'Retro' })).click()
  await expect(
    dialogOf(page, texts.library.prompt.createTitle).getByLabel(texts.library.prompt.name),
  ).toHaveValue('Retro')
})

test('single-key shortcuts act on the screen and on the focused card, until they are switched off', async ({
  page,
  account,
}) => {
  const id = await openLibraryWith(page, account, { name: 'Standup', text: 'What did we do?' })
  // The shortcuts load after the first screen.
  await expect(page.getByRole('tree')).toBeAttached()
  await promptCard(page, 'Standup').getByRole('button', { name: 'Standup', exact: true }).focus()
  await page.keyboard.press('c')
  await expect.poll(() => readClipboard(page)).toBe('What did we do?')
  await page.keyboard.press('s')
  await expect(
    page
      .getByRole('list', { name: texts.shelf.favourites })
      .getByRole('button', { name: 'Standup' }),
  ).toBeVisible()
  await page.keyboard.press('e')
  await expect(dialogOf(page, texts.library.prompt.updateTitle)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Delete')
  await expect(dialogOf(page, texts.library.prompt.deleteTitle)).toBeVisible()
  // Shortcuts of the screen below a dialog do nothing.
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Shift+N')
  await expect(dialogOf(page, texts.library.folder.createTitle)).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: texts.shell.profile }).click()
  await expect(page).toHaveURL('/profile')
  // A German keyboard types it as Shift+ß.
  await page.keyboard.press('Shift+?')
  const keys = dialogOf(page, texts.palette.keys.title)
  await expect(keys).toContainText(texts.palette.verbs.duplicate)
  await expectNoFindings(page, 'the list of keys')
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await expect(promptCard(page, 'Standup')).toBeVisible()

  await page.keyboard.press('Shift+?')
  await keys.getByRole('switch', { name: texts.palette.keys.switch }).uncheck()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.reload()
  await expect(page.getByRole('tree')).toBeAttached()
  await page.keyboard.press('/')
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: texts.library.search.label })).toHaveValue('')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: texts.palette.title })).toBeVisible()
  await account.call(selectionCalls.deleteSelection, { promptIds: [id] })
})

test('the palette offers recently used prompts even if the response does not contain all names', async ({
  page,
  account,
}) => {
  const promptId = await openLibraryWith(page, account, { name: 'Standup' })
  await account.call(shelfCalls.notePromptUse, { promptId })
  await page.route('**/api/prompts/names*', (route) =>
    route.fulfill({ json: { prompts: [], hasMore: true } }),
  )
  await page.reload()
  await expect(promptCard(page, 'Standup')).toBeVisible()
  await page.keyboard.press('Control+k')
  const option = page.getByRole('dialog').getByRole('option', { name: 'Standup' })
  await expect(option).toBeVisible()
  await page.keyboard.type('stnd')
  await expect(option).toHaveAttribute('aria-selected', 'true')
})

test('Esc pressed again before the browser has gone back leaves only the palette, which a button opens, and which finds parts of the profile', async ({
  page,
  account,
}) => {
  await page.goto('/trash')
  await openLibraryWith(page, account, { name: 'Launch' })
  const palette = page.getByRole('dialog', { name: texts.palette.title })
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.evaluate(() => {
    const escape = { key: 'Escape', bubbles: true, cancelable: true }
    const press = () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', escape))
    for (let presses = 0; presses < 3; presses++) press()
  })
  await expect(palette).toBeHidden()
  await expect(page).toHaveURL('/prompts')
  // Esc also closes the palette opened next.
  await page.keyboard.press('Control+k')
  await expect(palette).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(page).toHaveURL('/prompts')

  await page.getByRole('button', { name: texts.shell.palette }).click()
  await palette.getByRole('combobox').fill('laun')
  await palette.getByRole('option', { name: 'Launch' }).first().click()
  await expect(dialogOf(page, 'Launch')).toContainText('Announce')
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()

  for (const [typed, part] of [
    ['token', texts.accounts.tokens.title],
    ['my val', texts.values.mine.title],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { name: part, exact: true })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
  }
})
