import { expect, test } from '#tests/journeys/support/journey.ts'
import { openLibraryWith, promptCard } from '#tests/journeys/support/library-steps.ts'
import { texts } from '#tests/journeys/support/texts.ts'

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test.describe(`with motion: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } })

    test('a success toast stays for three seconds', async ({ page, account }) => {
      await openLibraryWith(page, account, { name: 'Launch', text: 'Announce' })
      const card = promptCard(page, 'Launch')
      await card.hover()
      await card.getByRole('button', { name: texts.selection.card.copy }).click()
      const toast = page.getByText(texts.prompt.fillIn.copied)
      await expect(toast).toBeVisible()
      const shownAt = Date.now()
      await expect(toast).toBeHidden()
      expect(Date.now() - shownAt).toBeGreaterThan(2000)
    })
  })
}
