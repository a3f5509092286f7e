import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/support/show.tsx'
import { Menu } from './menu.tsx'

const onEdit = vi.fn()
const onDelete = vi.fn()
const button = page.getByRole('button', { name: 'Actions' })
const item = (name: string) => page.getByRole('menuitem', { name })

beforeEach(async () => {
  vi.clearAllMocks()
  await show(
    <>
      <Menu
        label="Actions"
        entries={[
          { label: 'Edit', onPress: onEdit },
          { label: 'Move', onPress: vi.fn() },
          { label: 'Delete', onPress: onDelete },
        ]}
      />
      <button>Next</button>
    </>,
  )
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(item('Edit')).toHaveFocus()
})

test.each([
  ['{ArrowDown}', 'Move'],
  ['{ArrowUp}', 'Delete'],
  ['{ArrowDown}{ArrowDown}{ArrowDown}', 'Edit'],
  ['{End}', 'Delete'],
  ['{End}{Home}', 'Edit'],
  ['d', 'Delete'],
  ['de', 'Edit'],
  ['D', 'Delete'],
  ['x', 'Edit'],
])('Keys %s in a menu of Edit, Move and Delete move to %s', async (keys, name) => {
  await userEvent.keyboard(keys)
  await expect.element(item(name)).toHaveFocus()
})

test('Enter triggers an entry, and closes the menu', async () => {
  await userEvent.keyboard('{End}{Enter}')
  expect(onDelete).toHaveBeenCalledOnce()
  expect(onEdit).not.toHaveBeenCalled()
  await expect.element(item('Delete')).not.toBeInTheDocument()
})

test('Escape closes a menu and returns the focus to its button', async () => {
  await userEvent.keyboard('{Escape}')
  await expect.element(item('Edit')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('Tab closes a menu and moves on from its button', async () => {
  await userEvent.tab()
  await expect.element(item('Edit')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Next' })).toHaveFocus()
})
