import { languages } from '#languages/languages.ts'
import { expect, test } from '#tests/journeys/support/account-journey.ts'
import { alertOf, fieldOf, openProfile, signIn } from '#tests/journeys/support/account-steps.ts'
import { ageProofs } from '#tests/journeys/support/age-proofs.ts'
import { newEmail } from '#tests/journeys/support/call-api.ts'
import { dialogOf, sumIn } from '#tests/journeys/support/library-steps.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

const language = 'de'
const texts = textsOf[language]
const { profile, proof, undoEmail, verify } = texts.accounts

test.use({ locale: languages[language].locale })

test('a mailed link changes the address, and the link mailed to the previous address restores it', async ({
  page,
  account,
  mailServer,
  openVisitor,
}) => {
  const chosen = newEmail()
  await page.goto('/profile')
  await page.getByRole('button', { name: profile.emailTitle }).click()
  const dialog = dialogOf(page, profile.emailTitle)
  await expect(dialog.getByRole('textbox', { name: profile.newEmail })).toBeFocused()
  await page.keyboard.type(chosen)
  await page.keyboard.press('Enter')
  await expect(page.getByText(profile.emailSent)).toBeVisible()
  await expect(
    page.getByText(fill(profile.pendingEmail, { email: chosen }, language)),
  ).toBeVisible()

  await page.goto((await mailServer.waitForMail(chosen)).link)
  await expect(page.getByRole('heading', { name: texts.accounts.verify.title })).toBeVisible()
  await expect(page.getByText(fill(verify.changedText, { email: chosen }, language))).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await openProfile(page)
  await expect(page.getByText(chosen)).toBeVisible()
  // Its session ends below.
  await page.goto('about:blank')

  const owner = await openVisitor()
  // The first mail to the address is the welcome mail.
  const { link } = await mailServer.waitForMail(account.email, 2)
  await owner.goto(link)
  await expect(owner.getByRole('heading', { name: undoEmail.title })).toBeVisible()
  await owner.getByRole('button', { name: undoEmail.submit }).click()
  await expect(
    owner.getByText(fill(undoEmail.doneText, { email: account.email }, language)),
  ).toBeVisible()

  await owner.goto((await mailServer.waitForMail(account.email, 3)).link)
  await fieldOf(owner, texts.accounts.reset.newPassword).fill('another quiet library')
  await fieldOf(owner, texts.accounts.confirmPassword).fill('another quiet library')
  await owner.getByRole('button', { name: texts.accounts.reset.submit }).click()
  await expect(owner.getByText(texts.accounts.reset.done)).toBeVisible()
  await signIn(owner, texts, { email: account.email, password: 'another quiet library' })
})

test('a lost confirmation link can be mailed again', async ({ page, account, mailServer }) => {
  await page.goto('/profile')
  await page.getByRole('button', { name: profile.sendVerification }).click()
  await expect(page.getByText(profile.verificationSent)).toBeVisible()
  await page.goto((await mailServer.waitForMail(account.email, 2)).link)
  await expect(page.getByRole('heading', { name: texts.accounts.verify.title })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: profile.sendVerification })).toBeHidden()
})

test('after 15 minutes, a download requires the password, and so does deleting the account', async ({
  page,
  account,
  server,
  faults,
}) => {
  await openProfile(page)
  ageProofs(server)
  await page.getByRole('button', { name: profile.download }).click()
  const dialog = dialogOf(page, proof.title)
  // The page below has a field of the same name.
  const password = dialog.getByRole('textbox', { name: texts.accounts.profile.currentPassword })
  faults.expectFailure('/api/sessions/prove', 400)
  await password.fill('not my password')
  await password.press('Enter')
  await expect(alertOf(page)).toHaveText(texts.errors.password_wrong)
  await expect(password).toHaveValue('not my password')

  const downloading = page.waitForEvent('download')
  await password.fill(account.password)
  await password.press('Enter')
  expect((await downloading).suggestedFilename()).toBe('promptshelf-data.json')
  await expect(dialog).toBeHidden()

  ageProofs(server)
  await page.getByRole('button', { name: profile.delete, exact: true }).click()
  await password.fill(account.password)
  await page.keyboard.press('Enter')
  const deletion = dialogOf(page, profile.deleteTitle)
  await deletion.getByRole('textbox').fill(String(await sumIn(deletion)))
  await deletion.getByRole('button', { name: profile.deleteConfirm }).click()
  await expect(page).toHaveURL('/')
})

test('an account without a password re-authenticates with Google, and returns to the profile', async ({
  page,
  google,
  server,
  faults,
}) => {
  faults.expectHost(google.environment.GOOGLE_ISSUER)
  const email = newEmail()
  google.person = { subject: email, email, isVerified: true }
  await page.goto('/login')
  await page.getByRole('button', { name: texts.accounts.login.google }).click()
  await expect(page).toHaveURL('/prompts')
  await page.goto('/profile')
  ageProofs(server)
  await page.getByRole('button', { name: profile.download }).click()
  const dialog = dialogOf(page, proof.title)
  await dialog.getByRole('button', { name: texts.accounts.login.google }).click()
  await expect(page).toHaveURL('/profile')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: profile.download }).click()
  await downloading
})
