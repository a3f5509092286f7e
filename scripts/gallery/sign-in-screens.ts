import type { Page } from '@playwright/test'
import type { Factors, ProofKind } from '#contract/accounts/factors.ts'
import type { Profile } from '#contract/accounts/profile.ts'
import type { Language } from '#languages/languages.ts'
import { fieldOf } from '#tests/journeys/support/account-steps.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'
import type { Screen } from './steps.ts'

const none: Factors = {
  passkeys: [],
  app: null,
  codesLeft: 0,
  needsCodes: false,
  hasPassword: true,
  passkeysOff: null,
  appOff: null,
  offersPasskey: true,
  resetAt: null,
  rpId: 'localhost',
  userHandle: 'AAAA',
}
const passkeys = [
  {
    id: 'first',
    credentialId: 'AQ',
    name: 'Chrome on Windows',
    createdAt: '2026-09-14T09:12:00.000Z',
    usedAt: '2026-11-22T18:40:00.000Z',
    isSynced: true,
    isActive: true,
  },
  {
    id: 'second',
    credentialId: 'Ag',
    name: 'The blue security key on my keyring, kept at the office in the top drawer',
    createdAt: '2026-11-02T09:12:00.000Z',
    usedAt: null,
    isSynced: false,
    isActive: true,
  },
]
const app = { createdAt: '2026-10-03T10:00:00.000Z', isActive: true }
const all: Factors = { ...none, passkeys, app, codesLeft: 8 }
const recoveryCodes = Array.from('0123456789', (digit) => `7K2Q${digit}-M9TZ${digit}`)
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const uri = `otpauth://totp/Promptshelf:reader-1%40example.org?secret=${secret}&issuer=Promptshelf`

