import type { Page } from '@playwright/test'
import { promptCalls } from '#contract/library/prompts.ts'
import { shellPath } from '#contract/screens.ts'
import { buildNext } from '#tests/journeys/support/build-next.ts'
import { signUp } from '#tests/journeys/support/call-api.ts'
import { expect, test } from '#tests/journeys/support/home-journey.ts'
import { promptCard, startPrompt } from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'

// They wait for their server and connection most of the time.
test.describe.configure({ mode: 'parallel' })
test.use({ serviceWorkers: 'allow' })

/** The builds that the browser has stored completely, the oldest first. */
const buildsOf = (page: Page) =>
  page.evaluate(async (shell) => {
    const names = (await caches.keys()).filter((name) => name.startsWith('build '))
    const shells = await Promise.all(
      names.map(async (name) => (await caches.open(name)).match(shell)),
    )
    return names.filter((_, at) => shells[at])
  }, shellPath)

const workersOf = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

const isControlled = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.controller !== null)

const releaseOf = (page: Page) =>
  page.evaluate(() => (globalThis as { release?: string }).release ?? 'this')

/** The state of the worker that has not taken over yet. */
const waitingWorker = (page: Page) =>
  page.evaluate(async () => {
    const [registration] = await navigator.serviceWorker.getRegistrations()
    return registration?.waiting?.state ?? null
  })

async function keepLibrary(page: Page) {
  await page.goto('/prompts')
  await page.evaluate(() => localStorage.setItem('library-copy', 'on'))
  await page.reload()
  await expect.poll(() => isControlled(page)).toBe(true)
}

const profileLink = (page: Page) => page.getByRole('link', { name: texts.shell.profile })
const profileTitle = (page: Page) =>
  page.getByRole('heading', { name: texts.accounts.profile.title })

test('a browser stores nothing until the library is kept on the device', async ({
  page,
  account,
}) => {
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await expect(promptCard(page, 'Launch')).toBeVisible()
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
  expect([await workersOf(page), await buildsOf(page)]).toEqual([0, []])
})

test('the stored shell contains nothing of the account', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch' })
  await keepLibrary(page)
  const stored = await page.evaluate(
    async (shell) => (await caches.match(shell))?.text(),
    shellPath,
  )
  expect(stored).toContain('<script id="answers" type="application/json">{}</script>')
  expect(stored).not.toContain(account.email)
  expect(stored).not.toContain('Launch')
})

test('without a connection, only screens of the library are answered, and none with a secret', async ({
  page,
  context,
  account,
}) => {
  const promptId = await makePrompt(account, { name: 'Launch' })
  await account.call(promptCalls.togglePromptPublic, { promptId })
  await keepLibrary(page)
  await context.setOffline(true)
  for (const path of [
    '/login',
    '/register',
    '/connect/device',
    `/prompt/shared/${promptId}`,
    '/oauth/authorize',
    '/api/login-checker',
    '/prompts?code=x',
    '/prompts?token=x',
  ]) {
    const tab = await context.newPage()
    await expect(tab.goto(path), path).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  }
  expect((await page.goto('/prompts?folderId=x'))?.ok()).toBe(true)
})

test.describe('A server that does not answer in time', () => {
  test.beforeEach(async ({ page, account, home }) => {
    await makePrompt(account, { name: 'Launch' })
    await keepLibrary(page)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('copied-at'))).toBeTruthy()
    await page.goto('about:blank')
    home.freeze()
  })

  test('does not delay the library', async ({ page, home }) => {
    await page.goto('/prompts')
    await promptCard(page, 'Launch').click()
    await expect(page.getByRole('dialog', { name: 'Launch' })).toBeVisible()
    home.thaw()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await profileLink(page).click()
    await expect(profileTitle(page)).toBeVisible()
  })

  test('leads to the login once it answers, if the session has ended', async ({
    page,
    home,
    context,
  }) => {
    await context.clearCookies()
    await page.goto('/prompts')
    await expect(promptCard(page, 'Launch')).toBeVisible()
    home.thaw()
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => localStorage.getItem('copied-at'))).toBe(null)
  })

  test('shows the library of the account that has logged in since, once it answers', async ({
    page,
    home,
    context,
  }) => {
    home.thaw()
    await context.clearCookies()
    const other = await signUp(context.request)
    await makePrompt(other, { name: 'Landing' })
    home.freeze()
    await page.goto('/prompts')
    await expect(promptCard(page, 'Launch')).toBeVisible()
    home.thaw()
    await expect(promptCard(page, 'Landing')).toBeVisible()
    await expect(promptCard(page, 'Launch')).toBeHidden()
  })
})

