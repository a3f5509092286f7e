import type { Page } from '@playwright/test'
import { promptCalls } from '#contract/library/prompts.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { folderLink, promptCard } from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'

const databasesOf = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))

async function chooseCopy(page: Page) {
  await page.goto('/prompts')
  await page.evaluate(() => localStorage.setItem('library-copy', 'on'))
  await page.reload()
}

test('a copy shows changes from elsewhere in every tab, and answers without requests', async ({
  page,
  context,
  account,
}) => {
  const folderId = await makeFolder(account, 'Work')
  const promptId = await makePrompt(account, { name: 'Inside', folderId })
  await makePrompt(account, { name: 'Launch' })
  await chooseCopy(page)
  await expect(promptCard(page, 'Launch')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/prompts')
  await expect(promptCard(other, 'Launch')).toBeVisible()

  await makePrompt(account, { name: 'From elsewhere' })
  await expect(promptCard(page, 'From elsewhere')).toBeVisible()
  await expect(promptCard(other, 'From elsewhere')).toBeVisible()

  for (const tab of [page, other]) {
    const requests: string[] = []
    tab.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await folderLink(tab, 'Work').click()
    await expect(promptCard(tab, 'Inside')).toBeVisible()
    expect(requests.filter((path) => /^\/api\/(folders|prompts)\/list$/.test(path))).toEqual([])
  }

  await account.call(promptCalls.deletePrompt, { promptId })
  await expect(promptCard(page, 'Inside')).toBeHidden()
  await expect(promptCard(other, 'Inside')).toBeHidden()
})

test('a logout erases the copy', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch' })
  await chooseCopy(page)
  await expect.poll(() => databasesOf(page)).toContain('library')
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  await expect.poll(() => databasesOf(page)).not.toContain('library')
})

test('an ended session erases the copy at the next start', async ({ page, context, account }) => {
  await makePrompt(account, { name: 'Launch' })
  await chooseCopy(page)
  await expect.poll(() => databasesOf(page)).toContain('library')
  await page.goto('about:blank')
  await context.clearCookies()
  await page.goto('/login')
  await expect.poll(() => databasesOf(page)).not.toContain('library')
})

test('a browser has no copy until it is chosen', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch' })
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/prompts')
  await expect(promptCard(page, 'Launch')).toBeVisible()
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
  expect(await databasesOf(page)).not.toContain('library')
  expect(requests.filter((path) => path.startsWith('/api/library/'))).toEqual([])
})
