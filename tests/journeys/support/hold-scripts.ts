import type { Page } from '@playwright/test'

/** Blocks the scripts of the next pages until the returned function is called. */
export function holdScripts(page: Page): Promise<() => void> {
  return holdAssets(page, /\.js$/)
}

/** Does the same for built files whose names match. */
export async function holdAssets(page: Page, name: RegExp): Promise<() => void> {
  const arrival = Promise.withResolvers<void>()
  await page.route(
    (url) => url.pathname.startsWith('/assets/') && name.test(url.pathname),
    async (route) => {
      await arrival.promise
      await route.continue()
    },
  )
  return arrival.resolve
}
