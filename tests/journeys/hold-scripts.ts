import type { Page } from '@playwright/test'

/** Keeps the scripts of the next pages from arriving until the function that it gives is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const arrival = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await arrival.promise
    await route.continue()
  })
  return arrival.resolve
}
