import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './journey.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Checks a page against WCAG 2.2 AA, as far as a program can, and lets the journey continue. */
export async function expectNoFindings(page: Page, where: string): Promise<void> {
  // Until its heading appears, a screen is blank, and axe would find nothing.
  await expect(page.locator('h1').first()).toBeAttached()
  // A button can be rendered before its styles have loaded.
  await page.waitForLoadState()
  // Loading it takes as long as a check, and it stays as long as the document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const findings = await page.evaluate(async (all) => {
    // The dark theme changes only colours.
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches
    const { violations } = await (window as typeof window & { axe: typeof axe }).axe.run({
      runOnly: isDark ? ['color-contrast'] : all,
      // Details of passed rules take most of the time, and are not used.
      resultTypes: ['violations'],
    })
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
    )
  }, tags)
  // An empty element at which a screen reader stops, which axe allows.
  const empty = await page
    .locator('[role=status]:empty, output:empty')
    .filter({ visible: true })
    .evaluateAll((all) => all.map(({ outerHTML }) => outerHTML))
  expect.soft([...findings, ...empty], where).toEqual([])
}

/** Checks a page in light colours, and then its contrasts in dark ones. */
export async function expectNoFindingsInBothThemes(page: Page, where: string): Promise<void> {
  await expectNoFindings(page, where)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoFindings(page, `${where}, dark`)
  await page.emulateMedia({ colorScheme: 'light' })
}
