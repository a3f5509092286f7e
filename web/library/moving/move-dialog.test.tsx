import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { folderCalls, type TreeFolder } from '#contract/library/folders.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import { selectionCalls } from '#contract/library/selection.ts'
import library from '#languages/en/library.json' with { type: 'json' }
import history from '#languages/en/history.json' with { type: 'json' }
import { serve, showScreens, success } from '#tests/support/show-at-server.tsx'
import { eraseAccountStorage, setStorageOwner } from '#web/api/account-storage.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { MoveDialog } from './move-dialog.tsx'
import type { Moved } from './use-move.ts'
import { aPrompt } from '#tests/fixtures/a-prompt.ts'

const folder = (name: string, parentId: string | null = null): TreeFolder => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  parentId,
  name,
  color: '4ECDC4',
  isFavourite: 0,
  promptCount: 0,
})
const folders = [
  folder('Coding'),
  folder('Web', 'coding'),
  folder('React', 'web'),
  folder('Images'),
  folder('Writing'),
]
const prompt: Moved = { promptIds: ['p'], folderIds: [], name: 'Launch', mode: 'move' }
const choice = (name: string) => page.getByRole('radio', { name: `Move to ${name}`, exact: true })
const chevron = (name: string) => page.getByRole('button', { name: `Open ${name}`, exact: true })
const submit = page.getByRole('button', { name: library.move.submit, exact: true })
const filter = page.getByRole('textbox', { name: history.moving.filter })
let server: ReturnType<typeof serve>

beforeEach(() => {
  eraseAccountStorage()
  setStorageOwner('ada')
  server = serve()
  server.answer(folderCalls.listFolderTree, { folders })
  server.answer(promptCalls.getPrompt, { prompt: whole })
  server.answer(selectionCalls.copySelection, { ...success, ids: [], folderIds: [] })
})
afterEach(() => vi.restoreAllMocks())

const whole = aPrompt({ id: 'p', folderId: 'web' })

async function showDialog(moved: Moved) {
  const onClose = vi.fn()
  const dialog = <MoveDialog open moved={moved} onClose={onClose} />
  await showScreens({ '*': dialog }, 'library', 'history')
  return onClose
}

test('The tree is open at the prompt’s folder, which is marked', async () => {
  await showDialog(prompt)
  await expect.element(choice('Web')).toHaveAccessibleDescription(history.moving.nowHere)
  await expect.element(choice('React')).not.toBeInTheDocument()
  await expect.element(submit).toBeDisabled()
})

test('Typing a few letters and Enter chooses a folder, and Enter moves the prompt', async () => {
  const onClose = await showDialog(prompt)
  await expect.element(choice('Coding')).toBeVisible()
  await filter.fill('rea')
  await userEvent.keyboard('{Enter}')
  await expect.element(choice('React')).toBeChecked()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(server.sent).toHaveBeenCalledExactlyOnceWith('prompts/move', {
    promptId: 'p',
    folderId: 'react',
  })
})

test('The arrow keys move from the filter through the folders, open them and close them', async () => {
  await showDialog(prompt)
  await expect.element(choice('Web')).toBeVisible()
  await filter.click()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.element(choice('Web')).toBeChecked()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(choice('React')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(choice('React')).not.toBeInTheDocument()
  await expect.element(choice('Web')).toHaveFocus()
})

test('Clicking a row chooses it and opens its folder, and the chevron only opens and closes', async () => {
  await showDialog(prompt)
  await expect.element(choice('Web')).toBeVisible()
  await page.getByText('Web', { exact: true }).click()
  await expect.element(choice('Web')).toBeChecked()
  await expect.element(choice('React')).toBeVisible()
  await page.getByText('React', { exact: true }).click()
  await expect.element(choice('React')).toBeChecked()
  await expect.element(page.getByText(library.move.noFolders)).not.toBeInTheDocument()
  await expect.element(chevron('React')).not.toBeInTheDocument()
  await chevron('Web').click()
  await expect.element(choice('React')).not.toBeInTheDocument()
  await expect.element(submit).toBeEnabled()
})

test('Clicking a found folder keeps the filter', async () => {
  await showDialog(prompt)
  await filter.fill('we')
  await page.getByText('Web', { exact: true }).click()
  await expect.element(choice('Web')).toBeChecked()
  await expect.element(filter).toHaveValue('we')
  await chevron('Web').click()
  await expect.element(filter).toHaveValue('')
  await expect.element(choice('React')).toBeVisible()
})

test('A folder and its subfolders are not offered as its own destination', async () => {
  await showDialog({ promptIds: [], folderIds: ['web'], name: 'Web', mode: 'move' })
  await expect.element(choice('Coding')).toHaveAccessibleDescription(history.moving.nowHere)
  await expect.element(choice('Web')).not.toBeInTheDocument()
  await filter.fill('react')
  await expect.element(page.getByText('No folder found')).toBeVisible()
})

test('Several items are moved or copied together', async () => {
  const things = { promptIds: ['p', 'q'], folderIds: [], name: 'Launch' }
  const onClose = await showDialog({ ...things, mode: 'copy' })
  await choice('Images').click()
  await page.getByRole('button', { name: history.moving.copy, exact: true }).click()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(server.sent).toHaveBeenCalledWith(
    'library/copy',
    expect.objectContaining({ promptIds: ['p', 'q'], folderId: 'images' }),
  )
})

test('The last destinations are offered as buttons the next time', async () => {
  const onClose = await showDialog(prompt)
  await choice('Writing').click()
  await submit.click()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  await showDialog(prompt)
  const recents = page.getByRole('group', { name: history.moving.recents }).last()
  await recents.getByRole('button', { name: 'Writing' }).click()
  await expect.element(choice('Writing').last()).toBeChecked()
})

test('Of ten thousand folders only a few rows are rendered, and the dialog keeps its height', async () => {
  const many = Array.from({ length: 10_000 }, (_, at) => folder(`Folder ${at}`))
  server.answer(folderCalls.listFolderTree, { folders: many })
  await showDialog({ promptIds: ['p', 'q'], folderIds: [], name: 'Launch', mode: 'move' })
  await expect.element(choice('Folder 0')).toBeVisible()
  expect(document.querySelectorAll('[type="radio"]').length).toBeLessThan(80)
  const height = page.getByRole('dialog').element().getBoundingClientRect().height
  await filter.fill('folder 9999')
  await expect.element(page.getByText('1 folder found')).toBeVisible()
  expect(page.getByRole('dialog').element().getBoundingClientRect().height).toBe(height)
})

test('Without folders, only a message is shown, whatever the search', async () => {
  server.answer(folderCalls.listFolderTree, { folders: [] })
  server.answer(promptCalls.getPrompt, { prompt: { ...whole, folderId: null } })
  await showDialog(prompt)
  await filter.fill('rea')
  await expect.element(page.getByText(library.move.noFolders, { exact: true })).toBeVisible()
})
