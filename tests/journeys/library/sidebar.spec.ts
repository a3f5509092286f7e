import { expect, test } from '#tests/journeys/support/journey.ts'
import { texts } from '#tests/journeys/support/texts.ts'
import { openLibraryWith } from '#tests/journeys/support/library-steps.ts'

test('the sidebar stays closed on this device until it is opened again', async ({
  page,
  account,
}) => {
  await openLibraryWith(page, account, { name: 'Launch' })
  const profile = page.getByRole('link', { name: texts.shell.profile })
  await expect(profile).toBeVisible()
  await page.getByRole('button', { name: texts.shell.menu, exact: true }).click()
  await expect(profile).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: texts.shell.menu, exact: true })).toBeVisible()
  await expect(profile).toBeHidden()
  await page.getByRole('button', { name: texts.shell.menu, exact: true }).click()
  await page.reload()
  await expect(profile).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 720 } })

  test('Esc closes the drawer, and focuses its button', async ({ page, account }) => {
    await openLibraryWith(page, account, { name: 'Launch' })
    await page.getByRole('button', { name: texts.shell.menu, exact: true }).click()
    const profile = page.getByRole('link', { name: texts.shell.profile })
    await expect(profile).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(profile).toBeHidden()
    await expect(page.getByRole('button', { name: texts.shell.menu, exact: true })).toBeFocused()
  })
})
