import type { Factors, ProofKind } from '#contract/accounts/factors.ts'
import type { Language } from '#languages/languages.ts'
import { fieldOf } from '#tests/journeys/support/account-steps.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'
import * as s from './steps.ts'

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

const isPending: s.Step = (page) =>
  page.addInitScript(() => sessionStorage.setItem('pending-login', '1'))
/** Opens the login screen during a login. */
const openStep = (...proofs: ProofKind[]) => [
  isPending,
  s.answers('sign-in/pending', { proofs }),
  s.to('/login'),
  s.see(s.css('form')),
]
const openSection = (listed: Factors) => [
  s.answers('factors/list', listed),
  s.to('/profile'),
  s.scrollTo(s.css('#sign-in'), 'start'),
]
const passkey = s.inside(s.css('#sign-in li'), s.role('button'))
const lastButton = s.inside(s.css('#sign-in li'), s.nth(-1, s.role('button')))

/** Logging in with a second factor, and what the profile shows of it, in a language. */
export function signInScreensOf(language: Language, width: number): s.Screen[] {
  const { accounts, shell } = textsOf[language]
  const { factors, factorProof } = accounts
  const openAppDialog = [
    ...openSection(none),
    s.answers('totp/begin', { secret, uri }),
    s.press(factors.addApp),
    s.seeDialog(s.role('img')),
  ]
  const enterCode = [s.type(s.inDialog(s.label(factors.firstCode)), '123456'), s.keys('Enter')]
  const gives = { status: 'success', recoveryCodes }
  return [
    ...s.screensFor('visitor', {
      'login-code': openStep('code', 'passkey', 'recovery'),
      'login-factor-passkey': openStep('passkey'),
      'login-recovery': [
        ...openStep('code', 'recovery'),
        s.press(factorProof.useRecovery),
        s.refuses('sign-in/code', 'code_wrong'),
        (page) => fieldOf(page, factorProof.recoveryLabel).fill('7k2q0 m9tz0'),
        s.keys('Enter'),
        s.seeInvalid,
      ],
      'login-expired': [
        isPending,
        s.refuses('sign-in/pending', 'sign_in_expired'),
        s.to('/login'),
        s.seeAlert,
      ],
      'login-no-passkey': [
        s.refuses('sign-in/passkey-options', 'passkey_unknown'),
        s.to('/login'),
        s.press(accounts.login.passkey),
        s.seeAlert,
      ],
    }),
    ...s.screensFor('reader', {
      'profile-sign-in': openSection(none),
      'profile-factors': openSection(all),
      'profile-factors-waiting': openSection({
        ...none,
        passkeys: [{ ...passkeys[0]!, isActive: false, usedAt: null }],
        needsCodes: true,
      }),
      'profile-factors-reset': openSection({
        ...all,
        hasPassword: false,
        codesLeft: 2,
        resetAt: '2026-11-25T09:30:00.000Z',
      }),
      'profile-factors-off': openSection({
        ...none,
        passkeysOff: 'ip',
        appOff: 'no_key',
        passkeys: passkeys.slice(0, 1),
      }),
      'rename-passkey': [...openSection(all), s.press(passkey), s.seeDialog()],
      'remove-passkey': [
        ...openSection({ ...none, passkeys: passkeys.slice(0, 1), codesLeft: 8 }),
        s.press(lastButton),
        s.seeDialog(),
      ],
      'set-up-app': [
        ...openAppDialog,
        s.refuses('totp/confirm', 'code_wrong'),
        ...enterCode,
        s.seeInvalid,
      ],
      'recovery-codes': [
        ...openAppDialog,
        s.answers('totp/confirm', gives),
        ...enterCode,
        s.see(s.text(recoveryCodes[0]!)),
      ],
      'recovery-codes-not-kept': [
        ...openSection(all),
        s.answers('recovery-codes/renew', gives),
        s.press(factors.renewCodes),
        s.see(s.text(recoveryCodes[0]!)),
        s.keys('Escape'),
        s.seeDialog(),
        s.seeAlert,
      ],
      'profile-factor-proof': [
        s.showsProfile({ needsProof: true, proofs: ['passkey', 'code', 'recovery'] }),
        ...openSection(all),
        s.press(factors.renewCodes),
        s.seeDialog(),
      ],
      'passkey-offer': [
        (page) =>
          page.addInitScript(() => {
            sessionStorage.setItem('passkey-offer', '1')
            PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = async () => true
          }),
        s.answers('factors/list', none),
        s.to('/prompts'),
        ...(width < 1024 ? [s.press(s.role('button', { name: shell.menu }))] : []),
        s.see(s.text(accounts.passkeyOffer.text)),
      ],
    }),
    ...s.screensFor('visitor', {
      'stop-reset': [s.to('/stop-reset/token'), s.see(s.role('heading'))],
      'reset-stopped': [
        s.answers('factors/stop-reset', { status: 'success' }),
        s.to('/stop-reset/token'),
        s.press(accounts.stopReset.submit),
        s.see(s.role('heading', { name: accounts.stopReset.doneTitle })),
      ],
    }),
  ]
}
