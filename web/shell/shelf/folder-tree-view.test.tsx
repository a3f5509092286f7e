import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showScreens } from '#tests/support/show-at-server.tsx'
import { eraseAccountStorage, setStorageOwner } from '#web/api/account-storage.ts'
import { toFolderTree } from '#web/library/tree/folder-tree.ts'
import { FolderTreeView } from './folder-tree-view.tsx'

const folder = (id: string, parentId: string | null = null) => ({
  id: id.toLowerCase(),
  parentId,
  name: id,
  color: '4ECDC4',
  isFavourite: 0 as const,
  promptCount: 3,
})
const some = [
  folder('Coding'),
  folder('Agents', 'coding'),
  folder('Web', 'coding'),
  folder('React', 'web'),
  folder('Images'),
  folder('Marketing'),
  folder('Writing'),
]
const row = (name: string) => page.getByRole('treeitem', { name: `${name} 3 prompts`, exact: true })

beforeEach(() => {
  eraseAccountStorage()
  setStorageOwner('ada')
})

function showTree(folders = some, current: string | null = null) {
  const scrolled = (
    <div data-scrolls style={{ height: 300, overflow: 'auto' }}>
      <p id="label">Folders</p>
      <FolderTreeView tree={toFolderTree(folders)} current={current} labelledBy="label" />
    </div>
  )
  return showScreens({ '*': scrolled }, 'shelf')
}

test('The arrow keys move through the tree, open and close its folders, and there is one Tab stop', async () => {
  await showTree()
  await userEvent.keyboard('{Tab}')
  await expect.element(row('Coding')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(row('Agents')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  await expect.element(row('Web')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(row('React')).toHaveAttribute('aria-level', '3')
  await userEvent.keyboard('{End}')
  await expect.element(row('Writing')).toHaveFocus()
  await userEvent.keyboard('{Home}{ArrowLeft}')
  await expect.element(row('Coding')).toHaveAttribute('aria-expanded', 'false')
  await expect.element(row('Agents')).not.toBeInTheDocument()
  expect(document.querySelectorAll('[role="treeitem"][tabindex="0"]')).toHaveLength(1)
})

test('From a folder, the left arrow key moves to its parent folder', async () => {
  await showTree(some, 'react')
  await userEvent.keyboard('{Tab}')
  await expect.element(row('React')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(row('Web')).toHaveFocus()
})

test('Letters move to the next folder that begins with them', async () => {
  await showTree()
  await userEvent.keyboard('{Tab}ma')
  await expect.element(row('Marketing')).toHaveFocus()
})

test('Enter opens the folder', async () => {
  const { router } = await showTree()
  await userEvent.keyboard('{Tab}{ArrowDown}{Enter}')
  expect(router.state.location.search).toBe('?folderId=images')
})

test('The path to the folder on screen is open, and the folder is marked', async () => {
  await showTree(some, 'react')
  await expect.element(row('React')).toHaveAttribute('aria-current', 'page')
})

test('Open folders stay open on this device', async () => {
  const { unmount } = await showTree()
  await userEvent.keyboard('{Tab}{ArrowRight}')
  await unmount()
  await showTree()
  await expect.element(row('Agents')).toBeVisible()
})

test('A folder opens while an item is dragged over it', async () => {
  await showTree()
  const over = () =>
    row('Coding')
      .element()
      .dispatchEvent(new DragEvent('dragover', { bubbles: true }))
  over()
  await expect.element(row('Agents')).not.toBeInTheDocument()
  await expect.element(row('Agents')).toBeVisible()
})

test('Of ten thousand folders on one level only a few rows are rendered, and one key reaches the last', async () => {
  const many = Array.from({ length: 10_000 }, (_, at) => folder(`Folder ${at}`))
  await showTree(many)
  await expect.element(row('Folder 0')).toBeVisible()
  expect(document.querySelectorAll('[role="treeitem"]').length).toBeLessThan(80)
  await userEvent.keyboard('{Tab}{End}')
  await expect.element(row('Folder 9999')).toHaveFocus()
  await expect.element(row('Folder 9999')).toBeInViewport()
})
