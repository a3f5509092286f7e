import type { Locator, Page } from '@playwright/test'

/** Finds a plan's card by its name, which a badge can follow. */
export function planCard(page: Page, name: string): Locator {
  const heading = page.getByRole('heading', { name: new RegExp(`^${name}\\b`) })
  return page.getByRole('listitem').filter({ has: heading })
}
