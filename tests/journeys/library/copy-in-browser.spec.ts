import type { Locator, Page } from '@playwright/test'
import { promptCalls } from '#contract/library/prompts.ts'
import { shelfCalls } from '#contract/library/shelf.ts'
import { signIn } from '#tests/journeys/support/account-steps.ts'
import { signUp } from '#tests/journeys/support/call-api.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  addToPrompt,
  dialogOf,
  editorIn,
  folderLink,
  promptCard,
} from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'

test.use({ hasPromptLimit: false })

const { onDevice } = texts.accounts.profile

const databasesOf = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))

/** Waits until the copy is complete and has the server's state. */
const expectCopy = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('copied-at'))).not.toBeNull()

function requestsOf(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) paths.push(pathname.slice('/api/'.length))
  })
  return paths
}

/** Blocks all calls of the next pages until the returned function is called. */
async function holdCalls(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    await held.promise
    // The page may be closed by then.
    await route.continue().catch(() => {})
  })
  return held.resolve
}

test('a copy shows changes from elsewhere in every tab, and answers without requests', async ({
  page,
  context,
  account,
}) => {
  const folderId = await makeFolder(account, 'Work')
  const promptId = await makePrompt(account, { name: 'Inside', folderId })
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await expect(promptCard(page, 'Launch')).toBeVisible()
  await expectCopy(page)
  const other = await context.newPage()
  await other.goto('/prompts')
  await expect(promptCard(other, 'Launch')).toBeVisible()

  await makePrompt(account, { name: 'From elsewhere' })
  await expect(promptCard(page, 'From elsewhere')).toBeVisible()
  await expect(promptCard(other, 'From elsewhere')).toBeVisible()

  for (const tab of [page, other]) {
    const requests = requestsOf(tab)
    await folderLink(tab, 'Work').click()
    await expect(promptCard(tab, 'Inside')).toBeVisible()
    expect(requests.filter((path) => /^(folders|prompts)\/list$/.test(path))).toEqual([])
  }

  await account.call(promptCalls.deletePrompt, { promptId })
  await expect(promptCard(page, 'Inside')).toBeHidden()
  await expect(promptCard(other, 'Inside')).toBeHidden()
})

test('a click on a folder in the copy draws it at once', async ({ page, account }) => {
  const folderId = await makeFolder(account, 'Work')
  await makePrompt(account, { name: 'Inside', folderId, text: 'About {topic}.' })
  await page.goto('/prompts')
  await expectCopy(page)
  await expect(page.getByRole('tree')).toBeAttached()
  const contentsAfter = (opener: Locator) =>
    opener.evaluate((element: HTMLElement) => {
      element.click()
      return document.body.textContent
    })
  for (const link of [
    folderLink(page, 'Work').first(),
    page.getByRole('treeitem', { name: 'Work' }),
  ]) {
    await expect(promptCard(page, 'Inside')).toBeHidden()
    expect(await contentsAfter(link)).toContain('About')
    await expect(page).toHaveURL(`/prompts?folderId=${folderId}`)
    await page.goBack()
  }
})

test('the next visit shows the copy before any call is answered, and then what has changed', async ({
  page,
  account,
}) => {
  const folderId = await makeFolder(account, 'Work')
  await makePrompt(account, { name: 'Inside', folderId })
  const promptId = await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await expectCopy(page)
  await page.goto('about:blank')
  await account.call(promptCalls.deletePrompt, { promptId })
  await makePrompt(account, { name: 'From elsewhere' })

  const release = await holdCalls(page)
  await page.goto('/prompts')
  await expect(promptCard(page, 'Launch')).toBeVisible()
  await expect(page.getByRole('treeitem', { name: 'Work' })).toBeVisible()
  await folderLink(page, 'Work').first().click()
  await expect(promptCard(page, 'Inside')).toBeVisible()
  await page.goBack()
  release()
  await expect(promptCard(page, 'From elsewhere')).toBeVisible()
  await expect(promptCard(page, 'Launch')).toBeHidden()
})

test('a copy is made although the last one was erased only in part', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/page/imprint')
  await page.evaluate(() => {
    const opening = indexedDB.open('library')
    return new Promise((resolve) => opening.addEventListener('success', resolve))
  })
  await page.goto('/prompts')
  await expectCopy(page)
})

test('an unchanged library is not fetched again by the next visit', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await expectCopy(page)
  await page.goto('about:blank')
  const requests = requestsOf(page)
  const confirmed = page.waitForResponse('**/api/prompts/shelf')
  await page.goto('/prompts')
  await expect(promptCard(page, 'Launch')).toBeVisible()
  await confirmed
  expect(requests.filter((path) => /^(folders|prompts)\/(list|tree|names)$/.test(path))).toEqual([])
})

