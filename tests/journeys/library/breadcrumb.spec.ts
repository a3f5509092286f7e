import { expect, test } from '#tests/journeys/support/journey.ts'
import { makeFolder } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'

test('the breadcrumb collapses only as many middle folders as necessary', async ({
  page,
  account,
}) => {
  let folderId: string | null = null
  for (const name of [
    'Marketing',
    'Launches',
    'Social media',
    'Spring',
    'A rather long name',
    'Posts',
  ]) {
    folderId = await makeFolder(account, name, folderId)
  }
  await page.goto(`/prompts?folderId=${folderId}`)
  const way = page.getByRole('navigation', { name: texts.library.breadcrumb })
  await expect(way.getByRole('link', { name: 'Posts' })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  for (let width = 1100; width >= 360; width -= 5) {
    await page.setViewportSize({ width, height: 800 })
    await expect(async () => {
      const { free, next } = await way.evaluate((nav) => {
        const crumbs = [...nav.children].map((crumb) => ({
          width: crumb.getBoundingClientRect().width,
          isHidden: getComputedStyle(crumb).visibility === 'hidden',
        }))
        const seen = crumbs.filter((crumb) => !crumb.isHidden)
        return {
          free: nav.clientWidth - seen.reduce((sum, crumb) => sum + crumb.width, 0),
          next: crumbs.findLast((crumb) => crumb.isHidden)?.width ?? Infinity,
        }
      })
      expect(free, `too much at ${width}`).toBeGreaterThanOrEqual(-1)
      expect(free, `too little at ${width}`).toBeLessThan(next)
    }).toPass()
  }
})
