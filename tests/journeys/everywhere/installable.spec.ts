import { expect, test } from '#tests/journeys/support/journey.ts'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { texts } from '#tests/journeys/support/texts.ts'

type Manifest = {
  name: string
  start_url: string
  icons: { src: string; type: string }[]
  shortcuts: { url: string }[]
  share_target: { action: string }
}

test('a browser considers the site installable', async ({ playwright, server }) => {
  // Only a browser with a window reports problems; a headless one calls every page installable.
  const whole = await playwright.chromium.launch(wholeChromium)
  const page = await whole.newPage({ baseURL: server.origin })
  const browser = await page.context().newCDPSession(page)
  for (const path of ['/', '/login']) {
    await page.goto(path)
    const { url, errors } = await browser.send('Page.getAppManifest')
    expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []])
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    // A test's window is incognito, where nothing can be installed.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
  }
  await whole.close()
})

test('the manifest and its icons are served with their types', async ({ page, request }) => {
  const answer = await request.get('/manifest.webmanifest')
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/)
  const manifest = (await answer.json()) as Manifest
  expect(manifest).toMatchObject({ name: 'Promptshelf', start_url: '/prompts' })
  for (const { url } of [...manifest.shortcuts, { url: manifest.share_target.action }]) {
    expect((await request.get(url)).status()).toBe(200)
  }
  for (const { src, type } of manifest.icons) {
    expect((await request.get(src)).headers()['content-type']).toContain(type)
  }
  await page.goto('/login')
  const touchIcon = page.locator('link[rel="apple-touch-icon"]')
  const icon = await request.get(String(await touchIcon.getAttribute('href')))
  expect(icon.headers()['content-type']).toBe('image/png')
})

test('the browser’s colour follows the chosen theme', async ({ page }) => {
  const colors = () =>
    page
      .locator('meta[name="theme-color"]')
      .evaluateAll((metas) => metas.map((meta) => (meta as HTMLMetaElement).content))
  await page.goto('/page/imprint')
  expect(await colors()).toEqual(['#fafafa', '#09090b'])
  await page.getByRole('button', { name: texts.shell.darkTheme }).click()
  // A click before the page is hydrated takes effect afterwards.
  await expect.poll(colors).toEqual(['#09090b', '#09090b'])
  await page.reload()
  await expect(page.getByRole('button', { name: texts.shell.lightTheme })).toBeVisible()
  expect(await colors()).toEqual(['#09090b', '#09090b'])
})
