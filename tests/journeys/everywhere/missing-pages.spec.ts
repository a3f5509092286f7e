import { expect, test } from '#tests/journeys/support/journey.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'
import { dialogOf, openLibraryWith } from '#tests/journeys/support/library-steps.ts'

const notFound = texts.shell.notFound.text
const unknownId = '01890a5d-ac96-774b-bcce-b302099a8057'

test('an unknown address, and that of a shared prompt that never existed, shows the not-found screen with a link home', async ({
  page,
  faults,
}) => {
  faults.expectFailure(`/prompt/shared/${unknownId}`, 404)
  await page.goto(`/prompt/shared/${unknownId}`)
  await expect(page.getByText(notFound)).toBeVisible()

  faults.expectFailure('/no/such/page', 404)
  await page.goto('/no/such/page')
  await expect(page.getByText(notFound)).toBeVisible()
  await page.getByRole('link', { name: texts.shell.home }).click()
  await expect(page).toHaveURL('/')
})

test('a missing folder is reported inside the library, with a link to all prompts', async ({
  page,
  account,
  faults,
}) => {
  await makePrompt(account, { name: 'Launch' })
  faults.expectFailure('/api/folders/list', 404)
  faults.expectFailure('/api/prompts/list', 404)
  await page.goto(`/prompts?folderId=${unknownId}`)
  await expect(page.getByRole('heading', { name: texts.library.missingFolder.title })).toBeVisible()
  await page.getByRole('link', { name: texts.library.missingFolder.toRoot }).click()
  await expect(page.getByRole('button', { name: 'Launch', exact: true })).toBeVisible()
})

test('a screen whose code fails to load shows the error screen, and a part or a form of it an error; all can be retried', async ({
  page,
  account,
  faults,
}) => {
  const code = /\/assets\/form-dialogs-.*\.js$/
  await page.route(code, (route) => route.abort('connectionrefused'))
  faults.expectFailure(code, 'unreachable')
  await openLibraryWith(page, account, { name: 'Launch' })
  await page.route(/\/assets\/profile-screen-.*\.js$/, (route) => route.abort('connectionrefused'))
  faults.expectFailure(/\/assets\/profile-screen-.*\.js$/, 'unreachable')
  faults.expectConsole('Failed to fetch dynamically imported module')
  await page.getByRole('link', { name: texts.shell.profile }).click()
  await expect(page.getByRole('heading', { name: texts.faults.failureTitle })).toBeVisible()
  await page.unroute(/\/assets\/profile-screen-.*\.js$/)
  const rest = /\/assets\/later-groups-.*\.js$/
  await page.route(rest, (route) => route.abort('connectionrefused'))
  faults.expectFailure(rest, 'unreachable')
  await page.getByRole('link', { name: texts.faults.retry }).click()
  await expect(page.getByRole('heading', { name: texts.accounts.profile.title })).toBeVisible()

  const { changePassword, formFailed, groups, restFailed, retry } = texts.accounts.profile
  await expect(page.getByRole('alert').filter({ hasText: restFailed })).toBeVisible()
  await page.unroute(rest)
  await page.getByRole('button', { name: retry }).click()
  await expect(page.getByRole('heading', { name: groups.devices })).toBeVisible()

  await page.getByRole('button', { name: changePassword }).click()
  await expect(page.getByRole('alert').filter({ hasText: formFailed })).toBeVisible()
  await page.unroute(code)
  await page.getByRole('button', { name: retry }).click()
  await expect(dialogOf(page, changePassword)).toBeVisible()
})
