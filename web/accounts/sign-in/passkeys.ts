import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { Assertion, Attestation, Factors } from '#contract/accounts/factors.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { hasPasskeys } from '#web/api/server-has.ts'

/** Thrown if the browser returns no passkey: the user declined, has none, or took too long. */
export class NoPasskey extends Error {
  /** Whether the device already has one for this account. */
  readonly isKnown: boolean

  constructor(cause: unknown) {
    super('No passkey', { cause })
    this.isKnown = cause instanceof Error && cause.name === 'InvalidStateError'
  }
}

/** Whether this browser can use passkeys here: over HTTPS, and with a host that is not an IP address. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)
}

/** The same for a screen that the server renders, which does not know the browser. */
export function useCanUsePasskeys(): boolean {
  return useSyncExternalStore(neverChanges, canUsePasskeys, hasPasskeys)
}

function neverChanges() {
  return () => {}
}

/** Whether this device itself can store a passkey. */
export async function canKeepPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
}

/** Loads the library for WebAuthn on first use. */
export function loadCeremonies() {
  return import('#web/accounts/sign-in/ceremonies.ts')
}

type Options = Record<string, unknown>

/**
 * Asks the user to create a passkey, with the server's options.
 *
 * @throws NoPasskey
 */
export async function createPasskey(options: Options): Promise<Attestation> {
  const { create } = await loadCeremonies()
  return create(options).catch(fail)
}

/**
 * Asks the user for a passkey, with the server's options. Cancels any other such request of this page.
 *
 * @throws NoPasskey
 */
export async function askForPasskey(options: Options): Promise<Assertion> {
  const { get } = await loadCeremonies()
  return get(options).catch(fail)
}

/** Signals the account's passkeys to password managers, so that they do not offer deleted ones. */
export function signalPasskeys({ rpId, userHandle, passkeys }: Factors): void {
  if (!canUsePasskeys() || !('signalAllAcceptedCredentials' in PublicKeyCredential)) return
  const credentialIds = passkeys.map(({ credentialId }) => credentialId)
  loadCeremonies().then(
    ({ signalAccepted }) => signalAccepted({ rpId, userHandle, credentialIds }),
    () => {},
  )
}

/** Signals to the password manager that the server does not know a passkey that it offered. */
export function signalUnknownPasskey(credentialId: string): void {
  if (!('signalUnknownCredential' in PublicKeyCredential)) return
  loadCeremonies().then(
    ({ signalUnknown }) => signalUnknown(location.hostname, credentialId),
    () => {},
  )
}

function fail(cause: unknown): never {
  throw new NoPasskey(cause)
}

/** Returns the error text of a failed call or a missing passkey. */
export function usePasskeyErrorText() {
  const t = useTranslations('accounts')
  const errorText = useErrorText()
  return (error: Error, none: 'factorProof.noPasskey' | 'factors.noPasskeyMade') => {
    if (!(error instanceof NoPasskey)) return errorText(error)
    return error.isKnown ? errorText('passkey_known') : t(none)
  }
}

/** Whether a call was rejected with one of these codes. */
export function isRefusedFor(error: unknown, ...codes: ApiError['code'][]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}
