import { expect, test } from 'vitest'
import { startWebKit } from './support/browser.ts'

const { openLibrary, takeRequested } = startWebKit()

test('The library makes each of its first calls once, and takes the login check from its page', async () => {
  const { page } = await openLibrary([{ name: 'Launch', prompt: 'Be brief.' }])
  takeRequested()
  await page.open('/prompts')
  await page.ready()
  await page.find('Launch')
  const requested = takeRequested()
  expect(requested).not.toContain('/api/login-checker')
  for (const path of ['/api/folders/list', '/api/prompts/list']) {
    expect(
      requested.filter((each) => each === path),
      path,
    ).toHaveLength(1)
  }
})
