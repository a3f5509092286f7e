import { folderCalls } from '#contract/library/folders.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  askToFolder,
  askToPrompt,
  colorButtonIn,
  dialogOf,
  editorIn,
  folderLink,
  openLibraryWith,
  openPrompt,
  promptCard,
  readClipboard,
  startFolder,
  startPrompt,
  sumIn,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, texts } from '#tests/journeys/support/texts.ts'

test('overlong titles, texts, notes, names of folders and searches are not truncated, and each has an error next to it', async ({
  page,
  account,
  faults,
}) => {
  await page.goto('/prompts')
  const dialog = await startPrompt(page)
  const create = dialog.getByRole('button', { name: texts.library.prompt.create })
  const title = dialog.getByLabel(texts.library.prompt.name)
  faults.expectFailure('/api/prompts/create', 400)
  await title.fill('x'.repeat(201))
  await create.click()
  await expect(title).toHaveAccessibleDescription(texts.errors.name_too_long)
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('x'.repeat(201))
  await page.keyboard.press('Backspace')
  await expect(dialog.getByText('at most')).toBeHidden()

  await dialog.getByRole('switch', { name: texts.library.prompt.addNotes }).check()
  const notes = dialog.getByRole('textbox', { name: texts.library.prompt.notes })
  await expect(notes).toBeFocused()
  await notes.fill('y'.repeat(20_001))
  await create.click()
  await expect(notes).toHaveAccessibleDescription(texts.errors.notes_too_long)
  await expect(notes).toBeFocused()
  await expect(notes).toHaveValue('y'.repeat(20_001))
  await notes.fill('y')

  await editorIn(dialog).fill('z'.repeat(200_001))
  await create.click()
  await expect(dialog.getByText(texts.errors.prompt_too_long)).toBeVisible()
  await expect(editorIn(dialog)).toBeFocused()
  await editorIn(dialog).fill('z')
  await create.click()
  await expect(dialog).toBeHidden()
  const { prompts } = await account.call(promptCalls.listPrompts, {})
  expect(prompts).toMatchObject([{ name: 'x'.repeat(200), preview: 'z' }])
  // No toast repeats the errors.
  await expect(page.getByText('characters at most')).toHaveCount(0)

  const folder = await startFolder(page)
  const name = folder.getByLabel(texts.library.folder.name)
  // Before the form has loaded, the name can be typed but not submitted.
  await expect(folder.getByRole('button', { name: texts.library.folder.create })).toBeVisible()
  await name.fill('x'.repeat(201))
  faults.expectFailure('/api/folders/create', 400)
  await page.keyboard.press('Enter')
  await expect(name).toHaveAccessibleDescription(texts.errors.name_too_long)
  await expect(name).toHaveValue('x'.repeat(201))
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Control+Enter')
  await expect(folderLink(page, 'x'.repeat(200))).toBeVisible()
  expect((await account.call(folderCalls.listFolders, {})).folders).toHaveLength(1)

  faults.expectFailure('/api/prompts/search', 400)
  const search = page.getByRole('textbox', { name: texts.library.search.label })
  await search.fill('x'.repeat(201))
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    texts.errors.search_too_long,
  )
  await expect(search).toHaveValue('x'.repeat(201))
})

test.describe('without a copy', () => {
  test.use({ keepsCopy: false })

  test('if one of two lists fails, the other is shown with an error; a folder is deleted only after its contents, or an error, are shown', async ({
    page,
    account,
    faults,
  }) => {
    const folderId = await makeFolder(account, 'Marketing')
    await makePrompt(account, { name: 'Press', folderId })
    await makePrompt(account, { name: 'Launch' })
    faults.expectFailure(/^\/api\/(?:folders|prompts)\/list$/, 503)
    const failure = { status: 'error', code: 'unavailable', msg: 'x' }
    for (const [list, text] of [
      ['folders', texts.library.failure.folders],
      ['prompts', texts.library.failure.prompts],
    ]) {
      await page.route(`**/api/${list}/list*`, (route) =>
        route.fulfill({ status: 503, json: failure }),
      )
      await page.goto('/prompts')
      await expect(page.getByRole('main').getByRole('alert')).toContainText(text ?? '')
      await expect(page.getByText(texts.errors.unavailable).first()).toBeVisible()
      await expect(promptCard(page, 'Launch')).toBeVisible({ visible: list === 'folders' })
      await expect(folderLink(page, 'Marketing')).toBeVisible({ visible: list === 'prompts' })
      await page.unroute(`**/api/${list}/list*`)
      await page.getByRole('button', { name: texts.library.failure.retry }).click()
      await expect(promptCard(page, 'Launch')).toBeVisible()
      await expect(folderLink(page, 'Marketing')).toBeVisible()
    }

    const held = Promise.withResolvers<void>()
    await page.route('**/api/folders/contents*', async (route) => {
      await held.promise
      await route.continue()
    })
    const dialog = await askToFolder(page, 'delete', 'Marketing')
    const submit = dialog.getByRole('button', { name: texts.library.folder.deleteSubmit })
    await expect(dialog).toContainText(texts.library.folder.counting)
    await dialog.getByRole('textbox').fill(String(await sumIn(dialog)))
    await expect(submit).toBeDisabled()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    held.resolve()
    await expect(dialog).toContainText(
      fill(texts.library.folder.deleteContents, { folders: 0, prompts: 1, both: 'no' }),
    )
    await expect(submit).toBeEnabled()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    await page.unroute('**/api/folders/contents*')
    // Clears the cached count.
    await page.reload()
    await page.route('**/api/folders/contents*', (route) =>
      route.fulfill({ status: 500, body: '' }),
    )
    faults.expectFailure('/api/folders/contents', 500)
    await askToFolder(page, 'delete', 'Marketing')
    await expect(dialog).toContainText(texts.library.folder.countFailed)
    await dialog.getByRole('textbox').fill(String(await sumIn(dialog)))
    await submit.click()
    await expect(dialog).toBeHidden()
    await expect(folderLink(page, 'Marketing')).toBeHidden()
  })
})

