import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CDPSession, Page } from '@playwright/test'
import { fromBase32, totpCode } from '#server/accounts/factors/totp.rules.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'

type Abilities = {
  /** Whether it verifies its user, by a fingerprint or a PIN. */
  verifies?: boolean
  /** Whether its passkeys are stored elsewhere, too. */
  isSynced?: boolean
  transport?: 'internal' | 'usb'
}

/** Gives a page an authenticator that stores passkeys, and whose user accepts every request. */
export async function addAuthenticator(
  page: Page,
  { verifies = true, isSynced = false, transport = 'internal' }: Abilities = {},
): Promise<void> {
  const session = await sessionOf(page)
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport,
      hasResidentKey: true,
      hasUserVerification: verifies,
      isUserVerified: verifies,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  })
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? enable(page)
  sessions.set(page, session)
  return session
}

async function enable(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', {})
  return session
}

/** Makes the browser offer passkeys only on request: otherwise, the authenticator would log in from the email field. */
export async function offerNoAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // A blank page has no passkeys.
    if (!('PublicKeyCredential' in window)) return
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}

/** Settings of a server that can keep the secrets of authenticator apps. */
export const withSecretsKey = { SECRETS_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}` }

/** The code that an authenticator app shows now for a secret. */
export function codeNow(secret: string): string {
  return totpCode(fromBase32(secret), Math.floor(Date.now() / 30_000))
}

/** Accepts used codes again, as if 30 seconds had passed. */
export function renewCodes({ directory }: ServerProcess): void {
  const database = new DatabaseSync(join(directory, 'promptshelf.sqlite'))
  database.exec('pragma busy_timeout = 5000; update totp_secrets set last_step = 0')
  database.close()
}
