import { expect, test } from '#tests/journeys/support/journey.ts'
import { texts } from '#tests/journeys/support/texts.ts'
import english from '#languages/en/browser.json' with { type: 'json' }
import german from '#languages/de/browser.json' with { type: 'json' }

const beginOf = (text: string) => text.split('{')[0] ?? ''

for (const path of ['/prompts', '/login', '/']) {
  test(`${path} shows the supported versions to a browser that is too old`, async ({
    openVisitor,
  }) => {
    const page = await openVisitor()
    await page.addInitScript(() => {
      for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
        Reflect.deleteProperty(HTMLElement.prototype, name)
    })
    await page.goto(path)
    await expect(page.getByText(beginOf(english.tooOld))).toBeVisible()
    await expect(page.getByText(beginOf(german.tooOld))).toBeVisible()
    await expect(page.getByText(/Safari \d+\.\d, Chrome \d+ or Firefox \d+/)).toBeVisible()
  })

  test(`${path} shows without JavaScript that it requires it`, async ({ openVisitor }) => {
    const page = await openVisitor({ javaScriptEnabled: false })
    await page.goto(path)
    // Playwright finds no text inside this element.
    const notices = page.locator('noscript p')
    await expect(notices).toHaveText([english.noScripts, german.noScripts])
    await expect(notices.first()).toBeVisible()
  })
}

test('no notice is shown in a browser that is new enough', async ({ openVisitor }) => {
  const page = await openVisitor()
  await page.goto('/login')
  await expect(
    page.getByRole('button', { name: texts.accounts.login.submit, exact: true }),
  ).toBeVisible()
  await expect(page.getByText(beginOf(english.tooOld))).toBeHidden()
  await expect(page.getByText(beginOf(german.tooOld))).toBeHidden()
})
