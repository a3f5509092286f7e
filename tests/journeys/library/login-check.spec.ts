import { fieldOf } from '#tests/journeys/support/account-steps.ts'
import { phone } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { promptCard } from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'
import { withoutAnswers } from '#tests/journeys/support/without-answers.ts'

test('the library is blank until the login check has answered', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch' })
  // As if the server's own check had failed.
  await withoutAnswers(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/login-checker', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/prompts')
  const blank = page.locator('#root > [aria-busy]')
  await expect(blank).toBeEmpty()
  expect(await blank.evaluate(({ clientHeight }) => clientHeight === innerHeight)).toBe(true)
  await expect(page.locator('#root')).toHaveText('')
  held.resolve()
  await expect(promptCard(page, 'Launch')).toBeVisible()
})

test('the library loads its lists once, together with its page, which has the login check, and is gone after a logout', async ({
  page,
  account,
}) => {
  await makePrompt(account, { name: 'Launch' })
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/prompts')
  await expect(promptCard(page, 'Launch')).toBeVisible()
  expect(requests).not.toContain('/api/login-checker')
  for (const path of ['/api/folders/list', '/api/prompts/list']) {
    expect(requests.filter((requested) => requested === path)).toHaveLength(1)
    expect(requests.indexOf(path)).toBeLessThan(
      requests.findIndex((requested) => requested.startsWith('/assets/editor-area')) >>> 0,
    )
  }

  await page.getByRole('link', { name: texts.shell.logout }).click()
  await expect(page).toHaveURL('/login')
  await page.goBack()
  await expect(page).toHaveURL('/login')
  await expect(promptCard(page, 'Launch')).toBeHidden()
})

test.describe('without a copy', () => {
  test.use({ keepsCopy: false })

  test('a phone also loads the recently used prompts only once, and again if they were not shown', async ({
    page,
    account,
  }) => {
    await page.setViewportSize(phone.viewport)
    await makePrompt(account, { name: 'Launch' })
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto('/prompts')
    await expect(promptCard(page, 'Launch')).toBeVisible()
    const lists = ['/api/folders/list', '/api/prompts/list', '/api/prompts/shelf']
    expect(requests.filter((path) => lists.includes(path)).toSorted()).toEqual(lists.toSorted())

    await page.evaluate(() => localStorage.setItem('library-view', '{"order":"name"}'))
    requests.length = 0
    await page.reload()
    await expect(promptCard(page, 'Launch')).toBeVisible()
    await page.getByRole('combobox', { name: texts.selection.view.order }).selectOption('usedAt')
    await expect
      .poll(() => requests.filter((path) => path === '/api/prompts/shelf'))
      .toHaveLength(2)
  })

  test('data fetched with an expired session is not used after the login', async ({
    page,
    account,
    context,
    faults,
  }) => {
    await makePrompt(account, { name: 'Launch' })
    // The session ends after its document was made.
    await page.route(
      '**/prompts',
      async (route) => {
        const response = await route.fetch()
        await context.clearCookies()
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    for (const path of ['/api/folders/list', '/api/prompts/list']) faults.expectFailure(path, 401)
    await page.goto('/prompts')
    await expect(page).toHaveURL('/login')
    await fieldOf(page, texts.accounts.email).fill(account.email)
    await fieldOf(page, texts.accounts.password).fill(account.password)
    await page.getByRole('button', { name: texts.accounts.login.submit, exact: true }).click()
    await expect(promptCard(page, 'Launch')).toBeVisible()
  })
})

test('the profile is in its page', async ({ page, account }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/profile')
  await expect(page.getByText(account.email)).toBeVisible()
  expect(requests).not.toContain('/api/profile')
  expect(requests).not.toContain('/api/login-checker')
})
