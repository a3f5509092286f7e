import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Waits until the scripts have taken over a page that the server rendered. */
export async function expectHydrated(page: Page): Promise<void> {
  await expect(page.locator('html')).not.toHaveAttribute('data-prerendered')
}
