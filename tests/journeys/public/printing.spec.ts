import type { Locator } from '@playwright/test'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { openLibraryWith, openPrompt } from '#tests/journeys/support/library-steps.ts'

const long = `${'Announce {product} to {audience}.\n'.repeat(200)}The end.`

test.use({ colorScheme: 'dark' })

test('an open prompt is printed completely and without the library, with its values, black on white', async ({
  page,
  account,
}) => {
  await openLibraryWith(page, account, { name: 'Launch', text: long, notes: 'Mind the gap.' })
  const dialog = await openPrompt(page, 'Launch')
  await dialog.getByRole('textbox', { name: 'product' }).fill('Lumen')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })

  await expect(dialog.getByRole('heading', { name: 'Launch' })).toBeVisible()
  await expect(dialog.getByText('Mind the gap.')).toBeVisible()
  await expect(dialog.getByRole('button')).toHaveCount(0)
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  expect(await shownValue(dialog, 'product')).toContain('Lumen')
  expect(await inkOn(dialog.getByRole('heading'))).toBe('rgb(0, 0, 0)')
  expect(await inkOn(dialog.getByText('The end.', { exact: true }))).toBe('rgb(0, 0, 0)')
  // No scrolled content is cut off, and the library adds no page.
  const { height } = (await dialog.boundingBox()) ?? { height: 0 }
  expect(height).toBeGreaterThan(200 * 16)
  expect(await page.evaluate(() => document.body.offsetHeight)).toBe(0)
})

/** Returns the text printed instead of a variable's field. */
function shownValue(within: Locator, name: string): Promise<string> {
  return within
    .locator(`[data-variable="${name}"] [data-text]`)
    .evaluate((copy) => getComputedStyle(copy, '::after').content)
}

function inkOn(element: Locator): Promise<string> {
  return element.evaluate((one) => getComputedStyle(one).color)
}
