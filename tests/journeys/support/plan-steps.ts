import type { Locator, Page } from '@playwright/test'

/** By its name, which a badge may follow. */
export function planCard(page: Page, name: string): Locator {
  const heading = page.getByRole('heading', { name: new RegExp(`^${name}\\b`) })
  return page.getByRole('listitem').filter({ has: heading })
}
