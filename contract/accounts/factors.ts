import * as z from 'zod/mini'
import { openEnum } from '#contract/core/answers.ts'
import { defineCall } from '#contract/core/call.ts'
import { code, Id, Moment, NoInput, storable, Success } from '#contract/core/schemas.ts'
import { limits } from '#contract/core/limits.ts'
import { Token } from './account-fields.ts'

/**
 * How an account can re-authenticate.
 *
 * - `password`: the account's.
 * - `passkey`: one of its passkeys, with user verification.
 * - `code`: six digits of its authenticator app.
 * - `recovery`: one of its recovery codes, which cannot be used again.
 */
export const proofKinds = ['password', 'passkey', 'code', 'recovery'] as const
export type ProofKind = (typeof proofKinds)[number]

const failed = code('passkey_failed')

/** WebAuthn bytes in base64url, up to a number of characters. */
function bytes(maxLength: number) {
  return z
    .string(failed)
    .check(
      z.maxLength(maxLength, { error: failed, abort: true }),
      z.regex(/^[\w-]+$/, { error: failed, abort: true }),
    )
}

/** A credential's id: at most 1,023 bytes. */
const CredentialId = bytes(1364)
const isPublicKey = z.literal('public-key', failed)
const ClientJson = bytes(4096)

/** What `navigator.credentials.create()` returned, as its `toJSON()`. Other fields are dropped. */
export const Attestation = z.object(
  {
    id: CredentialId,
    rawId: CredentialId,
    type: isPublicKey,
    response: z.object(
      {
        clientDataJSON: ClientJson,
        attestationObject: bytes(16_384),
        transports: z.optional(
          z
            .array(
              z
                .string(failed)
                .check(
                  z.maxLength(32, { error: failed, abort: true }),
                  z.regex(/^[a-z-]+$/, { error: failed, abort: true }),
                ),
              failed,
            )
            .check(z.maxLength(10, { error: failed, abort: true })),
        ),
      },
      failed,
    ),
  },
  failed,
)
export type Attestation = z.output<typeof Attestation>

/** What `navigator.credentials.get()` returned, as its `toJSON()`. Other fields are dropped. */
export const Assertion = z.object(
  {
    id: CredentialId,
    rawId: CredentialId,
    type: isPublicKey,
    response: z.object(
      {
        clientDataJSON: ClientJson,
        authenticatorData: bytes(4096),
        signature: bytes(8192),
        /** Null or missing: the authenticator returned no account. */
        userHandle: z.nullish(bytes(128)),
      },
      failed,
    ),
  },
  failed,
)
export type Assertion = z.output<typeof Assertion>

/**
 * Six digits of an authenticator app, or a recovery code in any case, with or without its dash. Spaces are ignored.
 */
export const FactorCode = z
  .string(code('fields_missing'))
  .check(
    z.minLength(1, { error: code('fields_missing'), abort: true }),
    storable,
    z.maxLength(limits.factorCodeLength, { error: code('code_wrong'), abort: true }),
  )

/** Options for the browser's WebAuthn, as `@simplewebauthn/browser` takes them in `optionsJSON`. They work once, for five minutes. */
const Options = z.object({ options: z.looseObject({}) })

/** The recovery codes, `XXXXX-XXXXX`; only this answer has them. They are valid once `confirmRecoveryCodes` has been called. */
const RecoveryCodes = z.array(z.string())

/**
 * With the recovery codes if no factor is active yet: the user has to confirm that they are saved before the first
 * factor becomes active; until then, adding another factor replaces it. Null: it is already active.
 */
const Added = z.extend(Success, { recoveryCodes: z.nullable(RecoveryCodes) })

const PasskeyName = z
  .string(code('name_missing'))
  .check(
    storable,
    z.trim(),
    z.minLength(1, code('name_missing')),
    z.maxLength(limits.passkeyNameLength, code('passkey_name_too_long')),
  )

