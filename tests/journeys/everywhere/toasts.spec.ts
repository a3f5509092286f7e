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
      // Measured in the page, frame by frame.
      const shownFor = page.evaluate((text) => {
        let shownAt: number | undefined
        return new Promise<number>((resolve) => {
          const look = () => {
            if (document.body.innerText.includes(text)) shownAt ??= performance.now()
            else if (shownAt !== undefined) return resolve(performance.now() - shownAt)
            requestAnimationFrame(look)
          }
          look()
        })
      }, texts.prompt.fillIn.copied)
      await card.getByRole('button', { name: texts.selection.card.copy }).click()
      expect(await shownFor).toBeGreaterThan(2000)
    })
  })
}
