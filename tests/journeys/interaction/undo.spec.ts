import { promptCalls } from '#contract/library/prompts.ts'
import { delayAnswers } from '#tests/journeys/support/delay-answers.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  askToPrompt,
  dialogOf,
  openLibraryWith,
  openPrompt,
  promptCard,
  toastOf,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, texts } from '#tests/journeys/support/texts.ts'

const { history, library, selection } = texts

test('several duplicates made in a row can all be undone, although only the last toast is shown, and one made in a prompt’s dialog there', async ({
  page,
  account,
}) => {
  await openLibraryWith(page, account, { name: 'Launch', text: 'Announce it.' })
  await expect(page.getByRole('tree')).toBeAttached()
  await delayAnswers(page, 'library/copy', 300)
  await promptCard(page, 'Launch').getByRole('button', { name: 'Launch', exact: true }).focus()
  for (const key of 'ddd') await page.keyboard.press(key)
  const names = async () =>
    (await account.call(promptCalls.listPrompts, {})).prompts.map(({ name }) => name)
  await expect.poll(names).toHaveLength(4)
  await expect(page.getByText(history.copy.done)).toHaveCount(1)
  for (const left of [3, 2, 1]) {
    await page.keyboard.press('Control+z')
    await expect.poll(names).toHaveLength(left)
  }
  expect(await names()).toEqual(['Launch'])

  const view = await openPrompt(page, 'Launch')
  const duplicate = async () => {
    await view.getByRole('button', { name: history.more }).click()
    await page.getByRole('menuitem', { name: history.copy.duplicate }).click()
    await expect(promptCard(page, 'Launch (2)')).toBeAttached()
  }
  await duplicate()
  await page.getByRole('button', { name: library.undo.press }).click()
  await expect(promptCard(page, 'Launch (2)')).not.toBeAttached()
  await expect(view).toBeVisible()
  // The undo starts as soon as the duplicate appears, while other parts of the page are still being refetched.
  await delayAnswers(page, 'folders/tree', 1_000)
  await duplicate()
  await page.keyboard.press('Control+z')
  await expect(promptCard(page, 'Launch (2)')).not.toBeAttached()
  await page.keyboard.press('Escape')
  await expect(view).toBeHidden()
  await expect(page.getByText(library.undo.done).last()).toBeVisible()
})

test('an undo without a response can be retried, with a new toast and with Ctrl+Z', async ({
  page,
  account,
  faults,
}) => {
  const folderId = await makeFolder(account, 'Archive')
  const promptId = await openLibraryWith(page, account, { name: 'Launch' })
  const placeOf = async () =>
    (await account.call(promptCalls.getPrompt, { promptId })).prompt.folderId
  const move = await askToPrompt(page, 'move', 'Launch')
  await move.getByRole('radio', { name: fill(library.move.choose, { name: 'Archive' }) }).check()
  await move.getByRole('button', { name: library.move.submit, exact: true }).click()
  await expect(page.getByText(library.move.done)).toBeVisible()
  expect(await placeOf()).toBe(folderId)

  faults.expectFailure('/api/library/change', 503)
  await page.route('**/api/library/change', (route) => route.fulfill({ status: 503, body: '' }), {
    times: 1,
  })
  await page.getByRole('button', { name: library.undo.press }).click()
  const failure = toastOf(page, texts.faults.noAnswer)
  await expect(failure).toHaveCount(1)
  // The response is held until the first toast is gone, which has the same text.
  const held = Promise.withResolvers<void>()
  await page.route(
    '**/api/library/change',
    async (route) => {
      await held.promise
      await route.fulfill({ status: 503, body: '' })
    },
    { times: 1 },
  )
  await failure.getByRole('button', { name: library.undo.press }).click()
  await expect(failure).toHaveCount(0)
  held.resolve()
  await expect(failure).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(page.getByText(library.undo.done)).toBeVisible()
  expect(await placeOf()).toBeNull()
})

test('an undo reverts only prompts that are still unchanged, and reports the rest', async ({
  page,
  account,
}) => {
  const from = await makeFolder(account, 'From')
  await makeFolder(account, 'To')
  const stays = await makePrompt(account, { name: 'Stays', folderId: from })
  const goes = await makePrompt(account, { name: 'Goes', folderId: from })
  await page.goto(`/prompts?folderId=${from}`)
  for (const name of ['Stays', 'Goes']) {
    await promptCard(page, name).hover()
    await page.getByRole('checkbox', { name: fill(selection.select, { name }) }).check()
  }
  const bar = page.getByRole('toolbar', { name: selection.bar })
  await bar.getByRole('button', { name: selection.move, exact: true }).click()
  const move = page.getByRole('dialog')
  await move.getByRole('radio', { name: fill(library.move.choose, { name: 'To' }) }).check()
  await move.getByRole('button', { name: library.move.submit, exact: true }).click()
  await expect(move).toBeHidden()
  // Another device changes one of them in the meantime.
  await account.call(promptCalls.deletePrompt, { promptId: goes })
  await page.getByRole('button', { name: library.undo.press }).click()
  await expect(page.getByText(fill(library.undo.partly, { left: 1 }))).toBeVisible()
  const { prompt } = await account.call(promptCalls.getPrompt, { promptId: stays })
  expect(prompt.folderId).toBe(from)
})

test('undoing a restored version does not overwrite later edits', async ({
  page,
  account,
  faults,
}) => {
  faults.expectFailure('/api/prompts/update', 409)
  const promptId = await openLibraryWith(page, account, { name: 'Launch', text: 'First draft' })
  const change = { promptId, name: 'Launch', color: 'FFD166' }
  await account.call(promptCalls.updatePrompt, { ...change, prompt: 'An hour of work' })
  const view = await openPrompt(page, 'Launch')
  await view.getByRole('button', { name: history.more }).click()
  await page.getByRole('menuitem', { name: history.versions.open }).click()
  const versions = dialogOf(page, `${history.versions.title}: Launch`)
  await versions.getByRole('button', { name: history.versions.restore }).click()
  await expect(versions).toBeHidden()
  await account.call(promptCalls.updatePrompt, { ...change, prompt: 'By a colleague' })
  await page.getByRole('button', { name: library.undo.press }).click()
  await expect(page.getByText(library.undo.changed)).toBeVisible()
  const { prompt } = await account.call(promptCalls.getPrompt, { promptId })
  expect(prompt.prompt).toBe('By a colleague')
})

test('a toast shown before a dialog opens can still be used', async ({ page, account }) => {
  await makePrompt(account, { name: 'Letter' })
  await openLibraryWith(page, account, { name: 'Launch' })
  const question = await askToPrompt(page, 'delete', 'Launch')
  await question.getByRole('button', { name: library.prompt.deleteSubmit }).click()
  await expect(page.getByText(library.prompt.deleted)).toBeVisible()
  await openPrompt(page, 'Letter')
  await page.getByRole('button', { name: library.undo.press }).click()
  await expect(promptCard(page, 'Launch')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(promptCard(page, 'Launch')).toBeVisible()
})
