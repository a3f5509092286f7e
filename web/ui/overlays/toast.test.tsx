import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/support/show.tsx'
import { closeToastOf, toastError, toastHint, toastSuccess, toastUndoable } from './toast.ts'

const onPress = () => undefined
const alerts = page.getByRole('alert')

test('If the first actions are reported together, only the newest is shown', async () => {
  await show(<p>A screen</p>, 'shell')
  const done: string[] = []
  for (const name of ['one', 'two', 'three']) {
    toastUndoable(`Copied ${name}.`, { label: 'Undo', onPress: () => done.push(name) })
  }
  await expect.element(page.getByText('Copied three.', { exact: false })).toBeVisible()
  expect(alerts.elements()).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(done).toEqual(['three'])
})

test('An undoable action is reported in one alert with its key, and closed once it is undone', async () => {
  await show(<p>A screen</p>, 'shell')
  const deleted = page.getByText('Deleted.', { exact: false })
  toastUndoable('Deleted.', { label: 'Undo', onPress, hint: 'Undo with Ctrl+Z.' })
  await expect.element(deleted).toHaveTextContent('Deleted. Undo with Ctrl+Z.')
  expect(deleted.element().closest('[aria-live]')).toHaveAttribute('aria-live', 'off')
  closeToastOf(onPress)
  await expect.element(deleted).not.toBeInTheDocument()
})

test('A toast is no longer an alert once a dialog opens below it', async () => {
  await show(<dialog>A question</dialog>, 'shell')
  toastSuccess('Saved.')
  await expect.element(alerts.getByText('Saved.')).toBeVisible()
  const dialog = document.querySelector('dialog')
  dialog?.showModal()
  await expect.element(page.getByRole('dialog').getByText('Saved.')).toBeVisible()
  expect(alerts.elements()).toHaveLength(0)
  toastSuccess('Copied.')
  await expect.element(alerts).toHaveTextContent('Copied.')
})

test('A toast of a dialog that closes at once is a new alert below it', async () => {
  await show(<dialog>A question</dialog>, 'shell')
  const dialog = document.querySelector('dialog')
  dialog?.showModal()
  toastSuccess('Deleted.')
  await expect.element(page.getByRole('dialog').getByText('Deleted.')).toBeVisible()
  const missed = alerts.element()
  dialog?.close()
  await expect.poll(() => alerts.element().closest('dialog')).toBeNull()
  await expect.poll(() => alerts.element()).not.toBe(missed)
  await expect.element(alerts).toHaveTextContent('Deleted.')

  dialog?.showModal()
  toastSuccess('Saved.')
  await expect.element(page.getByRole('dialog').getByText('Saved.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => page.getByText('Saved.').element().closest('dialog')).toBeNull()
  expect(alerts.elements()).toHaveLength(0)
})

test('A tip is shown neither in a dialog nor with an error, and is closed by either', async () => {
  await show(<dialog>A question</dialog>, 'shell')
  const action = { label: 'Try it', onPress }
  const dialog = document.querySelector('dialog')
  const tip = page.getByText('A tip')
  expect(await toastHint('A tip', action)).toBe(true)
  await expect.element(tip).toBeVisible()
  dialog?.showModal()
  await expect.element(tip).not.toBeInTheDocument()
  expect(await toastHint('A tip', action)).toBe(false)
  dialog?.close()
  expect(await toastHint('A tip', action)).toBe(true)
  toastError('It failed.')
  await expect.element(tip).not.toBeInTheDocument()
  expect(await toastHint('A tip', action)).toBe(false)
})

test('The focus returns from a closing toast to the previous field', async () => {
  await show(
    <dialog>
      <input aria-label="Name" />
    </dialog>,
    'shell',
  )
  document.querySelector('dialog')?.showModal()
  const field = page.getByRole('textbox')
  await expect.element(field).toHaveFocus()
  toastUndoable('Deleted.', { label: 'Undo', onPress })
  const toast = page.getByText('Deleted.', { exact: false })
  await toast.click()
  await expect.element(field).not.toHaveFocus()
  closeToastOf(onPress)
  await expect.element(toast).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
})

test.each([
  ['continues to its end when touched', false, 'running'],
  ['waits while the mouse is on it', true, 'paused'],
])('A toast %s', async (_, canHover, state) => {
  const match = vi.spyOn(window, 'matchMedia')
  match.mockImplementation(() => Object.assign(new EventTarget(), { matches: canHover }) as never)
  await show(<p>A screen</p>, 'shell')
  toastUndoable('Deleted.', { label: 'Undo', onPress })
  const toast = page.getByText('Deleted.', { exact: false })
  await toast.hover()
  const timer = toast.element().closest('.Toastify__toast')?.querySelector('[role=progressbar]')
  await expect.element(timer as HTMLElement).toHaveStyle({ animationPlayState: state })
  match.mockRestore()
  closeToastOf(onPress)
  await expect.element(toast).not.toBeInTheDocument()
})
