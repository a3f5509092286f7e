import {
  browserSupportsWebAuthnAutofill,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

// In the contract, the options are opaque: the WebAuthn libraries on both sides define them.
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

/** Cancels the pending request. */
export function cancel(): void {
  WebAuthnAbortService.cancelCeremony()
}

/** Makes password managers delete the account's passkeys that are not listed, if the browser supports it. */
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

/** Makes a password manager stop offering a passkey. */
export function signalUnknown(rpId: string, credentialId: string): void {
  sendSignal({ signalName: 'unknownCredential', rpID: rpId, credentialID: credentialId }).catch(
    () => {},
  )
}