test('a prompt used on another device is corrected on the shelf', async ({ page, account }) => {
  const first = await makePrompt(account, { name: 'First' })
  const second = await makePrompt(account, { name: 'Second' })
  await account.call(shelfCalls.notePromptUse, { promptId: first })
  await page.goto('/prompts')
  await expectCopy(page)
  await page.goto('about:blank')
  await account.call(shelfCalls.notePromptUse, { promptId: second })
  const recents = page.getByRole('list', { name: texts.shelf.recents })
  await page.goto('/prompts')
  await expect(recents.getByRole('listitem')).toHaveText(['Second', 'First'])
})

test('a change of this tab is requested once', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch', text: 'Hello.' })
  await page.goto('/prompts')
  await expectCopy(page)
  const requests = requestsOf(page)
  const edit = await addToPrompt(page, 'Launch', ' Again.')
  await edit.getByRole('button', { name: texts.library.prompt.save }).click()
  await expect(edit).toBeHidden()
  await expect(promptCard(page, 'Launch')).toContainText('Hello. Again.')
  // A second one would follow the server's line.
  await makePrompt(account, { name: 'From elsewhere' })
  await expect(promptCard(page, 'From elsewhere')).toBeVisible()
  expect(requests.filter((path) => path === 'library/changes')).toHaveLength(2)
  expect(requests.filter((path) => /^(folders|prompts)\/list$/.test(path))).toEqual([])
})

test('changes from elsewhere keep the focus, the scroll position, the selection and a form', async ({
  page,
  account,
}) => {
  const names = Array.from({ length: 40 }, (_, at) => `Prompt ${String(at).padStart(2, '0')}`)
  for (const name of names) await makePrompt(account, { name })
  const changed = await makePrompt(account, { name: 'Prompt 99', text: 'Old.' })
  await page.goto('/prompts')
  await expectCopy(page)
  await expect(promptCard(page, 'Prompt 00')).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const box = promptCard(page, 'Prompt 39').getByRole('checkbox')
  await expect(box).toBeAttached()
  await promptCard(page, 'Prompt 39').getByRole('button', { name: 'Prompt 39' }).focus()
  await page.keyboard.press('x')
  await expect(box).toBeChecked()
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(0)
  const { prompt } = await account.call(promptCalls.getPrompt, { promptId: changed })
  await account.call(promptCalls.updatePrompt, { ...prompt, promptId: changed, prompt: 'New.' })
  await expect(promptCard(page, 'Prompt 99')).toContainText('New.')
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  await expect(box).toBeChecked()

  await page.keyboard.press('Escape')
  const edit = await addToPrompt(page, 'Prompt 39', ' Typed here')
  await makePrompt(account, { name: 'Prompt 98' })
  await expect(promptCard(page, 'Prompt 98')).toBeAttached()
  await expect(editorIn(edit)).toContainText('Typed here')
  await expect(editorIn(edit)).toBeFocused()
  await edit.getByRole('button', { name: texts.library.prompt.save }).click()
  await expect(dialogOf(page, texts.library.prompt.updateTitle)).toBeHidden()
  await expect(promptCard(page, 'Prompt 39')).toContainText('Typed here')
})

test('without a stream, the server is asked for changes', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch' })
  // A proxy that buffers it passes nothing on.
  await page.route('**/api/library/watch', () => {})
  await page.goto('/prompts')
  await expectCopy(page)
  await makePrompt(account, { name: 'From elsewhere' })
  await expect(promptCard(page, 'From elsewhere')).toBeVisible()
})

