import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** Lets the answers of a call arrive after some milliseconds more, as those of a server far away. */
export async function delayAnswers(page: Page, path: string, milliseconds: number): Promise<void> {
  await page.unroute(`**/api/${path}*`)
  await page.route(`**/api/${path}*`, async (route) => {
    await delay(milliseconds)
    // The journey may be over by then.
    await route.continue().catch(() => {})
  })
}
