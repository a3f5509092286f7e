import { folderCalls } from '#contract/folders.ts'
import { promptCalls } from '#contract/prompts.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  askToFolder,
  askToPrompt,
  dialogOf,
  editorIn,
  folderLink,
  openPrompt,
  promptCard,
  readClipboard,
  sumIn,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'

test('a title, a text and notes that are too long stay whole, each with the reason beside it', async ({
  page,
  account,
  faults,
}) => {
  await page.goto('/prompts')
  await page.getByRole('button', { name: 'Add Prompt' }).first().click()
  const dialog = dialogOf(page, 'Add prompt')
  const create = dialog.getByRole('button', { name: 'Create' })
  const title = dialog.getByLabel('Title')
  faults.expectFailure('/api/prompts/create', 400)
  await title.fill('x'.repeat(201))
  await create.click()
  await expect(title).toHaveAccessibleDescription('The name may have 200 characters at most.')
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('x'.repeat(201))
  await page.keyboard.press('Backspace')
  await expect(dialog.getByText('at most')).toBeHidden()

  await dialog.getByRole('switch', { name: 'Add Notes' }).check()
  const notes = dialog.getByRole('textbox', { name: 'Notes' })
  await expect(notes).toBeFocused()
  await notes.fill('y'.repeat(20_001))
  await create.click()
  await expect(notes).toHaveAccessibleDescription('The notes may have 20,000 characters at most.')
  await expect(notes).toBeFocused()
  await expect(notes).toHaveValue('y'.repeat(20_001))
  await notes.fill('y')

  await editorIn(dialog).fill('z'.repeat(200_001))
  await create.click()
  await expect(dialog.getByText('The prompt may have 200,000 characters at most.')).toBeVisible()
  await expect(editorIn(dialog)).toBeFocused()
  await editorIn(dialog).fill('z')
  await create.click()
  await expect(dialog).toBeHidden()
  const { prompts } = await account.call(promptCalls.listPrompts, {})
  expect(prompts).toMatchObject([{ name: 'x'.repeat(200), preview: 'z' }])
  // None of it in a toast as well.
  await expect(page.getByText('at most')).toHaveCount(0)
})

test('a folder’s name that is too long stays whole, with the reason beside it', async ({
  page,
  account,
  faults,
}) => {
  await page.goto('/prompts')
  await page.getByRole('button', { name: 'Create Folder' }).first().click()
  const dialog = dialogOf(page, 'Create folder')
  const name = dialog.getByLabel('Name')
  await name.fill('x'.repeat(201))
  faults.expectFailure('/api/folders/create', 400)
  await page.keyboard.press('Enter')
  await expect(name).toHaveAccessibleDescription('The name may have 200 characters at most.')
  await expect(name).toHaveValue('x'.repeat(201))
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Control+Enter')
  await expect(folderLink(page, 'x'.repeat(200))).toBeVisible()
  expect((await account.call(folderCalls.listFolders, {})).folders).toHaveLength(1)
})

test('a search that is too long says so, whole', async ({ page, account, faults }) => {
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  faults.expectFailure('/api/prompts/search', 400)
  await page.getByRole('textbox', { name: 'Search' }).fill('x'.repeat(201))
  await expect(page.getByRole('main').getByRole('alert')).toContainText('200 characters at most')
  await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue('x'.repeat(201))
})

