import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/support/show.tsx'
import { ShortName } from './short-name.tsx'

test('Clicking a short name copies it, and confirms that', async () => {
  await show(<ShortName name="review" />, 'history')
  await page.getByRole('button', { name: 'Copy /review' }).click()
  await expect.element(page.getByText('/review copied.')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('/review')
})