test('a pending save ignores a second press; a failed one keeps the focus, and the same key retries it', async ({
  page,
  account,
  faults,
}) => {
  const folderId = await makeFolder(account, 'Marketing')
  await makeFolder(account, 'Events', folderId)
  await makePrompt(account, { name: 'Launch' })
  faults.expectFailure(/^\/api\//, 500)
  const fail = () =>
    page.route(
      /\/api\/(?:(?:folders|prompts)\/(?:create|update|delete|move)|library\/change)$/,
      (route) => route.fulfill({ status: 500, body: '' }),
      { times: 1 },
    )
  await page.goto('/prompts')
  const create = await startFolder(page)
  await create.getByLabel(texts.library.folder.name).fill('Letters')
  const held = Promise.withResolvers<void>()
  let saves = 0
  await page.route('**/api/folders/create', async (route) => {
    saves += 1
    await held.promise
    await route.continue()
  })
  const submit = create.getByRole('button', { name: texts.library.folder.create })
  await submit.focus()
  await page.keyboard.press('Enter')
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await expect(submit).toBeFocused()
  await page.keyboard.press('Enter')
  await create.getByLabel(texts.library.folder.name).press('Enter')
  held.resolve()
  await expect(create).toBeHidden()
  expect(saves).toBe(1)
  expect((await account.call(folderCalls.listFolders, {})).folders).toHaveLength(2)

  await startFolder(page)
  await create.getByLabel(texts.library.folder.name).fill('Press')
  await fail()
  await submit.focus()
  await page.keyboard.press('Enter')
  const toast = page.getByText(texts.faults.noAnswer)
  await expect(toast).toHaveCount(1)
  await expect(submit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(create).toBeHidden()
  await expect(folderLink(page, 'Press')).toBeVisible()

  const remove = await askToPrompt(page, 'delete', 'Launch')
  await fail()
  await expect(
    remove.getByRole('button', { name: texts.library.prompt.deleteSubmit }),
  ).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast).toHaveCount(1)
  await expect(
    remove.getByRole('button', { name: texts.library.prompt.deleteSubmit }),
  ).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(remove).toBeHidden()

  const move = await askToPrompt(page, 'move', 'Launch')
  const submitMove = move.getByRole('button', { name: texts.library.move.submit, exact: true })
  await expect(submitMove).toBeDisabled()
  await expect(submitMove).toHaveAttribute('title', texts.errors.destination_missing)
  await expect(move.getByText(texts.errors.destination_missing)).toBeAttached()
  const choice = (name: string) =>
    move.getByRole('radio', { name: fill(texts.library.move.choose, { name }) })
  await choice('Marketing').check()
  await fail()
  await submitMove.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(texts.library.move.failed)).toBeVisible()
  await expect(choice('Marketing')).toBeChecked()
  await move
    .getByRole('button', { name: fill(texts.library.move.open, { name: 'Marketing' }) })
    .click()
  await expect(choice('Events')).not.toBeChecked()
  await expect(move.getByText('Chosen: Marketing')).toBeVisible()
  await submitMove.focus()
  await page.keyboard.press('Enter')
  await expect(move).toBeHidden()
  expect((await account.call(promptCalls.listPrompts, { folderId })).prompts).toHaveLength(1)
})

test('typed values that were not copied are discarded only after a confirmation; a swatch of the form has the colour of the card', async ({
  page,
  account,
}) => {
  const [color, text] = ['2DB83D', 'Announce {product}'] as const
  await openLibraryWith(page, account, { name: 'Launch', text, color })
  const band = promptCard(page, 'Launch').getByRole('heading').locator('..')
  const ground = await band.evaluate((element) => getComputedStyle(element).backgroundColor)
  const view = await openPrompt(page, 'Launch')
  const question = dialogOf(page, texts.library.discardValues.title)
  await expect(view.getByRole('textbox', { name: 'product' })).toBeFocused()
  await page.keyboard.type('Lumen')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: texts.library.discardValues.keep }).click()
  await view.getByRole('button', { name: texts.library.actions.edit }).click()
  await question.getByRole('button', { name: texts.library.discardValues.keep }).click()
  // Until the question is closed, it receives all keys.
  await expect(question).toBeHidden()
  await expect(view.getByRole('textbox', { name: 'product' })).toHaveValue('Lumen')

  await page.keyboard.press('Control+Enter')
  await expect.poll(() => readClipboard(page)).toBe('Announce Lumen')
  await page.keyboard.press('Escape')
  await expect(view).toBeHidden()

  await openPrompt(page, 'Launch')
  await view.getByRole('textbox', { name: 'product' }).fill('Lumen')
  await view.getByRole('button', { name: texts.library.actions.edit }).click()
  await question.getByRole('button', { name: texts.library.discard.discard }).click()
  const edit = dialogOf(page, texts.library.prompt.updateTitle)
  const swatch = colorButtonIn(edit, texts.library.colors[color])
  await expect(swatch.locator('span')).toHaveCSS('background-color', ground)
})
