import type { Page } from '@playwright/test'
import { promptCalls } from '#contract/library/prompts.ts'
import { desktop, phone } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { openLibraryWith, promptCard, toastOf } from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'

/** The controls on screen whose centre is covered by a toast. */
const coveredByToasts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(button, a, input), header :is(button, a)')]
      .filter((control) => {
        const { x, y, width, height } = control.getBoundingClientRect()
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return top?.closest('.Toastify__toast')
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent),
  )

for (const { name: device, ...options } of [desktop, phone]) {
  test.describe(`on a ${device}`, () => {
    test.use(options)

    test('a toast covers no control of the library or of the trash', async ({ page, account }) => {
      for (const name of ['First', 'Second']) {
        const promptId = await makePrompt(account, { name })
        await account.call(promptCalls.deletePrompt, { promptId })
      }
      await openLibraryWith(page, account, { name: 'Launch', text: 'Announce' })
      await page.goto('/trash')
      const restore = page.getByRole('button', { name: /^Restore/ })
      await restore.first().click()
      await expect(toastOf(page, texts.history.trash.restored)).toBeVisible()
      await expect(restore).toHaveCount(1)
      await expect.poll(() => coveredByToasts(page), { timeout: 2_000 }).toEqual([])

      await page.goto('/prompts')
      await expect(promptCard(page, 'Launch')).toBeVisible()
      await promptCard(page, 'Launch')
        .getByRole('button', { name: 'Launch', exact: true })
        .press('Delete')
      await page.getByRole('button', { name: texts.library.prompt.deleteSubmit }).click()
      await expect(toastOf(page, texts.library.prompt.deleted)).toBeVisible()
      await expect.poll(() => coveredByToasts(page), { timeout: 2_000 }).toEqual([])
    })
  })
}

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
