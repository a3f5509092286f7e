import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** Delays the responses of a call by some milliseconds, as a distant server would. */
export async function delayAnswers(page: Page, path: string, milliseconds: number): Promise<void> {
  await page.unroute(`**/api/${path}*`)
  await page.route(`**/api/${path}*`, async (route) => {
    await delay(milliseconds)
    // The journey may have ended by then.
    await route.continue().catch(() => {})
  })
}
