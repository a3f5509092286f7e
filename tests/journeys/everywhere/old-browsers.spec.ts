import { expect, test } from '#tests/journeys/support/journey.ts'
import { texts } from '#tests/journeys/support/texts.ts'
import english from '#languages/en/browser.json' with { type: 'json' }
import german from '#languages/de/browser.json' with { type: 'json' }

const beginOf = (text: string) => text.split('{')[0] ?? ''

const paths = ['/prompts', '/login', '/']

test('a browser that is too old is shown the supported versions', async ({ openVisitor }) => {
  const page = await openVisitor()
  await page.addInitScript(() => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name)
  })
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByText(beginOf(english.tooOld))).toBeVisible()
    await expect(page.getByText(beginOf(german.tooOld))).toBeVisible()
    await expect(page.getByText(/Safari \d+\.\d, Chrome \d+ or Firefox \d+/)).toBeVisible()
  }
})

test('a browser without JavaScript is shown that it is required', async ({ openVisitor }) => {
  const page = await openVisitor({ javaScriptEnabled: false })
  for (const path of paths) {
    await page.goto(path)
    // Playwright finds no text inside this element.
    const notices = page.locator('noscript p')
    await expect(notices).toHaveText([english.noScripts, german.noScripts])
    await expect(notices.first()).toBeVisible()
  }
})

test('no notice is shown in a browser that is new enough', async ({ openVisitor }) => {
  const page = await openVisitor()
  await page.goto('/login')
  await expect(
    page.getByRole('button', { name: texts.accounts.login.submit, exact: true }),
  ).toBeVisible()
  await expect(page.getByText(beginOf(english.tooOld))).toBeHidden()
  await expect(page.getByText(beginOf(german.tooOld))).toBeHidden()
})