const refusals: { what: string; paths: RegExp; status: number; body: object }[] = [
  { what: 'fails to list the changes', paths: /library\/changes/, status: 500, body: {} },
  {
    what: 'is older than the changes',
    paths: /library\/(changes|ids|watch)/,
    status: 404,
    body: { status: 'error', code: 'not_found', msg: 'No such call' },
  },
  {
    what: 'lists changes without end',
    paths: /library\/changes/,
    status: 200,
    body: { folders: [], prompts: [], hasMore: true, hasRemoved: false },
  },
  { what: 'lists something else', paths: /library\/changes/, status: 200, body: { items: [] } },
]
for (const { what, paths, status, body } of refusals) {
  test(`a server that ${what} answers everything itself`, async ({ page, account, faults }) => {
    if (status !== 200) faults.expectFailure(paths, status)
    const folderId = await makeFolder(account, 'Work')
    const promptId = await makePrompt(account, { name: 'Launch' })
    await page.goto('/prompts')
    await expectCopy(page)
    await page.goto('about:blank')
    await account.call(promptCalls.deletePrompt, { promptId })
    await makePrompt(account, { name: 'From elsewhere' })
    const requests = requestsOf(page)
    await page.route(paths, (route) => {
      const next = `${1_000_000 + requests.length}`
      return route.fulfill({ status, json: { ...body, next } })
    })
    await page.goto('/prompts')
    await expect(promptCard(page, 'From elsewhere')).toBeVisible()
    await expect(promptCard(page, 'Launch')).toBeHidden()
    await makePrompt(account, { name: 'Inside', folderId })
    await folderLink(page, 'Work').first().click()
    await expect(promptCard(page, 'Inside')).toBeVisible()
    expect(requests.filter((path) => path.startsWith('library/')).length).toBeLessThan(15)
  })
}

test('reads do not wait for changes that stall', async ({ page, account }) => {
  const folderId = await makeFolder(account, 'Work')
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await expectCopy(page)
  await page.route('**/api/library/changes*', () => {})
  const asked = page.waitForRequest('**/api/library/changes*')
  await makePrompt(account, { name: 'Inside', folderId })
  await asked
  await folderLink(page, 'Work').first().click()
  await expect(promptCard(page, 'Inside')).toBeVisible()
})

test('changes that have stalled are requested again', async ({ page, account }) => {
  await page.clock.install()
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await expectCopy(page)
  let requests = 0
  await page.route('**/api/library/changes*', (route) => {
    if (requests++ > 0) return route.continue()
  })
  const asked = page.waitForRequest('**/api/library/changes*')
  await makePrompt(account, { name: 'From elsewhere' })
  await asked
  await page.clock.fastForward(60_000)
  await expect(promptCard(page, 'From elsewhere')).toBeVisible()
})

test('a tab shows the server’s state if no tab learns of changes', async ({
  page,
  context,
  account,
}) => {
  const promptId = await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await expectCopy(page)
  await page.goto('about:blank')
  await account.call(promptCalls.deletePrompt, { promptId })
  await makePrompt(account, { name: 'From elsewhere' })
  await context.route('**/api/library/changes*', () => {})
  await page.goto('/prompts')
  const other = await context.newPage()
  await other.goto('/prompts')
  for (const tab of [page, other]) {
    await expect(promptCard(tab, 'From elsewhere')).toBeVisible()
    await expect(promptCard(tab, 'Launch')).toBeHidden()
  }
})

test('the copy of a library that was restored from a backup is made again', async ({
  page,
  account,
  faults,
}) => {
  faults.expectFailure('/api/library/changes', 404)
  const promptId = await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await expectCopy(page)
  await page.goto('about:blank')
  await account.call(promptCalls.deletePrompt, { promptId })
  const folderId = await makeFolder(account, 'Work')
  await makePrompt(account, { name: 'Inside', folderId })
  // The server does not know the cursor.
  const unknown = { status: 'error', code: 'not_found', msg: 'No such cursor' }
  await page.route('**/api/library/changes?after=*', (route) =>
    route.fulfill({ status: 404, json: unknown }),
  )
  const again = page.waitForResponse((response) => response.url().endsWith('/api/library/changes'))
  await page.goto('/prompts')
  await again
  await expect(promptCard(page, 'Launch')).toBeHidden()
  await page.unroute('**/api/library/changes?after=*')
  await page.reload()
  await expect(page.getByRole('treeitem', { name: 'Work' })).toBeVisible()
  const requests = requestsOf(page)
  await folderLink(page, 'Work').first().click()
  await expect(promptCard(page, 'Inside')).toBeVisible()
  expect(requests.filter((path) => /^(folders|prompts)\/list$/.test(path))).toEqual([])
})

test('a logout erases the copy', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await expectCopy(page)
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  await expect.poll(() => databasesOf(page)).not.toContain('library')
})

