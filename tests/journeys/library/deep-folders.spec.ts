import { languageCodes } from '#languages/languages.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

for (const language of languageCodes) {
  const { library } = textsOf[language]
  test(`a long way names its ends, and says in ${language} how much is between`, async ({
    page,
    account,
  }) => {
    let folderId: string | null = null
    for (let level = 1; level <= 12; level++) {
      folderId = await makeFolder(account, `Level ${level}`, folderId)
    }
    await makePrompt(account, { name: 'At the end', folderId })
    await page.addInitScript((lang) => localStorage.setItem('lang', lang), language)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/prompts?folderId=${folderId}`)
    const way = page.getByRole('navigation', { name: library.breadcrumb })
    await expect(way.getByRole('link', { name: 'Level 12' })).toBeVisible()
    await expect(way.getByText(fill(library.leftOut, { count: 4 }, language))).toBeAttached()
    await expect(way).toContainText('Level 9')
    await expect(way.getByRole('link', { name: 'Level 6' })).toHaveCount(0)

    await page.setViewportSize({ width: 375, height: 800 })
    await expect(way.getByRole('link', { name: 'Level 11' })).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('textbox', { name: library.search.label }).fill('at the end')
    const place = page.getByTitle('Level 4 / … / Level 9', { exact: false })
    await expect(place).toBeVisible()
  })
}
