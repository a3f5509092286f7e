import { expect, test } from '#tests/journeys/support/journey.ts'
import { promptCard } from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'

test('the library is blank until the login check has answered', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch' })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/login-checker', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/prompts')
  const blank = page.locator('#root > [aria-busy]')
  await expect(blank).toBeEmpty()
  expect(await blank.evaluate(({ clientHeight }) => clientHeight === innerHeight)).toBe(true)
  await expect(page.locator('body')).toHaveText('')
  held.resolve()
  await expect(promptCard(page, 'Launch')).toBeVisible()
})

test('the library loads its lists once, together with its page', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch' })
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/prompts')
  await expect(promptCard(page, 'Launch')).toBeVisible()
  for (const path of ['/api/login-checker', '/api/folders/list', '/api/prompts/list']) {
    expect(requests.filter((requested) => requested === path)).toHaveLength(1)
    expect(requests.indexOf(path)).toBeLessThan(
      requests.findIndex((requested) => requested.startsWith('/assets/editor-area')) >>> 0,
    )
  }
})