export const Passkey = z.object({
  id: z.string(),
  /** Its WebAuthn id, for `signalAllAcceptedCredentials`. */
  credentialId: z.string(),
  name: z.string(),
  createdAt: Moment,
  /** Null: never. */
  usedAt: z.nullable(Moment),
  /** Whether it is synced between several devices of its user. */
  isSynced: z.boolean(),
  /** Whether it can be used to log in: false until the recovery codes of a first factor are confirmed as saved. */
  isActive: z.boolean(),
})
export type Passkey = z.output<typeof Passkey>

export const Factors = z.object({
  /** Oldest first. */
  passkeys: z.array(Passkey),
  /** The authenticator app; null: none. */
  app: z.nullable(z.object({ createdAt: Moment, isActive: z.boolean() })),
  /** Unused recovery codes, confirmed as saved. */
  codesLeft: z.number(),
  /** Whether a factor is pending until its recovery codes are confirmed: `renewRecoveryCodes` shows new ones. */
  needsCodes: z.boolean(),
  hasPassword: z.boolean(),
  /** Why passkeys cannot be added here; null: they can. `ip`: this server's address is an IP address. */
  passkeysOff: z.nullable(z.literal('ip')),
  /** Why an authenticator app cannot be added here; null: it can. `no_key`: the operator has set no SECRETS_KEY. */
  appOff: z.nullable(z.literal('no_key')),
  /** Whether to offer a passkey after a login: there is none, and the offer was not declined. */
  offersPasskey: z.boolean(),
  /** When a reset by the operator removes all factors; null: there is none. */
  resetAt: z.nullable(Moment),
  /** For WebAuthn's signals: the ids of this server and of the account. */
  rpId: z.string(),
  userHandle: z.string(),
})
export type Factors = z.output<typeof Factors>

/** What protects an account besides its password: passkeys, an authenticator app, recovery codes. */
export const factorCalls = {
  listFactors: defineCall({
    method: 'GET',
    path: 'factors/list',
    access: 'session',
    summary:
      'The passkeys of the account, its authenticator app and how many recovery codes are left.',
    input: NoInput,
    answer: Factors,
  }),
  getPasskeyOptions: defineCall({
    method: 'POST',
    path: 'passkeys/options',
    access: 'session',
    needsProof: true,
    summary: 'Options to create a passkey with.',
    input: NoInput,
    answer: Options,
    errors: ['passkeys_off', 'passkey_limit_reached'],
  }),
  addPasskey: defineCall({
    method: 'POST',
    path: 'passkeys/add',
    bodyBytes: limits.passkeyRequestBytes,
    access: 'session',
    needsProof: true,
    summary:
      'Adds the passkey that the browser has created. If it is active, all other sessions end.',
    input: z.object({
      answer: Attestation,
      /** Missing: named after the browser. */
      name: z.optional(PasskeyName),
    }),
    answer: z.extend(Added, { id: z.string() }),
    errors: [
      'passkeys_off',
      'passkey_failed',
      'passkey_expired',
      'passkey_known',
      'passkey_limit_reached',
    ],
  }),
  renamePasskey: defineCall({
    method: 'POST',
    path: 'passkeys/rename',
    access: 'session',
    summary: 'Renames a passkey.',
    input: z.object({ passkeyId: Id, name: PasskeyName }),
    answer: Success,
    errors: ['not_found'],
  }),
  removePasskey: defineCall({
    method: 'POST',
    path: 'passkeys/remove',
    access: 'session',
    needsProof: true,
    summary: 'Removes a passkey. If it was active, all other sessions end.',
    input: z.object({ passkeyId: Id }),
    answer: Success,
    errors: ['not_found', 'password_missing'],
  }),
  declinePasskey: defineCall({
    method: 'POST',
    path: 'passkeys/decline-offer',
    access: 'session',
    summary: 'Stops offering a passkey after logging in.',
    input: NoInput,
    answer: Success,
  }),
  beginTotp: defineCall({
    method: 'POST',
    path: 'totp/begin',
    access: 'session',
    needsProof: true,
    summary:
      'A new secret for an authenticator app, which replaces the present one when it is confirmed, within 30 minutes.',
    input: NoInput,
    answer: z.object({
      /** In base32, for typing. */
      secret: z.string(),
      /** `otpauth://`, for a QR code. */
      uri: z.string(),
    }),
    errors: ['totp_off'],
  }),
  confirmTotp: defineCall({
    method: 'POST',
    path: 'totp/confirm',
    access: 'session',
    needsProof: true,
    summary:
      'Adds the authenticator app, by its first code. If it is active, all other sessions end.',
    input: z.object({ code: FactorCode }),
    answer: Added,
    errors: ['totp_off', 'totp_expired', 'code_wrong', 'too_many_attempts'],
  }),
  removeTotp: defineCall({
    method: 'POST',
    path: 'totp/remove',
    access: 'session',
    needsProof: true,
    summary: 'Removes the authenticator app. If it was active, all other sessions end.',
    input: NoInput,
    answer: Success,
    errors: ['factor_missing'],
  }),
  renewRecoveryCodes: defineCall({
    method: 'POST',
    path: 'recovery-codes/renew',
    access: 'session',
    needsProof: true,
    summary:
      'Creates new recovery codes, which replace the current ones when they are confirmed as saved.',
    input: NoInput,
    answer: z.extend(Success, { recoveryCodes: RecoveryCodes }),
    errors: ['factor_missing'],
  }),
  confirmRecoveryCodes: defineCall({
    method: 'POST',
    path: 'recovery-codes/confirm',
    access: 'session',
    needsProof: true,
    summary:
      'The user keeps the new recovery codes: they are valid now, and the factors that waited are active, for which all other sessions end.',
    input: NoInput,
    answer: Success,
    errors: ['factor_missing'],
  }),
  removePassword: defineCall({
    method: 'POST',
    path: 'password/remove',
    access: 'session',
    needsProof: true,
    summary: 'Removes the password of an account that has a passkey. All other sessions end.',
    input: NoInput,
    answer: Success,
    errors: ['factor_missing', 'password_missing'],
  }),
  stopFactorReset: defineCall({
    method: 'POST',
    path: 'factors/stop-reset',
    access: 'public',
    throttle: 'followLinkFromAddress',
    summary: 'Stops an operator’s reset of all factors, by the token mailed to the account.',
    input: Token,
    answer: Success,
    errors: ['link_invalid', 'account_blocked'],
  }),
}

