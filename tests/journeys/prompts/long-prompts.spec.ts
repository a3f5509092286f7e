import type { Page } from '@playwright/test'
import { promptCalls } from '#contract/library/prompts.ts'
import { arabic } from '#tests/fixtures/difficult-library.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { openLibraryWith, openPrompt } from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'

const long = `${'A line of the rules.\n'.repeat(60)}Announce {product} to {audience}.`

async function holdPrompt(page: Page) {
  const arrival = Promise.withResolvers<void>()
  await page.route('**/api/prompts/get?*', async (route) => {
    await arrival.promise
    await route.continue()
  })
  return arrival.resolve
}

test('a long prompt opens at its beginning, with a button to its first gap, whether it loads late or at once', async ({
  page,
  account,
}) => {
  await openLibraryWith(page, account, { name: 'Rules', text: long })
  const release = await holdPrompt(page)
  for (const arrive of [release, () => {}]) {
    const view = await openPrompt(page, 'Rules')
    arrive()
    const product = view.getByRole('textbox', { name: 'product' })
    const pill = view.getByRole('button', { name: texts.prompt.fillIn.firstGap })
    await expect(pill).toBeInViewport({ ratio: 1 })
    await expect(view.getByText('A line of the rules.').first()).toBeInViewport({ ratio: 1 })
    await expect(product).not.toBeInViewport()

    await page.keyboard.press('Enter')
    await expect(product).toBeFocused()
    await expect(product).toBeInViewport({ ratio: 1 })
    await expect(pill).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(view).toBeHidden()
  }
})

test('a long shared prompt opens at its beginning, too', async ({ account, openVisitor }) => {
  const promptId = await makePrompt(account, { name: 'Rules', text: long })
  await account.call(promptCalls.togglePromptPublic, { promptId })
  const visitor = await openVisitor()
  await visitor.goto(`/prompt/shared/${promptId}`)
  await expect(visitor.getByRole('button', { name: texts.prompt.fillIn.firstGap })).toBeInViewport()
  expect(await visitor.evaluate(() => scrollY)).toBe(0)
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByRole('textbox', { name: 'product' })).toBeFocused()
  await expect(visitor.getByRole('textbox', { name: 'product' })).toBeInViewport({ ratio: 1 })
})

test('a line with only variables has the direction of its prompt', async ({
  page,
  account,
  openVisitor,
}) => {
  const promptId = await makePrompt(account, {
    name: 'Letter',
    text: `${arabic}\n{x}\n{y}: 3\nin {z}`,
  })
  await makePrompt(account, { name: 'Plain', text: `Write to\n{${arabic}}\nall` })
  await account.call(promptCalls.togglePromptPublic, { promptId })
  await page.goto('/prompts')
  const view = await openPrompt(page, 'Letter')
  const sideOf = (name: string) =>
    page.locator(`[data-variable="${name}"]`).evaluate((field) => {
      const text = field.parentElement!.getBoundingClientRect()
      const { left, right } = field.getBoundingClientRect()
      return left - text.left > text.right - right ? 'right' : 'left'
    })
  expect([await sideOf('x'), await sideOf('y'), await sideOf('z')]).toEqual([
    'right',
    'right',
    'left',
  ])
  await page.keyboard.press('Escape')
  await expect(view).toBeHidden()
  const plain = await openPrompt(page, 'Plain')
  await expect(plain.getByRole('textbox').last()).toBeFocused()
  expect(await sideOf(arabic)).toBe('left')

  // The server-rendered page has the same lines.
  const visitor = await openVisitor({ javaScriptEnabled: false })
  await visitor.goto(`/prompt/shared/${promptId}`)
  const marks = await visitor.locator('[data-variable]').evaluateAll((all) =>
    all.map((mark) => {
      const text = mark.parentElement!.getBoundingClientRect()
      const { left, right } = mark.getBoundingClientRect()
      return left - text.left > text.right - right ? 'right' : 'left'
    }),
  )
  expect(marks).toEqual(['right', 'right', 'left'])
})