/** Signing in by a second factor, and what the profile shows of it, in a language. */
export function signInScreensOf(language: Language): Screen[] {
  const { accounts } = textsOf[language]
  const { factors, factorProof } = accounts
  return [
    {
      name: 'login-code',
      who: 'visitor',
      open: (page) => openStep(page, ['code', 'passkey', 'recovery']),
    },
    { name: 'login-factor-passkey', who: 'visitor', open: (page) => openStep(page, ['passkey']) },
    {
      name: 'login-recovery',
      who: 'visitor',
      open: async (page) => {
        await openStep(page, ['code', 'recovery'])
        await page.getByRole('button', { name: factorProof.useRecovery }).click()
        await refuse(page, 'sign-in/code', 'code_wrong', 400)
        await fieldOf(page, factorProof.recoveryLabel).fill('7k2q0 m9tz0')
        await page.keyboard.press('Enter')
        await page.locator('[aria-invalid=true]').waitFor()
      },
    },
    {
      name: 'login-expired',
      who: 'visitor',
      open: async (page) => {
        await page.addInitScript(() => sessionStorage.setItem('pending-login', '1'))
        await refuse(page, 'sign-in/pending', 'sign_in_expired', 400)
        await page.goto('/login')
        await page.getByRole('alert').filter({ hasText: /./ }).waitFor()
      },
    },
    {
      name: 'login-no-passkey',
      who: 'visitor',
      open: async (page) => {
        await refuse(page, 'sign-in/passkey-options', 'passkey_unknown', 400)
        await page.goto('/login')
        await page.getByRole('button', { name: accounts.login.passkey }).click()
        await page.getByRole('alert').filter({ hasText: /./ }).waitFor()
      },
    },
    { name: 'profile-sign-in', open: (page) => openSection(page, none) },
    { name: 'profile-factors', open: (page) => openSection(page, all) },
    {
      name: 'profile-factors-waiting',
      open: (page) =>
        openSection(page, {
          ...none,
          passkeys: [{ ...passkeys[0]!, isActive: false, usedAt: null }],
          needsCodes: true,
        }),
    },
    {
      name: 'profile-factors-reset',
      open: (page) =>
        openSection(page, {
          ...all,
          hasPassword: false,
          codesLeft: 2,
          resetAt: '2026-11-25T09:30:00.000Z',
        }),
    },
    {
      name: 'profile-factors-off',
      open: (page) =>
        openSection(page, {
          ...none,
          passkeysOff: 'ip',
          appOff: 'no_key',
          passkeys: passkeys.slice(0, 1),
        }),
    },
    {
      name: 'rename-passkey',
      open: async (page) => {
        await openSection(page, all)
        await page.locator('#sign-in li').first().getByRole('button').first().click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'remove-passkey',
      open: async (page) => {
        await openSection(page, { ...none, passkeys: passkeys.slice(0, 1), codesLeft: 8 })
        await page.locator('#sign-in li').first().getByRole('button').last().click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'set-up-app',
      open: async (page) => {
        await openAppDialog(page)
        await refuse(page, 'totp/confirm', 'code_wrong', 400)
        await page.getByRole('dialog').getByLabel(factors.firstCode).fill('123456')
        await page.keyboard.press('Enter')
        await page.locator('[aria-invalid=true]').waitFor()
      },
    },
    {
      name: 'recovery-codes',
      open: async (page) => {
        await openAppDialog(page)
        await page.route('**/api/totp/confirm', (route) =>
          route.fulfill({ json: { status: 'success', recoveryCodes } }),
        )
        await page.getByRole('dialog').getByLabel(factors.firstCode).fill('123456')
        await page.keyboard.press('Enter')
        await page.getByText(recoveryCodes[0]!).waitFor()
      },
    },
    {
      name: 'recovery-codes-not-kept',
      open: async (page) => {
        await openSection(page, all)
        await page.route('**/api/recovery-codes/renew', (route) =>
          route.fulfill({ json: { status: 'success', recoveryCodes } }),
        )
        await page.getByRole('button', { name: factors.renewCodes }).click()
        await page.getByText(recoveryCodes[0]!).waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').getByRole('alert').filter({ hasText: /./ }).waitFor()
      },
    },
    {
      name: 'profile-factor-proof',
      open: async (page) => {
        await changeProfile(page, { needsProof: true, proofs: ['passkey', 'code', 'recovery'] })
        await openSection(page, all)
        await page.getByRole('button', { name: factors.renewCodes }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'passkey-offer',
      open: async (page) => {
        await page.addInitScript(() => {
          sessionStorage.setItem('passkey-offer', '1')
          PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = async () => true
        })
        await listFactors(page, none)
        await page.goto('/prompts')
        const { width = 0 } = page.viewportSize() ?? {}
        if (width < 1024)
          await page.getByRole('button', { name: textsOf[language].shell.menu }).click()
        await page.getByText(accounts.passkeyOffer.text).waitFor()
      },
    },
    {
      name: 'stop-reset',
      who: 'visitor',
      open: async (page) => {
        await page.goto('/stop-reset/token')
        await page.getByRole('heading').waitFor()
      },
    },
    {
      name: 'reset-stopped',
      who: 'visitor',
      open: async (page) => {
        await page.route('**/api/factors/stop-reset', (route) =>
          route.fulfill({ json: { status: 'success' } }),
        )
        await page.goto('/stop-reset/token')
        await page.getByRole('button', { name: accounts.stopReset.submit }).click()
        await page.getByRole('heading', { name: accounts.stopReset.doneTitle }).waitFor()
      },
    },
  ]

  async function openAppDialog(page: Page) {
    await openSection(page, none)
    await page.route('**/api/totp/begin', (route) => route.fulfill({ json: { secret, uri } }))
    await page.getByRole('button', { name: factors.addApp }).click()
    await page.getByRole('dialog').getByRole('img').waitFor()
  }
}

/** Opens the log-in screen in the middle of a log-in. */
async function openStep(page: Page, proofs: ProofKind[]) {
  await page.addInitScript(() => sessionStorage.setItem('pending-login', '1'))
  await page.route('**/api/sign-in/pending', (route) => route.fulfill({ json: { proofs } }))
  await page.goto('/login')
  await page.locator('form').waitFor()
}

async function listFactors(page: Page, factors: Factors) {
  await page.route('**/api/factors/list', (route) => route.fulfill({ json: factors }))
}

async function openSection(page: Page, factors: Factors) {
  await listFactors(page, factors)
  await page.goto('/profile')
  await page.locator('#sign-in').scrollIntoViewIfNeeded()
  await page.locator('#sign-in').evaluate((section) => section.scrollIntoView())
}

async function changeProfile(page: Page, changes: Partial<Profile>) {
  await page.route('**/api/profile', async (route) => {
    const response = await route.fetch()
    const profile = (await response.json()) as Profile
    await route.fulfill({ response, json: { ...profile, ...changes } })
  })
}

async function refuse(page: Page, path: string, code: string, status: number) {
  await page.route(`**/api/${path}`, (route) =>
    route.fulfill({ status, json: { status: 'error', code, msg: code } }),
  )
}
