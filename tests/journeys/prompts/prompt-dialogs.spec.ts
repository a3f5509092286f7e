import { promptCalls } from '#contract/library/prompts.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  askToPrompt,
  dialogOf,
  editorIn,
  openLibraryWith,
  openPrompt,
  promptCard,
  startPrompt,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, texts } from '#tests/journeys/support/texts.ts'

test('a prompt requires a title; its body may be empty, and can be written from its view', async ({
  page,
  account,
}) => {
  const folderId = await makeFolder(account, 'Marketing')
  await page.goto(`/prompts?folderId=${folderId}`)
  const dialog = await startPrompt(page)
  const create = dialog.getByRole('button', { name: texts.library.prompt.create })
  await expect(dialog.getByLabel(texts.library.prompt.name)).toBeFocused()
  await expect(dialog).toContainText(texts.prompt.editor.placeholder)
  await expect(create).toBeDisabled()
  await dialog.getByLabel(texts.library.prompt.name).fill(' ')
  await expect(create).toBeDisabled()
  await dialog.getByLabel(texts.library.prompt.name).fill('Empty')
  await create.click()
  await expect(dialog).toBeHidden()

  const view = await openPrompt(page, 'Empty')
  await expect(view).toContainText(texts.library.prompt.empty)
  const { prompts } = await account.call(promptCalls.listPrompts, { folderId })
  expect(prompts).toMatchObject([{ name: 'Empty', color: 'f1f5f9' }])

  await view.getByRole('button', { name: texts.library.actions.edit }).last().click()
  await editorIn(dialogOf(page, texts.library.prompt.updateTitle)).click()
  await page.keyboard.type('Announce {product}')
  await page.keyboard.press('Control+Enter')
  await expect(promptCard(page, 'Empty')).toContainText('Announce product')
})

test('notes are saved while their switch is on, and cleared when it is off', async ({
  page,
  account,
}) => {
  const promptId = await makePrompt(account, { name: 'Launch', notes: 'Remove the headline' })
  const notesOf = async () => (await account.call(promptCalls.getPrompt, { promptId })).prompt.notes
  await page.goto('/prompts')

  const view = await openPrompt(page, 'Launch')
  await expect(view.getByRole('complementary', { name: texts.prompt.fillIn.notes })).toHaveText(
    'Remove the headline',
  )
  await view.getByRole('button', { name: texts.library.actions.edit }).click()

  const edit = dialogOf(page, texts.library.prompt.updateTitle)
  const toggle = edit.getByRole('switch', { name: texts.library.prompt.addNotes })
  await expect(toggle).toBeChecked()
  await toggle.uncheck()
  await expect(edit.getByRole('textbox', { name: texts.library.prompt.notes })).toBeHidden()
  await toggle.check()
  await expect(edit.getByRole('textbox', { name: texts.library.prompt.notes })).toHaveValue(
    'Remove the headline',
  )
  await toggle.uncheck()
  await edit.getByRole('button', { name: texts.library.prompt.save }).click()
  await expect(edit).toBeHidden()
  expect(await notesOf()).toBeNull()

  await askToPrompt(page, 'edit', 'Launch')
  await expect(toggle).not.toBeChecked()
  await toggle.check()
  await edit.getByRole('textbox', { name: texts.library.prompt.notes }).fill('Keep it dry')
  await edit.getByRole('button', { name: texts.library.prompt.save }).click()
  await expect(edit).toBeHidden()
  expect(await notesOf()).toBe('Keep it dry')
})

test('removing a variable from the list makes it plain text, one undo restores it, and a selection inside it cannot become one', async ({
  page,
  account,
}) => {
  const promptId = await openLibraryWith(page, account, {
    name: 'Launch',
    text: '{product}, again {product}',
  })
  const edit = await askToPrompt(page, 'edit', 'Launch')
  await edit
    .getByRole('button', { name: fill(texts.prompt.editor.remove, { name: 'product' }) })
    .click()
  await expect(editorIn(edit)).toHaveText('product, again product')
  await page.keyboard.press('Control+Z')
  await expect(editorIn(edit)).toHaveText('{product}, again {product}')

  const addVariable = page.getByRole('button', { name: texts.prompt.editor.addVariable })
  await editorIn(edit).click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+Shift+ArrowRight')
  await expect(addVariable).toBeHidden()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' and tone')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await expect(addVariable).toBeVisible()

  await edit
    .getByRole('button', { name: fill(texts.prompt.editor.remove, { name: 'product' }) })
    .click()
  await edit.getByRole('button', { name: texts.library.prompt.save }).click()
  await expect(edit).toBeHidden()
  const { prompt } = await account.call(promptCalls.getPrompt, { promptId })
  expect(prompt.prompt).toBe('product, again product and tone')
})

