import type { Page } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import {
  alertOf,
  fieldOf,
  openProfile,
  signIn,
  trySignIn,
} from '#tests/journeys/support/account-steps.ts'
import { ageProofs } from '#tests/journeys/support/age-proofs.ts'
import {
  addAuthenticator,
  codeNow,
  offerNoAutofill,
  renewCodes,
  withSecretsKey,
} from '#tests/journeys/support/authenticators.ts'
import { expectNoFindings } from '#tests/journeys/support/axe.ts'
import { onPhone } from '#tests/journeys/support/devices.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import { dialogOf } from '#tests/journeys/support/library-steps.ts'
import { fill, textsOf, type Texts } from '#tests/journeys/support/texts.ts'

test.use({
  host: 'localhost',
  environment: withSecretsKey,
})

for (const { language, device, options } of onPhone) {
  const texts = textsOf[language]
  const { factors, factorProof, login, passkeyOffer, proof } = texts.accounts

  test.describe(`in ${language}, on a ${device}`, () => {
    test.use(options)

    test('a passkey works once its recovery codes are saved, and logs in from the address field or with two clicks', async ({
      page,
      account,
      server,
      faults,
    }) => {
      await addAuthenticator(page, { isSynced: true })
      await openProfile(page)
      await page.getByRole('button', { name: factors.addPasskey }).click()
      const codes = dialogOf(page, factors.codesTitle)
      await expect(codes.getByRole('listitem')).toHaveCount(10)
      await page.keyboard.press('Escape')
      await expect(alertOf(page)).toHaveText(factors.firstNotKept)
      await expectNoFindings(page, 'recovery codes')
      await page.keyboard.press('Escape')
      await expect(codes).toBeHidden()
      await expect(rowOf(page)).toContainText(factors.waiting)
      await page.getByRole('button', { name: factors.showCodes }).click()
      await codes.getByRole('button', { name: factors.keptCodes }).click()
      await expect(codes).toBeHidden()
      await expect(rowOf(page)).toContainText(factors.synced)
      await expectNoFindings(page, 'the profile of an account with a passkey')
      await expect(rowOf(page)).not.toContainText(factors.waiting)

      // After 15 minutes, new codes require the passkey.
      ageProofs(server)
      await page.getByRole('button', { name: factors.renewCodes }).click()
      const question = dialogOf(page, proof.title)
      await expect(question).toBeVisible()
      await expectNoFindings(page, 'the question for a proof')
      await question.getByRole('button', { name: factorProof.usePasskey }).click()
      await codes.getByRole('button', { name: factors.keptCodes }).click()
      await expect(codes).toBeHidden()

      // The browser offers it in the email field, and the user accepts.
      await page.goto('/logout')
      await expect(page).toHaveURL('/prompts')

      // One click here, and one on the device.
      await offerNoAutofill(page)
      await logOut(page)
      await page.getByRole('button', { name: login.passkey }).click()
      await expect(page).toHaveURL('/prompts')

      // It also works as the second step after the password.
      await logOut(page)
      faults.expectFailure('/api/login', 403)
      await trySignIn(page, texts, account)
      await page.getByRole('button', { name: factorProof.usePasskey }).click()
      await expect(page).toHaveURL('/prompts')

      // After it is removed on another device, it is rejected, and the password is enough again. Removing it gives the
      // session a new secret, which calls of an open page would not have.
      await page.goto('about:blank')
      const { passkeys } = await account.call(calls.listFactors, {})
      await account.call(calls.removePasskey, { passkeyId: passkeys[0]?.id ?? '' })
      await logOut(page)
      faults.expectFailure('/api/sign-in/passkey', 400)
      await page.getByRole('button', { name: login.passkey }).click()
      await expect(alertOf(page)).toHaveText(texts.errors.passkey_unknown)
      await signIn(page, texts, account)
    })

    test('after the password, the code of an authenticator app is required, also after a reload, or a recovery code', async ({
      page,
      account,
      server,
      openVisitor,
      faults,
    }) => {
      const { secret, codes } = await setUpApp(page, texts)
      expect(codes).toHaveLength(10)

      const elsewhere = await openVisitor({ ...options, baseURL: server.origin })
      faults.expectFailure('/api/login', 403)
      await trySignIn(elsewhere, texts, account)
      const code = fieldOf(elsewhere, factorProof.codeLabel)
      await expect(code).toBeFocused()
      await elsewhere.reload()
      await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText(factorProof.title)
      // A session without its second factor has no access yet.
      await elsewhere.goto('/prompts')
      await expect(elsewhere).toHaveURL('/login')
      faults.expectFailure('/api/sign-in/code', 400)
      await code.fill(codeNow(secret) === '000000' ? '000001' : '000000')
      await code.press('Enter')
      await expect(code).toHaveAccessibleDescription(texts.errors.code_wrong)
      await expectNoFindings(elsewhere, 'the second step')
      renewCodes(server)
      await code.fill(codeNow(secret).replace(/^.../, '$& '))
      await code.press('Enter')
      await expect(elsewhere).toHaveURL('/prompts')

      await logOut(elsewhere)
      await trySignIn(elsewhere, texts, account)
      await elsewhere.getByRole('button', { name: factorProof.useRecovery }).click()
      await fieldOf(elsewhere, factorProof.recoveryLabel).fill((codes[0] ?? '').toLowerCase())
      await elsewhere.keyboard.press('Enter')
      await expect(elsewhere).toHaveURL('/prompts')
      await openProfile(page)
      await expect(page.getByText(fill(factors.codesLeft, { count: 9 }, language))).toBeVisible()

      // It also works for re-authentication, and can be removed.
      ageProofs(server)
      renewCodes(server)
      await page.getByRole('button', { name: factors.removeAppNamed }).click()
      await fieldOf(page, factorProof.codeLabel).fill(codeNow(secret))
      await page.keyboard.press('Enter')
      const question = dialogOf(page, factors.removeAppTitle)
      await expect(question).toContainText(factors.lastFactor)
      await question.getByRole('button', { name: factors.removeAppConfirm }).click()
      await expect(page.getByText(factors.appRemoved)).toBeVisible()
      await expect(page.getByRole('button', { name: factors.addApp })).toBeVisible()
    })

    test('the passkey offer after a password login can be declined permanently', async ({
      page,
      account,
    }) => {
      await addAuthenticator(page)
      await offerNoAutofill(page)
      for (const isOffered of [true, false]) {
        await logOut(page)
        const factors = page.waitForResponse('**/api/factors/list')
        await signIn(page, texts, account)
        await page.getByRole('button', { name: texts.shell.menu, exact: true }).click()
        const decline = page.getByRole('button', { name: passkeyOffer.decline })
        if (isOffered) {
          const isDeclined = page.waitForResponse('**/api/passkeys/decline-offer')
          await decline.click()
          await expect(decline).toBeHidden()
          await isDeclined
        } else {
          await factors
          await expect(decline).toBeHidden()
        }
      }
    })
  })
}

