import type { Page } from '@playwright/test'
import { promptCalls } from '#contract/library/prompts.ts'
import { toPlainText } from '#contract/variables/variables.ts'
import { holdAssets } from '#tests/journeys/support/hold-scripts.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  askToPrompt,
  chooseColor,
  dialogOf,
  editorIn,
  folderLink,
  openLibraryWith,
  openPrompt,
  promptCard,
  readClipboard,
  startPrompt,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, texts } from '#tests/journeys/support/texts.ts'

/** Presses a button, and types before the browser can run anything else. */
async function pressAndType(page: Page, button: string, text: string) {
  await page
    .getByRole('button', { name: button })
    .first()
    .evaluate((element, letters) => {
      if (element instanceof HTMLElement) element.click()
      for (const letter of letters) document.execCommand('insertText', false, letter)
    }, text)
}

test.describe('without a copy', () => {
  test.use({ keepsCopy: false })

  test('text typed right after the click, or the key, that triggers the button arrives in the title', async ({
    page,
    account,
  }) => {
    await openLibraryWith(page, account, { name: 'Launch' })
    await page.waitForLoadState('networkidle')
    await pressAndType(page, texts.library.addPrompt, 'Wochenbericht')
    const dialog = dialogOf(page, texts.library.prompt.createTitle)
    await expect(dialog.getByLabel(texts.library.prompt.name)).toHaveValue('Wochenbericht')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Fasse {Woche} zusammen.')
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expect(promptCard(page, 'Wochenbericht')).toContainText('Fasse Woche zusammen.')

    await page.getByRole('button', { name: texts.library.addPrompt }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Monatsbericht')
    await expect(dialog.getByLabel(texts.library.prompt.name)).toHaveValue('Monatsbericht')
  })
})

test('text typed before its dialog and its editor have loaded is continued in them', async ({
  page,
  account,
}) => {
  await makePrompt(account, { name: 'Launch' })
  const releaseDialogs = await holdAssets(page, /all-dialogs/)
  const releaseEditor = await holdAssets(page, /editor-area/)
  await page.goto('/prompts')
  await expect(promptCard(page, 'Launch')).toBeVisible()
  await pressAndType(page, texts.library.addPrompt, 'Re')
  const title = texts.library.prompt.createTitle
  const dialog = dialogOf(page, title)
  await expect(dialog.getByRole('textbox', { name: title })).toHaveValue('Re')
  releaseDialogs()
  await page.keyboard.type('port')
  await expect(dialog.getByLabel(texts.library.prompt.name)).toHaveValue('Report')
  await expect(dialog.getByRole('button', { name: texts.library.prompt.create })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(editorIn(dialog)).toBeFocused()
  await page.keyboard.type('Sum up {week}, please')
  await expect(editorIn(dialog)).toHaveValue('Sum up {week}, please')
  for (let at = 0; at < ', please'.length; at += 1) await page.keyboard.press('ArrowLeft')
  releaseEditor()
  await expect(dialog.locator('.cm-variable')).toHaveText('{week}')
  await page.keyboard.type(' in {words}')
  await expect(editorIn(dialog)).toHaveText('Sum up {week} in {words}, please')
})

test("other tools' variables pasted before the editor has loaded are converted", async ({
  page,
  account,
}) => {
  await makePrompt(account, { name: 'Launch' })
  const release = await holdAssets(page, /editor-area/)
  await page.goto('/prompts')
  const create = await startPrompt(page)
  await editorIn(create).click()
  await page.evaluate(() => navigator.clipboard.writeText('Sum up ${week:May}'))
  await page.keyboard.press('Control+V')
  release()
  await expect(editorIn(create)).toHaveText('Sum up {week}')
  await create.getByRole('button', { name: texts.editor.otherForms.leave }).click()
  await expect(editorIn(create)).toHaveText('Sum up ${week:May}')
})

test('a prompt can be written offline, and saved once online', async ({
  page,
  account,
  context,
  faults,
}) => {
  await makePrompt(account, { name: 'Launch' })
  // With a copy, the prompt becomes a draft.
  await page.addInitScript(() => localStorage.setItem('library-copy', 'off'))
  // This file is the last to be fetched while the page is idle.
  const toaster = page.waitForResponse(/\/assets\/toaster-.*\.js$/)
  const editor = page.waitForResponse(/\/assets\/editor-area-.*\.js$/)
  await page.goto('/prompts')
  await expect(promptCard(page, 'Launch')).toBeVisible()
  await Promise.all([toaster, editor].map(async (response) => (await response).finished()))
  faults.expectFailure(/^\/(?:api|assets)\//, 'unreachable')
  faults.expectConsole('ERR_INTERNET_DISCONNECTED')
  await context.setOffline(true)
  const dialog = await startPrompt(page)
  await expect(dialog.getByLabel(texts.library.prompt.name)).toBeFocused()
  await page.keyboard.type('Report')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Sum up {week}')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText(texts.library.limit.notSaved)).toBeVisible()
  await context.setOffline(false)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(promptCard(page, 'Report')).toContainText('Sum up week')
})

test('a dialog whose code had not loaded opens offline, and continues once online', async ({
  page,
  account,
  context,
  faults,
}) => {
  await makePrompt(account, { name: 'Launch' })
  const release = await holdAssets(page, /all-dialogs/)
  faults.expectFailure(/^\/(?:api|assets)\//, 'unreachable')
  faults.expectConsole('ERR_INTERNET_DISCONNECTED')
  await page.goto('/prompts')
  await expect(promptCard(page, 'Launch')).toBeVisible()
  await context.setOffline(true)
  release()
  const dialog = await startPrompt(page)
  await expect(dialog).toBeVisible()
  await page.keyboard.type('Report')
  await context.setOffline(false)
  await expect(dialog.getByRole('button', { name: texts.library.prompt.create })).toBeEnabled()
  await expect(dialog.getByLabel(texts.library.prompt.name)).toHaveValue('Report')
})

test('Enter in the title moves to the body, and never saves; a saved prompt shows its changes at once', async ({
  page,
  account,
}) => {
  const promptId = await openLibraryWith(page, account, { name: 'Lanch', text: 'Announce' })
  const edit = await askToPrompt(page, 'edit', 'Lanch')
  await expect(edit.getByLabel(texts.library.prompt.name)).toBeFocused()
  await chooseColor(edit, texts.library.colors['006D77'])
  await page.keyboard.press('Enter')
  await edit.getByRole('switch', { name: texts.library.prompt.share }).focus()
  await page.keyboard.press('Enter')
  await edit.getByLabel(texts.library.prompt.name).fill('Launch')
  await page.keyboard.press('Enter')
  await expect(editorIn(edit)).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' {product}')
  await page.keyboard.press('Enter')
  await page.keyboard.type('now')
  await expect(edit).toBeVisible()

  await edit.getByRole('button', { name: texts.shell.close }).focus()
  await page.keyboard.press('Meta+Enter')
  await expect(edit).toBeHidden()
  await expect(promptCard(page, 'Launch')).toContainText('Announce product')
  await expect(promptCard(page, 'Launch')).toContainText('1 variable')
  const { prompt } = await account.call(promptCalls.getPrompt, { promptId })
  expect(toPlainText(prompt.prompt)).toBe('Announce {product}\nnow')
  expect(prompt).toMatchObject({ name: 'Launch', color: '006D77' })
})

test('Ctrl+Enter copies from anywhere in the dialog', async ({ page, account }) => {
  await openLibraryWith(page, account, { name: 'Launch', text: 'Announce {product} to {audience}' })
  const view = await openPrompt(page, 'Launch')
  await expect(view.getByRole('textbox', { name: 'product' })).toBeFocused()
  await page.keyboard.type('Lumen')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => readClipboard(page)).toBe('Announce Lumen to {audience}')
  await expect(view.getByRole('textbox', { name: 'product' })).toBeFocused()
  await view.getByRole('textbox', { name: 'audience' }).fill('all')
  await view.getByRole('button', { name: texts.library.actions.edit }).focus()
  await page.keyboard.press('Meta+Enter')
  await expect.poll(() => readClipboard(page)).toBe('Announce Lumen to all')
  await view.getByRole('textbox', { name: 'audience' }).fill('nobody')
  await view.getByText('Announce').click()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => readClipboard(page)).toBe('Announce Lumen to nobody')
  await expect(view).toBeVisible()
})

test('Ctrl+Enter copies a shared prompt, and the example of the landing page, from its text too', async ({
  account,
  openVisitor,
}) => {
  const promptId = await makePrompt(account, { name: 'Launch', text: 'Announce {product}' })
  await account.call(promptCalls.togglePromptPublic, { promptId })
  const visitor = await openVisitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  await visitor.goto(`/prompt/shared/${promptId}`)
  await expect(visitor.getByRole('textbox', { name: 'product' })).toBeFocused()
  await visitor.keyboard.type('Lumen')
  await visitor.keyboard.press('Control+Enter')
  await expect.poll(() => readClipboard(visitor)).toBe('Announce Lumen')

  await visitor.goto('/')
  const example = visitor.getByRole('article').first()
  await example.getByRole('textbox', { name: 'topic' }).fill('inflation')
  // Hydration has finished by then.
  await expect(
    example.getByText(fill(texts.prompt.fillIn.progress, { filled: 2, total: 3 })),
  ).toBeVisible()
  await visitor.keyboard.press('Control+Enter')
  await expect.poll(() => readClipboard(visitor)).toContain('inflation')
  await example.getByRole('textbox', { name: 'topic' }).fill('rain')
  await example.getByText('in three short paragraphs').click()
  await visitor.keyboard.press('Control+Enter')
  await expect.poll(() => readClipboard(visitor)).toContain('rain')
})

test('switching sharing keeps the focus, shows the link, and is reverted if the server fails', async ({
  page,
  account,
  faults,
}) => {
  await page.setViewportSize({ width: 1440, height: 640 })
  await openLibraryWith(page, account, { name: 'Launch' })
  const edit = await askToPrompt(page, 'edit', 'Launch')
  const toggle = edit.getByRole('switch', { name: texts.library.prompt.share })
  const path = '**/api/prompts/toggle-public'
  const failing = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await failing.promise
    await route.fulfill({ status: 500, body: '' })
  })
  faults.expectFailure('/api/prompts/toggle-public', 500)
  await toggle.click()
  await expect(toggle).toBeChecked()
  failing.resolve()
  await expect(toggle).not.toBeChecked()
  await expect(page.getByText(texts.faults.noAnswer)).toBeVisible()
  await page.unroute(path)

  const held = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await held.promise
    await route.continue()
  })
  await toggle.focus()
  await page.keyboard.press('Space')
  await expect(toggle).toBeChecked()
  await expect(toggle).toHaveAttribute('aria-busy', 'true')
  // A second press while the first is pending changes nothing.
  await page.keyboard.press('Space')
  await expect(toggle).toBeChecked()
  // The link is copied, but no confirmation is shown until it works.
  await expect.poll(() => readClipboard(page)).toContain('/prompt/shared/')
  await expect(edit.getByText(texts.library.prompt.urlCopied)).toHaveCount(0)
  held.resolve()
  await expect(toggle).not.toHaveAttribute('aria-busy')
  await expect(toggle).toBeFocused()
  await expect(edit.getByRole('textbox', { name: texts.library.prompt.link })).toBeInViewport({
    ratio: 1,
  })
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()
  await expect(promptCard(page, 'Launch')).toContainText('shared')
})