test('a logout without a connection erases everything at once, and ends the session later', async ({
  page,
  context,
  account,
  faults,
}) => {
  faults.expectFailure(/^\/api\//, 'unreachable')
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await expectCopy(page)
  await expect(page.getByRole('tree')).toBeAttached()
  const session = (await context.cookies()).find(({ httpOnly }) => httpOnly)
  const cookie = `${session?.name}=${session?.value}`
  const isLoggedIn = async () =>
    (await (await fetch(new URL('/api/login-checker', page.url()), { headers: { cookie } })).json())
      .isLoggedIn
  expect(await isLoggedIn()).toBe(true)

  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: texts.shell.logout }).click()
  await expect(page.getByRole('heading', { name: texts.shell.loggedOut.title })).toBeFocused()
  await expect.poll(() => databasesOf(page)).not.toContain('library')
  expect(await isLoggedIn()).toBe(true)
  // Another tab does not show the library either.
  const other = await context.newPage()
  await other.route('**/api/**', (route) => route.abort('connectionrefused'))
  await other.goto('/prompts')
  await expect(other).toHaveURL('/login')
  await other.close()

  await page.unroute('**/api/**')
  await expect(page).toHaveURL('/login')
  expect(await isLoggedIn()).toBe(false)
})

test('a logout that the browser has not sent is sent by its next start', async ({
  page,
  context,
  account,
  faults,
}) => {
  faults.expectFailure(/^\/api\//, 'unreachable')
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await expect(page.getByRole('tree')).toBeAttached()
  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: texts.shell.logout }).click()
  await expect(page.getByRole('heading', { name: texts.shell.loggedOut.title })).toBeVisible()
  await page.close()
  const next = await context.newPage()
  await next.goto('/prompts')
  await expect(next).toHaveURL('/login')
  await expect(next.getByRole('textbox', { name: texts.accounts.email })).toBeVisible()
  await next.goto('/prompts')
  await expect(next).toHaveURL('/login')
})

test('an ended session erases the copy at the next start', async ({ page, context, account }) => {
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await expectCopy(page)
  await page.goto('about:blank')
  await context.clearCookies()
  await page.goto('/login')
  await expect.poll(() => databasesOf(page)).not.toContain('library')
})

test('the profile shows, erases and switches off the copy', async ({ page, account }) => {
  await makeFolder(account, 'Work')
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/profile')
  const section = page.locator('#this-device')
  const keeps = section.getByRole('switch', { name: onDevice.keep })
  await expect(section.getByRole('status')).toContainText('1 prompt and 1 folder, 0.1 MB, as of ')
  await section.getByRole('button', { name: onDevice.erase }).click()
  await expect(section.getByRole('status')).toHaveText(onDevice.erased)
  await expect.poll(() => databasesOf(page)).not.toContain('library')

  await page.reload()
  await expect(section.getByRole('status')).toContainText('1 prompt and 1 folder')
  await keeps.uncheck()
  await expect.poll(() => databasesOf(page)).not.toContain('library')
  await page.reload()
  await expect(keeps).not.toBeChecked()
  expect(await databasesOf(page)).not.toContain('library')
  await keeps.check()
  await expect(section.getByRole('status')).toContainText('1 prompt and 1 folder')
})

test('a copy is not shown to another account', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch' })
  await page.goto('/prompts')
  await expectCopy(page)
  await page.goto('about:blank')
  // As if the login had been lost without a logout.
  await page.context().clearCookies()
  const ben = await signUp(page.context().request)
  await makePrompt(ben, { name: 'His' })
  await page.goto('/prompts')
  await expect(promptCard(page, 'His')).toBeVisible()
  await expect(promptCard(page, 'Launch')).toBeHidden()
  await expectCopy(page)
  await page.reload()
  await expect(promptCard(page, 'His')).toBeVisible()
  await expect(promptCard(page, 'Launch')).toBeHidden()
})

test.describe('on a new device', () => {
  test.use({ keepsCopy: false })

  test('the login suggests a copy, and later the last choice', async ({ page, account }) => {
    const box = page.getByRole('checkbox', { name: texts.accounts.login.ownDevice })
    await page.context().clearCookies()
    await page.goto('/login')
    await expect(box).toBeChecked()
    await signIn(page, texts, account)
    await expectCopy(page)
    await page.goto('/logout')
    await expect(page).toHaveURL('/login')
    await expect(box).toBeChecked()
    await box.uncheck()
    await page.reload()
    await expect(box).not.toBeChecked()
    await signIn(page, texts, account)
    await expect(page.getByRole('tree')).toBeAttached()
    expect(await databasesOf(page)).not.toContain('library')
  })

  test('a browser keeps no copy', async ({ page, account }) => {
    await makePrompt(account, { name: 'Launch' })
    const requests = requestsOf(page)
    await page.goto('/prompts')
    await expect(promptCard(page, 'Launch')).toBeVisible()
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
    expect(await databasesOf(page)).not.toContain('library')
    expect(requests.filter((path) => path.startsWith('library/'))).toEqual([])
  })
})
