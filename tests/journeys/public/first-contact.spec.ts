import { fieldOf } from '#tests/journeys/support/account-steps.ts'
import { expectHydrated } from '#tests/journeys/support/expect-hydrated.ts'
import { holdScripts } from '#tests/journeys/support/hold-scripts.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { texts } from '#tests/journeys/support/texts.ts'

const pages = [
  ['/login', texts.accounts.login.title],
  ['/register', texts.accounts.register.title],
  ['/forgot-password/link', texts.accounts.forgot.title],
  ['/page/imprint', 'Imprint'],
  ['/no/such/page', texts.shell.notFound.title],
  ['/page/nonsense', texts.shell.notFound.title],
] as const

for (const [path, title] of pages) {
  test(`${path} can be read before its scripts, which move nothing and ask for no login`, async ({
    page,
    faults,
  }) => {
    if (title === texts.shell.notFound.title) faults.expectFailure(path, 404)
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.addInitScript(() => {
      window.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          window.shift += (entry as PerformanceEntry & { value: number }).value
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(title)
    const before = await heading.elementHandle()
    await expect(page).toHaveTitle(`${title} · Promptshelf`)
    release()
    await expectHydrated(page)
    // The same element: hydrated, not replaced.
    expect(await before?.evaluate(({ isConnected }) => isConnected)).toBe(true)
    expect(await page.evaluate(() => window.shift)).toBeLessThan(0.02)
    expect(requests.filter((requested) => requested.startsWith('/api/'))).toEqual([])
  })
}

test('what is typed and sent before the scripts is sent by them, and not in the address', async ({
  page,
  account,
  openVisitor,
}) => {
  const visitor = await openVisitor()
  const release = await holdScripts(visitor)
  await visitor.goto('/login', { waitUntil: 'commit' })
  await expect(fieldOf(visitor, texts.accounts.email)).toBeFocused()
  await visitor.keyboard.type(account.email)
  await fieldOf(visitor, texts.accounts.password).focus()
  await visitor.keyboard.type(account.password)
  await visitor.keyboard.press('Enter')
  await expect(visitor).toHaveURL('/login')
  release()
  await expect(visitor).toHaveURL('/prompts')
  await page.close()
})

test('what this tab keeps is on the screen at its first paint', async ({ page }) => {
  await page.addInitScript(() => {
    const address = { path: '/connect/device', keptAt: Date.now() }
    sessionStorage.setItem('return-address', JSON.stringify(address))
  })
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  release()
  await expect(page.getByText(texts.accounts.login.appWaits)).toBeVisible()
  await expect(fieldOf(page, texts.accounts.email)).toBeFocused()
})

declare global {
  interface Window {
    shift: number
  }
}