test('a card is deleted after a confirmation, and the card in its place gets the focus', async ({
  page,
  account,
}) => {
  const folderId = await makeFolder(account, 'Marketing')
  for (const name of ['One', 'Three', 'Two']) await makePrompt(account, { name, folderId })
  await makeFolder(account, 'Press', folderId)
  await page.goto(`/prompts?folderId=${folderId}`)
  const remove = async (name: string) => {
    const dialog = await askToPrompt(page, 'delete', name)
    await expect(dialog).toContainText(fill(texts.library.prompt.deleteText, { name }))
    await expect(
      page.getByRole('button', { name: texts.library.prompt.deleteSubmit }),
    ).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(promptCard(page, name)).toBeHidden()
  }
  const open = (name: string) => promptCard(page, name).getByRole('button', { name, exact: true })

  await remove('Three')
  await expect(open('Two')).toBeFocused()
  const move = await askToPrompt(page, 'move', 'Two')
  await move.getByRole('radio', { name: texts.library.search.inRoot }).check()
  await move.getByRole('button', { name: texts.library.move.submit, exact: true }).click()
  await expect(open('One')).toBeFocused()
  await remove('One')
  await expect(page.getByRole('heading', { name: 'Marketing', level: 1 })).toBeFocused()
  await expect(folderLink(page, 'Press')).toBeVisible()
})

test('a switch reached by Tab scrolls only the body of its dialog', async ({ page, account }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await openLibraryWith(page, account, { name: 'Launch', text: 'A line\n'.repeat(30) })
  const edit = await askToPrompt(page, 'edit', 'Launch')
  await expect(edit.getByLabel(texts.library.prompt.name)).toBeFocused()
  const save = edit.getByRole('button', { name: texts.library.prompt.save })
  for (const name of [texts.library.prompt.addNotes, texts.library.prompt.share]) {
    const toggle = edit.getByRole('switch', { name })
    await toggle.focus()
    await page.keyboard.press('Space')
    await expect(toggle).toBeChecked()
    expect(await edit.evaluate((dialog) => dialog.scrollTop)).toBe(0)
    await expect(
      edit.getByRole('heading', { name: texts.library.prompt.updateTitle }),
    ).toBeInViewport({ ratio: 1 })
    await expect(save).toBeInViewport({ ratio: 1 })
  }
})
