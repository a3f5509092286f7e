import { languages } from '#languages/languages.ts'
import { readFile } from 'node:fs/promises'
import { promptCalls } from '#contract/library/prompts.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import { expect, test } from '#tests/journeys/support/account-journey.ts'
import {
  alertOf,
  expectLoggedOut,
  signInElsewhere,
  trySignIn,
} from '#tests/journeys/support/account-steps.ts'
import { dialogOf, sumIn } from '#tests/journeys/support/library-steps.ts'
import { makeFolder, makePrompt } from '#tests/journeys/support/make-library.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'

/** Text that careless exports damage: markup, quotes, white space, and unusual Unicode. */
const awkward = [
  '<instructions>\n\tWrite about {topic} & "{{tone}}".  \n\n\n</instructions>\n',
  '{"json": [1, 2, {"a": "\\u0041\\n"}]} `${x}` \\ \u2028\u2029\u00A0\u200D\uFEFF',
  'Grüße 👩‍👩‍👧 e\u0301 {Maß} \u{1F3F3}\uFE0F  ',
  '   ',
]

const language = 'de'
const texts = textsOf[language]
test.use({ locale: languages[language].locale })

test('a download holds the whole account, every prompt byte for byte; a deletion can be cancelled', async ({
  page,
  account,
}) => {
  const folderId = await makeFolder(account, 'Größe „und“ Maß')
  for (const [at, text] of awkward.entries()) {
    await makePrompt(account, { name: `Prompt ${at}`, text, folderId, notes: text || null })
  }
  await page.goto('/profile')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: texts.accounts.profile.download }).click()
  await expect(page.getByText(texts.accounts.profile.downloadStarts)).toBeVisible()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('promptshelf-data.json')
  const file = await readFile(await download.path())
  const data = JSON.parse(file.toString('utf8')) as {
    account: { email: string; emailVerifiedAt: string | null }
    sessions: object[]
    folders: { id: string; name: string }[]
    prompts: { name: string; prompt: string; notes: string | null; folderId: string }[]
  }
  expect(data.account).toMatchObject({ email: account.email, emailVerifiedAt: null })
  expect(data.sessions).toHaveLength(1)
  expect(data.folders).toMatchObject([{ id: folderId, name: 'Größe „und“ Maß' }])
  expect(data.prompts).toMatchObject(
    awkward.map((text, at) => ({
      name: `Prompt ${at}`,
      prompt: toStoredForm(text),
      notes: text,
      folderId,
    })),
  )
  // The file is readable text.
  expect(file.toString('utf8')).toContain('Grüße 👩‍👩‍👧')
  await expect(page).toHaveURL('/profile')

  const ask = page.getByRole('button', { name: texts.accounts.profile.delete, exact: true })
  await ask.click()
  const dialog = dialogOf(page, texts.accounts.profile.delete)
  const first = await dialog.getByText(/\d+ \+ \d+/).textContent()
  await dialog.getByRole('button', { name: texts.accounts.profile.cancel }).click()
  await expect(dialog).toBeHidden()
  await expect(ask).toBeFocused()
  await expect(page.getByText(account.email)).toBeVisible()
  // Each time, the dialog shows a new sum: at least one of four more differs.
  const sums = new Set([first])
  for (let time = 0; time < 4; time += 1) {
    await ask.click()
    sums.add(await dialog.getByText(/\d+ \+ \d+/).textContent())
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  expect(sums.size).toBeGreaterThan(1)
})

test.describe('without a copy', () => {
  test.use({ keepsCopy: false })

  test('deleting an account requires solving a sum, and ends its logins', async ({
    page,
    account,
    openVisitor,
    faults,
  }) => {
    const promptId = await makePrompt(account, { name: 'Launch' })
    await account.call(promptCalls.togglePromptPublic, { promptId })
    const elsewhere = await openVisitor()
    await signInElsewhere(elsewhere, texts, account)

    const deletion = Promise.withResolvers<void>()
    const isDeleted = page.waitForResponse(
      (response) => response.url().endsWith('/api/profile/delete') && response.ok(),
    )
    // Still loading when the account is deleted, and then rejected.
    faults.expectFailure('/api/folders/tree', 401)
    await page.route('**/api/folders/tree', async (route) => {
      await isDeleted
      await route.continue()
    })
    const isLoading = page.waitForRequest('**/api/folders/tree')
    await page.goto('/profile')
    await isLoading
    await page.getByRole('button', { name: texts.accounts.profile.delete, exact: true }).click()
    const dialog = dialogOf(page, texts.accounts.profile.delete)
    const answer = dialog.getByRole('textbox')
    const confirm = dialog.getByRole('button', { name: texts.accounts.profile.deleteConfirm })
    await expect(answer).toBeFocused()
    await expect(confirm).toBeDisabled()
    const sum = await sumIn(dialog)
    expect(sum).toBeGreaterThanOrEqual(2)
    expect(sum).toBeLessThanOrEqual(40)
    await answer.fill(String(sum + 1))
    await answer.press('Enter')
    await expect(answer).toHaveAccessibleDescription(texts.accounts.profile.sumWrong)
    await expect(confirm).toBeDisabled()
    await answer.fill(String(sum))
    await expect(confirm).toBeEnabled()

    await page.route('**/api/profile/delete', (route) => route.fulfill({ status: 500, body: '' }), {
      times: 1,
    })
    faults.expectFailure('/api/profile/delete', 500)
    await confirm.click()
    await expect(alertOf(page)).toHaveText(texts.accounts.profile.deleteFailed)
    await expect(confirm).toBeEnabled()

    await page.route('**/api/profile/delete', async (route) => {
      await deletion.promise
      await route.continue()
    })
    const arrival = page.waitForResponse((response) => new URL(response.url()).pathname === '/')
    // Checked inside the page, because the page is left soon.
    const isShown = page.waitForFunction(
      (text) => document.body.innerText.includes(text),
      texts.accounts.profile.deleted,
    )
    await confirm.click()
    await expect(confirm).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    deletion.resolve()
    await isShown
    expect((await arrival).request().isNavigationRequest()).toBe(true)
    await expect(page).toHaveURL('/')
    await expect(page.getByText(texts.landing.deleted)).toBeVisible()

    await expectLoggedOut(elsewhere)
    faults.expectFailure(`/prompt/shared/${promptId}`, 404)
    await elsewhere.goto(`/prompt/shared/${promptId}`)
    await expect(elsewhere.getByText(texts.shell.notFound.text)).toBeVisible()

    await page.goto('/prompts')
    await expect(page).toHaveURL('/login')
    faults.expectFailure('/api/login', 400)
    await trySignIn(page, texts, account)
    await expect(alertOf(page)).toHaveText(texts.errors.password_wrong)
  })
})