const texts = textsOf.en
const { factors, login } = texts.accounts

test('an account with two passkeys can remove its password', async ({ page, account, faults }) => {
  await addAuthenticator(page)
  await offerNoAutofill(page)
  await addFirstPasskey(page)
  // The device already has one.
  await page.getByRole('button', { name: factors.addPasskey }).click()
  await expect(page.getByText(texts.errors.passkey_known)).toBeVisible()
  await addAuthenticator(page, { transport: 'usb' })
  await page.getByRole('button', { name: factors.addPasskey }).click()
  await expect(page.getByText(factors.passkeyAdded)).toBeVisible()
  await expect(page.locator('#sign-in li')).toHaveCount(2)

  await page.getByRole('button', { name: factors.removePassword }).click()
  await dialogOf(page, factors.removePasswordTitle)
    .getByRole('button', { name: factors.removePassword })
    .click()
  await expect(page.getByText(factors.noPassword)).toBeVisible()

  await logOut(page)
  faults.expectFailure('/api/login', 400)
  await trySignIn(page, texts, account)
  await expect(alertOf(page)).toHaveText(texts.errors.password_wrong)
  await page.getByRole('button', { name: login.passkey }).click()
  await expect(page).toHaveURL('/prompts')
})

test('an authenticator that does not verify its user creates no passkey', async ({
  page,
  account,
}) => {
  expect(account.email).toContain('@')
  await addAuthenticator(page, { verifies: false, transport: 'usb' })
  await openProfile(page)
  await page.getByRole('button', { name: factors.addPasskey }).click()
  await expect(page.getByText(factors.noPasskeyMade)).toBeVisible()
  await expect(page.locator('#sign-in li')).toHaveCount(0)
})

async function logOut(page: Page) {
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
}

/** The first passkey or the app in the profile. */
function rowOf(page: Page) {
  return page.locator('#sign-in').getByRole('listitem').first()
}

async function addFirstPasskey(page: Page) {
  await openProfile(page)
  await page.getByRole('button', { name: factors.addPasskey }).click()
  await page.getByRole('button', { name: factors.keptCodes }).click()
  await expect(page.getByText(factors.passkeyAdded)).toBeVisible()
}

/** Sets up an authenticator app as the first factor, and keeps the recovery codes. */
async function setUpApp(page: Page, { accounts }: Texts) {
  const words = accounts.factors
  await openProfile(page)
  await page.getByRole('button', { name: words.addApp }).click()
  const dialog = dialogOf(page, words.appTitle)
  await expect(dialog.getByRole('img', { name: words.qrCode })).toBeVisible()
  await expectNoFindings(page, 'setting up an app')
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await fieldOf(page, words.firstCode).fill(codeNow(secret))
  await page.keyboard.press('Enter')
  const shown = dialogOf(page, words.codesTitle)
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  const codes = await shown.locator('code').allTextContents()
  await shown.getByRole('button', { name: words.keptCodes }).click()
  await expect(page.getByText(words.appAdded)).toBeVisible()
  return { secret, codes }
}