test('the eleventh prompt of the free plan is rejected after a warning, and its text stays in the form', async ({
  page,
  account,
  faults,
}) => {
  const limitReached = fill(texts.library.limit.reached, { count: 10, limit: 10 })
  const refusal = fill(texts.errors.prompt_limit_reached, { limit: 10 })
  const names = Array.from({ length: 10 }, (_, at) => `Prompt ${at + 1}`)
  await Promise.all(names.map((name) => makePrompt(account, { name })))
  await page.goto('/prompts')
  const dialog = await startPrompt(page)
  await expect(dialog).toContainText(limitReached)
  await expect(dialog.getByRole('link', { name: texts.library.limit.seePlans })).toBeVisible()
  await dialog.getByLabel(texts.library.prompt.name).fill('One too many')
  await editorIn(dialog).click()
  await page.keyboard.type('A long thought')
  faults.expectFailure('/api/prompts/create', 403)
  await dialog.getByRole('button', { name: texts.library.prompt.create }).click()
  await expect(dialog.getByRole('alert')).toContainText(refusal)
  await expect(dialog).not.toContainText(limitReached)
  await expect(dialog.getByRole('link', { name: texts.library.limit.seePlans })).toHaveCount(1)
  await expect(page.getByText(refusal)).toHaveCount(1)
  await expect(dialog.getByLabel(texts.library.prompt.name)).toHaveValue('One too many')
  await expect(editorIn(dialog)).toHaveText('A long thought')
})

test.describe('without a copy', () => {
  test.use({ keepsCopy: false })

  test('opening a prompt that was just deleted elsewhere reports it as missing', async ({
    page,
    account,
    faults,
  }) => {
    const promptId = await openLibraryWith(page, account, { name: 'Launch' })
    await account.call(promptCalls.deletePrompt, { promptId })
    faults.expectFailure('/api/prompts/get', 404)
    await promptCard(page, 'Launch').getByRole('button', { name: 'Launch', exact: true }).click()
    const view = dialogOf(page, 'Launch')
    await expect(view).toContainText(texts.library.prompt.missing)
    await expect(view.getByRole('button', { name: texts.library.actions.edit })).toBeHidden()
    await view.getByRole('button', { name: texts.shell.close }).last().click()
    await expect(view).toBeHidden()
  })

  test('a prompt that fails to load closes its dialog with a toast; one that loads slowly can be changed in the dialog that waited for it', async ({
    page,
    account,
    faults,
  }) => {
    await openLibraryWith(page, account, { name: 'Launch', text: 'Announce {product}' })
    const failing = '**/api/prompts/get?*'
    await page.route(failing, (route) => route.fulfill({ status: 500, body: '' }))
    faults.expectFailure('/api/prompts/get', 500)
    const alert = page.getByRole('alert')
    for (const action of ['view', 'edit'] as const) {
      await askToPrompt(page, action, 'Launch')
      await expect(alert).toContainText(texts.errors.invalid_request)
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.getByRole('button', { name: texts.shell.close }).click()
      await expect(alert).toBeHidden()
    }
    await page.unroute(failing)

    const arrival = Promise.withResolvers<void>()
    await page.route('**/api/prompts/get?*', async (route) => {
      await arrival.promise
      await route.continue()
    })
    const edit = await askToPrompt(page, 'edit', 'Launch')
    await expect(edit.locator('[aria-busy]')).toBeVisible()
    const dialog = await edit.elementHandle()
    const heightOf = async () => (await edit.boundingBox())?.height ?? 0
    const heightBefore = await heightOf()
    arrival.resolve()
    await expect(edit.getByLabel(texts.library.prompt.name)).toBeFocused()
    expect(await dialog?.evaluate((element) => element.isConnected)).toBe(true)
    await expect(editorIn(edit)).toHaveText('Announce {product}')
    expect(Math.abs((await heightOf()) - heightBefore)).toBeLessThan(8)
  })
})
