import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promptCalls } from '#contract/library/prompts.ts'
import { holdScripts } from '#tests/journeys/support/hold-scripts.ts'
import { expect, test } from '#tests/journeys/support/home-journey.ts'
import {
  addToPrompt,
  editorIn,
  openLibraryWith,
  openPrompt,
  promptCard,
} from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'
import { withoutAnswers } from '#tests/journeys/support/without-answers.ts'

// They wait for their server and connection most of the time.
test.describe.configure({ mode: 'parallel' })

const lost = texts.faults.lostNotice

test('unsaved text survives a restart of the server and is saved after it', async ({
  page,
  account,
  home,
}) => {
  await openLibraryWith(page, account, { name: 'Launch', text: 'Announce' })
  const edit = await addToPrompt(page, 'Launch', ' it all')
  await home.stop()

  await edit.getByRole('button', { name: texts.library.prompt.save }).click()
  await expect(edit.getByText(texts.library.limit.notSaved)).toBeVisible()
  await expect(page.getByText(lost)).toBeVisible()
  await expect(editorIn(edit)).toHaveText('Announce it all')

  await home.start()
  await expect(edit).toBeHidden()
  await expect(page.getByText(texts.library.prompt.saved)).toBeVisible()
  await expect(promptCard(page, 'Launch')).toContainText('Announce it all')
})

test('values are kept if the prompt cannot be refetched, and typed for one that loads once the server is back', async ({
  page,
  account,
  home,
}) => {
  await openLibraryWith(page, account, { name: 'Launch', text: 'Announce {product}' })
  const view = await openPrompt(page, 'Launch')
  const product = view.getByRole('textbox', { name: 'product' })
  await product.fill('Tea')
  await home.stop()
  // Returning to the tab refetches what is on screen.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText(lost)).toBeVisible()
  await expect(product).toHaveValue('Tea')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: texts.library.discard.discard }).click()
  await expect(view).toBeHidden()

  await openPrompt(page, 'Launch')
  await page.keyboard.type('Lumen')
  await expect(view.getByText(texts.library.prompt.unreachable)).toBeVisible()
  await home.start()
  await expect(product).toHaveValue('Lumen')
  await expect(page.getByText(lost)).toBeHidden()
})

test('a screen whose code failed to load appears once the server is back', async ({
  page,
  account,
  home,
}) => {
  await openLibraryWith(page, account, { name: 'Launch' })
  await home.stop()
  await page.getByRole('link', { name: texts.shell.profile }).click()
  await expect(page.getByRole('heading', { name: texts.faults.lostTitle })).toBeVisible()
  await page.getByRole('button', { name: texts.faults.retry }).click()
  await expect(page.getByRole('heading', { name: texts.faults.lostTitle })).toBeVisible()
  await home.start()
  await expect(page.getByRole('heading', { name: texts.accounts.profile.title })).toBeVisible()
})

test('while the session is unknown, the login screen shows that, and redirects home once it is found', async ({
  page,
  account,
}) => {
  await makePrompt(account, { name: 'Launch' })
  await withoutAnswers(page)
  for (const path of ['**/api/**', '**/api/login-checker']) {
    await page.route(path, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
    await page.goto('/prompts')
    await expect(page).toHaveURL('/login')
    await expect(page.getByText(lost)).toBeVisible()
    await expect(
      page.getByRole('button', { name: texts.accounts.login.submit, exact: true }),
    ).toBeVisible()
    await page.unroute(path)
    await expect(promptCard(page, 'Launch')).toBeVisible()
  }
})

test('being offline, an error code that this client lacks, and a failed logout are shown', async ({
  page,
  context,
  account,
  home,
}) => {
  await openLibraryWith(page, account, { name: 'Launch' })
  await context.setOffline(true)
  const offline = page.getByText(texts.faults.offlineNotice)
  await expect(offline).toBeVisible()
  await context.setOffline(false)
  await expect(offline).toBeHidden()

  const msg = 'The shelf is being dusted.'
  await page.route('**/api/prompts/get*', (route) =>
    route.fulfill({ status: 409, json: { status: 'error', code: 'shelf_dusted', msg } }),
  )
  await page.getByRole('button', { name: 'Launch', exact: true }).click()
  await expect(page.getByText(msg)).toBeVisible()

  await page.route('**/api/logout', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/profile')
  await page.getByRole('link', { name: texts.shell.logout }).click()
  await expect(page.getByText(texts.faults.noAnswer)).toBeVisible()
  await expect(page).toHaveURL('/profile')
  await page.unroute('**/api/logout')
  await page.getByRole('link', { name: texts.shell.logout }).click()
  await expect(page).toHaveURL(`${home.origin}/login`)
})

test('lists that failed to load are refetched automatically', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch' })
  const lists = /\/api\/(?:health|folders\/list|prompts\/list)/
  await page.route(lists, (route) => route.abort('connectionrefused'))
  await page.goto('/prompts')
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toContainText(texts.library.failure.folders)
  await page.unroute(lists)
  await expect(promptCard(page, 'Launch')).toBeVisible()
})

test('the page reloads once after a new release', async ({ page, account }) => {
  await openLibraryWith(page, account, { name: 'Launch' })
  // The old release's file is gone. The reloaded page names the new one.
  await page.route(
    /\/assets\/profile-screen-.*\.js$/,
    (route) => route.fulfill({ status: 404, json: { status: 'error', code: 'not_found' } }),
    { times: 1 },
  )
  await page.getByRole('link', { name: texts.shell.profile }).click()
  await expect(page.getByRole('heading', { name: texts.accounts.profile.title })).toBeVisible()
})

test('a shared prompt can be filled in and copied without a network', async ({
  page,
  account,
  context,
}) => {
  const promptId = await makePrompt(account, { name: 'Launch', text: 'Announce {product}' })
  await account.call(promptCalls.togglePromptPublic, { promptId })
  await page.goto(`/prompt/shared/${promptId}`)
  await expect(page.getByRole('textbox', { name: 'product' })).toBeFocused()
  await context.setOffline(true)
  await expect(page.getByText(texts.faults.offlineNotice)).toBeVisible()
  await page.keyboard.type('Lumen')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: texts.prompt.fillIn.copy }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('Announce Lumen')
  await context.setOffline(false)
  await expect(page.getByText(texts.faults.offlineTitle)).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'product' })).toHaveValue('Lumen')
})

test('a shared prompt that the database fails to return can be retried, with or without scripts', async ({
  page,
  account,
  home,
}) => {
  const promptId = await makePrompt(account, { name: 'Launch' })
  await account.call(promptCalls.togglePromptPublic, { promptId })
  const database = new DatabaseSync(join(home.directory, 'promptshelf.sqlite'))
  database.exec('alter table prompts rename to elsewhere')
  const release = await holdScripts(page)
  await page.goto(`/prompt/shared/${promptId}`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: texts.faults.failureTitle })).toBeVisible()
  database.exec('alter table elsewhere rename to prompts')
  database.close()
  await page.getByRole('link', { name: texts.faults.retry }).click({ noWaitAfter: true })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Launch')
  release()
  await expect(page.getByRole('button', { name: texts.prompt.fillIn.copy })).toBeEnabled()
})
