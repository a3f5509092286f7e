import { expect, test } from '#tests/journeys/support/journey.ts'
import { folderLink } from '#tests/journeys/support/library-steps.ts'
import { makeFolder } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'

test('the breadcrumb links to the parent folders, truncates long names, and collapses only as many middle folders as necessary', async ({
  page,
  account,
}) => {
  const outer = await makeFolder(account, 'A folder whose name is longer than thirty-five')
  const inner = await makeFolder(account, 'Press', outer)
  await page.goto(`/prompts?folderId=${inner}`)
  const way = page.getByRole('navigation', { name: texts.library.breadcrumb })
  await expect(way.getByRole('link')).toHaveText([
    '',
    'A folder whose name is longer than …',
    'Press',
  ])
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(way.getByRole('link')).toHaveText(['', 'A folder whose …', 'Press'])
  await way.getByRole('link').nth(1).click()
  await expect(folderLink(page, 'Press')).toBeVisible()
  await way.getByRole('link', { name: texts.library.root }).click()
  await expect(page).toHaveURL('/prompts')

  await page.setViewportSize({ width: 1440, height: 900 })
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