test('a logout removes everything that is stored, and the next login stores it again', async ({
  page,
  account: { call: _call, ...input },
}) => {
  await keepLibrary(page)
  expect(await buildsOf(page)).toHaveLength(1)
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  await expect.poll(async () => [await workersOf(page), await buildsOf(page)]).toEqual([0, []])
  expect((await page.request.post('/api/login', { data: input })).ok()).toBe(true)
  await page.goto('/prompts')
  await keepLibrary(page)
  await expect.poll(() => buildsOf(page)).toHaveLength(1)
})

test('a server that answers 410 for the service worker removes it', async ({
  page,
  account: _account,
  home,
}) => {
  await keepLibrary(page)
  await home.stop()
  await home.start({ environment: { SERVICE_WORKER: 'off' } })
  await page.reload()
  await expect.poll(async () => [await workersOf(page), await buildsOf(page)]).toEqual([0, []])
  await page.reload()
  await expect(page.getByRole('heading', { name: texts.library.empty.title })).toBeVisible()
})

test('tabs of one build work on next to the server of the next one, which a reload shows', async ({
  page,
  context,
  account,
  home,
}) => {
  const next = buildNext()
  await makePrompt(account, { name: 'Launch' })
  await keepLibrary(page)
  const [first] = await buildsOf(page)
  const failed: string[] = []
  context.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} of ${response.url()}`)
  })
  await home.stop()
  await home.start({ program: next.program })

  // As the browser does from time to time. The next worker waits while a form has unsaved input.
  const form = await startPrompt(page)
  await form.getByLabel(texts.library.prompt.name).fill('Unsaved')
  await page.evaluate(async () => {
    const [registration] = await navigator.serviceWorker.getRegistrations()
    await registration?.update()
  })
  await expect.poll(() => waitingWorker(page)).toBe('installed')
  await form.getByRole('button', { name: texts.library.actions.cancel }).click()
  await page.getByRole('button', { name: texts.library.discard.discard }).click()
  expect(await waitingWorker(page)).toBe('installed')

  const second = await context.newPage()
  await second.goto('/prompts')
  await expect(promptCard(second, 'Launch')).toBeVisible()
  // Chromium may let it take over only once the other worker has been idle. Until then, a server that takes too long on
  // a busy machine leaves the visit to the previous build. A reload in the instant of the change may never end, as
  // if Chromium had lost the worker's event; the user's next one does.
  await expect
    .poll(async () => {
      const hasEnded = await second.reload({ timeout: 5_000 }).catch(() => undefined)
      return hasEnded && [await waitingWorker(second), await releaseOf(second)]
    })
    .toEqual([null, 'next'])
  expect(await buildsOf(second)).toHaveLength(2)

  // The code of this screen has not been loaded, and the server no longer has it. Nor need the browser's own cache.
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await profileLink(page).click()
  await expect(profileTitle(page)).toBeVisible()
  expect(await releaseOf(page)).toBe('this')
  expect(failed).toEqual([])
  const stale = await page.evaluate(async (name) => {
    const files = await (await caches.open(name)).keys()
    return files.map(({ url }) => url).find((url) => /profile-screen-.*\.js$/.test(url))
  }, first ?? '')
  expect((await page.request.get(stale ?? '')).status()).toBe(404)

  await page.goto('/prompts')
  await expect(promptCard(page, 'Launch')).toBeVisible()
  expect(await releaseOf(page)).toBe('next')
  await home.stop()
  next.remove()
})
