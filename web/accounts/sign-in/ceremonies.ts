import {
  browserSupportsWebAuthnAutofill,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

// The contract leaves the options to the library on either side.
type Options = Record<string, unknown>

export function create(options: Options) {
  return startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
}

export function get(options: Options, { isAutofill = false } = {}) {
  return startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: isAutofill,
  })
}

export const canAutofill = browserSupportsWebAuthnAutofill

/** Ends the question under way. */
export function cancel(): void {
  WebAuthnAbortService.cancelCeremony()
}

/** Has password managers drop the passkeys of an account that are not listed, where the browser can. */
export function signalAccepted(account: {
  rpId: string
  userHandle: string
  credentialIds: string[]
}): void {
  sendSignal({
    signalName: 'allAcceptedCredentials',
    rpID: account.rpId,
    userID: account.userHandle,
    allAcceptedCredentialIDs: account.credentialIds,
  }).catch(() => {})
}

/** Has a password manager offer a passkey no longer. */
export function signalUnknown(rpId: string, credentialId: string): void {
  sendSignal({ signalName: 'unknownCredential', rpID: rpId, credentialID: credentialId }).catch(
    () => {},
  )
}
