import { calls } from '#contract/calls.ts'
import { fromBase32, totpCode } from '#server/accounts/factors/totp.rules.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { makeAuthenticator, type Authenticator } from '#tests/support/clients/authenticator.ts'
import type { TestApp } from '#tests/support/library-test.ts'

/** The origin of a server under test. */
export const origin = 'http://localhost:3000'

/** An authenticator app: `code` is its current code. */
export type AuthenticatorApp = { secret: string; code: () => string }

export function toApp(app: TestApp, secret: string): AuthenticatorApp {
  return { secret, code: () => totpCode(fromBase32(secret), Math.floor(app.clock.now / 30_000)) }
}

/** Waits for the app's next code, since each one works once. */
export function nextCode(app: TestApp): void {
  app.clock.now += 30_000
}

/**
 * Adds an authenticator app to the account of a user who has just logged in, and confirms the recovery codes if it is
 * the first factor. The code that confirmed it cannot be used again: the clock advances to the next.
 */
export async function addApp(
  app: TestApp,
  user: ApiUser,
): Promise<AuthenticatorApp & { codes: string[] }> {
  const { secret } = await user.call(calls.beginTotp, {})
  const made = toApp(app, secret)
  const { recoveryCodes } = await user.call(calls.confirmTotp, { code: made.code() })
  if (recoveryCodes !== null) await user.call(calls.confirmRecoveryCodes, {})
  nextCode(app)
  return { ...made, codes: recoveryCodes ?? [] }
}

/**
 * Adds a passkey to the account of a user who has just logged in, and confirms the recovery codes if it is the first
 * factor.
 */
export async function addPasskey(
  user: ApiUser,
  authenticator: Authenticator = makeAuthenticator(origin),
): Promise<{ id: string; authenticator: Authenticator; codes: string[] }> {
  const options = await user.call(calls.getPasskeyOptions, {})
  const answer = authenticator.create(options)
  const { id, recoveryCodes } = await user.call(calls.addPasskey, { answer })
  if (recoveryCodes !== null) await user.call(calls.confirmRecoveryCodes, {})
  return { id, authenticator, codes: recoveryCodes ?? [] }
}

/** Logs in with a passkey. */
export async function signInByPasskey(visitor: ApiUser, by: Authenticator): Promise<void> {
  const answer = by.get(await visitor.call(calls.getSignInOptions, {}))
  await visitor.call(calls.signInWithPasskey, { answer })
}

/** Re-authenticates a session with a passkey. */
export async function proveByPasskey(user: ApiUser, by: Authenticator): Promise<void> {
  const answer = by.get(await user.call(calls.getProofOptions, {}))
  await user.call(calls.proveSession, { answer })
}
