import { promptCalls } from '#contract/library/prompts.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { holdScripts } from '#tests/journeys/support/hold-scripts.ts'
import { askToPrompt, promptCard } from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { fill, texts, textsOf } from '#tests/journeys/support/texts.ts'

const german = textsOf.de
const germanHeading = fill(german.shell.sharedPrompt.heading, { promptName: 'Launch' }, 'de')

test('a prompt is marked while it is shared', async ({ page, account, openVisitor, faults }) => {
  const promptId = await makePrompt(account, { name: 'Launch' })
  await account.call(promptCalls.togglePromptPublic, { promptId })
  await page.goto('/prompts')
  await expect(promptCard(page, 'Launch')).toContainText('shared')

  const visitor = await openVisitor()
  await visitor.goto(`/prompt/shared/${promptId}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
    "The prompt 'Launch' has been shared with you",
  )

  const edit = await askToPrompt(page, 'edit', 'Launch')
  await edit.getByRole('switch', { name: texts.library.prompt.share }).click()
  await expect(edit.getByRole('textbox', { name: texts.library.prompt.link })).toBeHidden()
  await edit.getByRole('button', { name: texts.library.actions.cancel }).click()
  await expect(promptCard(page, 'Launch')).not.toContainText('shared')

  faults.expectFailure(`/prompt/shared/${promptId}`, 404)
  await visitor.reload()
  await expect(visitor.getByText(texts.shell.notFound.text)).toBeVisible()
})

test('a shared prompt and the pages of the operator can be read without scripts, in the language of the browser', async ({
  account,
  openVisitor,
}) => {
  const promptId = await makePrompt(account, { name: 'Launch' })
  await account.call(promptCalls.togglePromptPublic, { promptId })
  const visitor = await openVisitor({ javaScriptEnabled: false, locale: 'de-DE' })
  await visitor.goto(`/prompt/shared/${promptId}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(germanHeading)
  await expect(visitor.getByText(/Announce\s+to/)).toBeVisible()
  await expect(visitor.getByRole('textbox', { name: 'product' })).toBeVisible()
  await expect(visitor.getByRole('button')).toHaveCount(0)

  await visitor.goto('/page/privacy-policy')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Datenschutzerklärung')
  await visitor.getByRole('link', { name: german.pages.imprint }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Impressum')
})

test('a shared prompt is shown before its scripts load, and nothing moves when they do', async ({
  account,
  openVisitor,
}) => {
  const text = 'Announce {product}{x} to {target audience}, {product}.\n\n\tIn {tone}:  {a tone}\n'
  const promptId = await makePrompt(account, { name: 'Launch', text: text.repeat(12) })
  await account.call(promptCalls.togglePromptPublic, { promptId })
  const visitor = await openVisitor({ viewport: { width: 375, height: 812 } })
  const held = Promise.withResolvers<void>()
  await visitor.route(/\/assets\/.*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  const places = (selector: string) =>
    visitor.locator(selector).evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, width } = element.getBoundingClientRect()
        return [x, y, width].map(Math.round).join(' ')
      }),
    )

  await visitor.goto(`/prompt/shared/${promptId}`, { waitUntil: 'commit' })
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Launch')
  // Readers see nothing before the styles load, but a measurement would.
  await visitor.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(
      ({ sheet }) => sheet !== null,
    ),
  )
  await visitor.evaluate(() => document.fonts.ready)
  const before = await places('[data-variable], h1, footer')
  const heldUntil = await visitor.evaluate(() => performance.now())
  held.resolve()
  await expect(visitor.getByRole('textbox', { name: 'product' })).toBeFocused()
  expect(await places('[data-variable], h1, footer')).toEqual(before)
  const shift = await visitor.evaluate(
    (since) =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const entries = list.getEntries() as (PerformanceEntry & { value: number })[]
          // The fonts may have come after the first paint.
          const shifts = entries.filter(({ startTime }) => startTime > since)
          resolve(shifts.reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
    heldUntil,
  )
  expect(shift).toBe(0)
})

test('a shared prompt changes its language without losing values, and remembers it; an empty one cannot be copied', async ({
  account,
  openVisitor,
}) => {
  const promptId = await makePrompt(account, { name: 'Launch', text: 'Announce {product}' })
  await account.call(promptCalls.togglePromptPublic, { promptId })
  const visitor = await openVisitor()
  await visitor.goto(`/prompt/shared/${promptId}`)
  await visitor.getByRole('textbox', { name: 'product' }).fill('Lumen')
  await visitor.getByRole('button', { name: 'Deutsch' }).click()
  const heading = visitor.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(germanHeading)
  await expect(visitor.getByRole('textbox', { name: 'product' })).toHaveValue('Lumen')

  // The choice is stored on the device, even if the server never receives it.
  await visitor.context().clearCookies()
  await visitor.reload()
  await expect(heading).toHaveText(germanHeading)
  await expect(visitor.getByRole('button', { name: german.prompt.fillIn.copy })).toBeEnabled()
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'de')

  const blankId = await makePrompt(account, { name: 'Blank', text: '  \n ' })
  await account.call(promptCalls.togglePromptPublic, { promptId: blankId })
  await visitor.goto(`/prompt/shared/${blankId}`)
  await visitor.getByRole('button', { name: german.prompt.fillIn.copy }).click()
  await expect(visitor.getByText(german.prompt.fillIn.copyEmpty)).toBeVisible()
})

test('text typed into a shared prompt before its scripts load is kept, and copied', async ({
  page,
  account,
}) => {
  const promptId = await makePrompt(account, {
    name: 'Launch',
    text: 'Announce {product} to {whom}',
  })
  await account.call(promptCalls.togglePromptPublic, { promptId })
  const release = await holdScripts(page)
  await page.goto(`/prompt/shared/${promptId}`, { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'product' }).focus()
  await page.keyboard.type('Lumen')
  await page.keyboard.press('Enter')
  await page.keyboard.type('all')
  release()
  await expect(
    page.getByText(fill(texts.prompt.fillIn.progress, { filled: 2, total: 2 })),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'whom' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText(texts.prompt.fillIn.copied)).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Announce Lumen to all')
})

test('a click on a shared prompt before its scripts load takes effect once they have', async ({
  page,
  account,
}) => {
  const promptId = await makePrompt(account, { name: 'Launch', text: 'Announce {product}' })
  await account.call(promptCalls.togglePromptPublic, { promptId })
  const release = await holdScripts(page)
  await page.goto(`/prompt/shared/${promptId}`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Deutsch' }).click()
  release()
  await expect(page.getByRole('button', { name: german.prompt.fillIn.copy })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'product' })).toBeFocused()
})
