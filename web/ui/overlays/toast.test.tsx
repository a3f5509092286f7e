import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/support/show.tsx'
import { toastUndoable } from './toast.ts'

test('Of the first actions, reported at once, only the newest is shown', async () => {
  await show(<p>A screen</p>, 'shell')
  const done: string[] = []
  for (const name of ['one', 'two', 'three']) {
    toastUndoable(`Copied ${name}.`, { label: 'Undo', onPress: () => done.push(name) })
  }
  await expect.element(page.getByText('Copied three.', { exact: false })).toBeVisible()
  expect(page.getByRole('alert').elements()).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(done).toEqual(['three'])
})