test('of two lists, the one that came is shown, and the failure of the other told', async ({
  page,
  account,
  faults,
}) => {
  await makeFolder(account, 'Marketing')
  await makePrompt(account, { name: 'Launch' })
  faults.expectFailure(/^\/api\/(?:folders|prompts)\/list$/, 503)
  const failure = { status: 'error', code: 'unavailable', msg: 'x' }
  for (const [list, text] of [
    ['folders', 'Failed to fetch folders'],
    ['prompts', 'Failed to fetch prompts'],
  ]) {
    await page.route(`**/api/${list}/list*`, (route) =>
      route.fulfill({ status: 503, json: failure }),
    )
    await page.goto('/prompts')
    await expect(page.getByRole('main').getByRole('alert')).toContainText(text ?? '', {
      timeout: 15_000,
    })
    await expect(page.getByText('The service cannot answer right now.').first()).toBeVisible()
    await expect(promptCard(page, 'Launch')).toBeVisible({ visible: list === 'folders' })
    await expect(folderLink(page, 'Marketing')).toBeVisible({ visible: list === 'prompts' })
    await page.unroute(`**/api/${list}/list*`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(promptCard(page, 'Launch')).toBeVisible()
    await expect(folderLink(page, 'Marketing')).toBeVisible()
  }
})

test('a save that fails keeps the focus, and is tried again by the same key', async ({
  page,
  account,
  faults,
}) => {
  const folderId = await makeFolder(account, 'Marketing')
  await makePrompt(account, { name: 'Launch' })
  faults.expectFailure(/^\/api\//, 500)
  const fail = () =>
    page.route(
      /\/api\/(?:folders|prompts)\/(?:create|update|delete|move)$/,
      (route) => route.fulfill({ status: 500, body: '' }),
      { times: 1 },
    )
  await page.goto('/prompts')
  await page.getByRole('button', { name: 'Create Folder' }).click()
  const create = dialogOf(page, 'Create folder')
  await create.getByLabel('Name').fill('Press')
  await fail()
  await create.getByRole('button', { name: 'Create' }).focus()
  await page.keyboard.press('Enter')
  const toast = page.getByText('Something went wrong, please try later.')
  await expect(toast).toHaveCount(1)
  await expect(create.getByRole('button', { name: 'Create' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(create).toBeHidden()
  await expect(folderLink(page, 'Press')).toBeVisible()

  await askToPrompt(page, 'Delete', 'Launch')
  const remove = dialogOf(page, 'Delete prompt')
  await fail()
  await expect(remove.getByRole('button', { name: 'Delete prompt' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast).toHaveCount(2)
  await expect(remove.getByRole('button', { name: 'Delete prompt' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(remove).toBeHidden()

  await askToPrompt(page, 'Move', 'Launch')
  const move = dialogOf(page, 'Move prompt')
  await move.getByRole('radio', { name: 'Move to Marketing' }).check()
  await fail()
  await move.getByRole('button', { name: 'Move', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Failed to move prompt')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(move).toBeHidden()
  expect((await account.call(promptCalls.listPrompts, { folderId })).prompts).toHaveLength(1)
})

test('the button of a save that is under way takes no second press, and keeps the focus', async ({
  page,
  account,
}) => {
  await page.goto('/prompts')
  await page.getByRole('button', { name: 'Create Folder' }).first().click()
  const dialog = dialogOf(page, 'Create folder')
  await dialog.getByLabel('Name').fill('Press')
  const held = Promise.withResolvers<void>()
  let saves = 0
  await page.route('**/api/folders/create', async (route) => {
    saves += 1
    await held.promise
    await route.continue()
  })
  const create = dialog.getByRole('button', { name: 'Create' })
  await create.focus()
  await page.keyboard.press('Enter')
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await expect(create).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Name').press('Enter')
  held.resolve()
  await expect(dialog).toBeHidden()
  expect(saves).toBe(1)
  expect((await account.call(folderCalls.listFolders, {})).folders).toHaveLength(1)
})

test('a folder is deleted only when it was said what goes with it, or that this is unknown', async ({
  page,
  account,
  faults,
}) => {
  const folderId = await makeFolder(account, 'Marketing')
  await makePrompt(account, { name: 'Launch', folderId })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/folders/contents*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/prompts')
  await askToFolder(page, 'Delete', 'Marketing')
  const dialog = dialogOf(page, 'Delete folder')
  const submit = dialog.getByRole('button', { name: 'Delete folder' })
  await expect(dialog).toContainText('Counting what is in it…')
  await dialog.getByRole('textbox').fill(String(await sumIn(dialog)))
  await expect(submit).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  held.resolve()
  await expect(dialog).toContainText('This also deletes 1 prompt.')
  await expect(submit).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.unroute('**/api/folders/contents*')
  await page.route('**/api/folders/contents*', (route) => route.fulfill({ status: 500, body: '' }))
  faults.expectFailure('/api/folders/contents', 500)
  await askToFolder(page, 'Delete', 'Marketing')
  await expect(dialog).toContainText(
    'What is in it could not be counted. All of it will be deleted too.',
  )
  await dialog.getByRole('textbox').fill(String(await sumIn(dialog)))
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(folderLink(page, 'Marketing')).toBeHidden()
})

test('the move dialog says that a destination is missing, and which one is chosen', async ({
  page,
  account,
}) => {
  const outer = await makeFolder(account, 'Marketing')
  await makeFolder(account, 'Press', outer)
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await askToPrompt(page, 'Move', 'Launch')
  const dialog = dialogOf(page, 'Move prompt')
  const submit = dialog.getByRole('button', { name: 'Move', exact: true })
  await expect(submit).toBeDisabled()
  await expect(submit).toHaveAttribute('title', 'Please select a destination folder.')
  await expect(dialog.getByRole('status')).toHaveText('Please select a destination folder.')
  await dialog.getByRole('radio', { name: 'Move to Marketing' }).check()
  await dialog.getByRole('button', { name: 'Open Marketing' }).click()
  await expect(dialog.getByRole('radio', { name: 'Move to Press' })).not.toBeChecked()
  await expect(dialog.getByRole('status')).toHaveText('Chosen: Marketing')
  await submit.click()
  await expect(dialog).toBeHidden()
  expect((await account.call(promptCalls.listPrompts, { folderId: outer })).prompts).toHaveLength(1)
})

test('switching notes on is nothing to be asked about', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await askToPrompt(page, 'Edit', 'Launch')
  const edit = dialogOf(page, 'Edit prompt')
  await edit.getByRole('switch', { name: 'Add Notes' }).check()
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()
})

test('values that are typed and not copied are asked about before they go', async ({
  page,
  account,
}) => {
  await makePrompt(account, { name: 'Launch', text: 'Announce {product}' })
  await page.goto('/prompts')
  const view = await openPrompt(page, 'Launch')
  const question = dialogOf(page, 'Discard what you filled in?')
  await expect(view.getByRole('textbox', { name: 'product' })).toBeFocused()
  await page.keyboard.type('Lumen')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep filling in' }).click()
  await view.getByRole('button', { name: 'Edit' }).click()
  await question.getByRole('button', { name: 'Keep filling in' }).click()
  await expect(view.getByRole('textbox', { name: 'product' })).toHaveValue('Lumen')

  await page.keyboard.press('Control+Enter')
  await expect.poll(() => readClipboard(page)).toBe('Announce Lumen')
  await page.keyboard.press('Escape')
  await expect(view).toBeHidden()

  await openPrompt(page, 'Launch')
  await view.getByRole('textbox', { name: 'product' }).fill('Lumen')
  await view.getByRole('button', { name: 'Edit' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialogOf(page, 'Edit prompt')).toBeVisible()
})

test('a swatch has the colour that its card will have', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch', color: '2DB83D' })
  await page.goto('/prompts')
  const band = promptCard(page, 'Launch').getByRole('heading')
  const ground = await band.evaluate((element) => getComputedStyle(element).backgroundColor)
  await askToPrompt(page, 'Edit', 'Launch')
  const swatch = dialogOf(page, 'Edit prompt').getByRole('radio', { name: 'Green' })
  await expect(swatch).toBeChecked()
  await expect(swatch.locator('~ span')).toHaveCSS('background-color', ground)
})
