import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Checks a page against WCAG 2.2 AA, as far as a program can, and lets the journey continue. */
export async function expectNoFindings(page: Page, where: string): Promise<void> {
  // Before its heading, a screen is blank, and nothing is found in it.
  await expect(page.locator('h1').first()).toBeAttached()
  // A button can be rendered before its styles have loaded.
  await page.waitForLoadState()
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const axe = new AxeBuilder({ page })
    // Details of passed rules take most of the time, and are not used.
    .options({ resultTypes: ['violations'] })
  // The dark theme changes only colours.
  const { violations } = await (isDark ? axe.withRules('color-contrast') : axe.withTags(tags))
    // Without a separate page per run, which only cross-origin frames need.
    .setLegacyMode()
    .analyze()
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  )
  // A stop for a screen reader's cursor without anything to read, which axe allows.
  const empty = await page
    .locator('[role=status]:empty, output:empty')
    .filter({ visible: true })
    .evaluateAll((all) => all.map(({ outerHTML }) => outerHTML))
  expect.soft([...findings, ...empty], where).toEqual([])
}