/** Logging in by other means than a password, and completing a login that needs a second factor. */
export const signInCalls = {
  getSignInOptions: defineCall({
    method: 'POST',
    path: 'sign-in/passkey-options',
    access: 'public',
    throttle: 'signInWithPasskeyFromAddress',
    summary: 'Options to ask the browser for any passkey of this server with.',
    input: NoInput,
    answer: Options,
    errors: ['passkeys_off'],
  }),
  signInWithPasskey: defineCall({
    method: 'POST',
    path: 'sign-in/passkey',
    bodyBytes: limits.passkeyRequestBytes,
    access: 'public',
    throttle: 'signInWithPasskeyFromAddress',
    summary:
      'Signs in by a passkey, and finishes a log-in that waits for one. Sets the session cookie.',
    input: z.object({ answer: Assertion }),
    answer: Success,
    errors: [
      'passkeys_off',
      'passkey_failed',
      'passkey_expired',
      'passkey_unknown',
      'passkey_waiting',
      'account_blocked',
      'email_unverified',
    ],
  }),
  getPendingLogin: defineCall({
    method: 'GET',
    path: 'sign-in/pending',
    access: 'public',
    throttle: 'signInWithPasskeyFromAddress',
    summary: 'The second factors that can complete the pending login.',
    input: NoInput,
    answer: z.object({
      /** Without `password`. */
      proofs: z.array(openEnum(proofKinds)),
    }),
    errors: ['sign_in_expired'],
  }),
  signInWithCode: defineCall({
    method: 'POST',
    path: 'sign-in/code',
    access: 'public',
    throttle: 'signInFromAddress',
    summary:
      'Finishes a log-in by a code of the authenticator app or a recovery code. Sets the session cookie.',
    input: z.object({ code: FactorCode }),
    answer: Success,
    errors: [
      'sign_in_expired',
      'code_wrong',
      'totp_off',
      'password_wrong',
      'account_blocked',
      'too_many_attempts',
    ],
  }),
}
