import type { Page } from '@playwright/test'

/** Keeps the scripts of the next pages from arriving until the function that it gives is called. */
export function holdScripts(page: Page): Promise<() => void> {
  return holdAssets(page, /\.js$/)
}

/** The same of the built files whose names match. */
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
