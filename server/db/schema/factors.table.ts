import type { Generated } from 'kysely'
import type { AccountNo } from '#server/db/owner.ts'

export type PasskeyTable = {
  owner_no: AccountNo
  id: string
  /** WebAuthn's id of it, in base64url; unique. */
  credential_id: string
  /** In COSE's form, as base64url. */
  public_key: string
  /** How often the authenticator has signed, by its own count; 0: it does not count. */
  counter: number
  /** How browsers reach it, separated by spaces. */
  transports: string
  name: string
  /** 1: it is stored on several devices. */
  is_synced: number
  /** 0: it waits for the recovery codes to be kept, and neither signs in nor is asked for. */
  is_active: number
  created_at: number
  used_at: Generated<number | null>
}

/** The secret of an account's authenticator app. */
export type TotpSecretTable = {
  owner_no: AccountNo
  sealed_secret: string
  /** The last step of 30 s whose code was used: earlier ones are refused. */
  last_step: number
  /** As of a passkey. */
  is_active: number
  created_at: number
}

/** A recovery code that has not been used. */
export type RecoveryCodeTable = {
  owner_no: AccountNo
  /** By argon2id. All codes of a set have the same salt, so that a try costs one hash. */
  code_hash: string
  /** 0: of a set that was shown and not yet confirmed as kept. */
  is_kept: number
  created_at: number
}

/** A log-in by one factor that waits for another one, by the hash of the browser's token. */
export type PendingLoginTable = {
  owner_no: AccountNo
  token_hash: string
  /** The hash that the password matched; null: a log-in with Google. */
  password_hash: string | null
  /** The pending link of a Google account that the log-in completes. */
  link_hash: string | null
  expires_at: number
}

/** What a browser has to answer within minutes. Deleted when answered. */
export type ChallengeTable = {
  /** Null: of whoever signs in by a passkey. */
  owner_no: AccountNo | null
  /** Of the challenge; random for `totp`. */
  challenge_hash: string
  purpose: 'sign_in' | 'prove' | 'add' | 'totp'
  /** The hash of the token of the session, or of the browser that signs in. */
  browser_hash: string
  /** The new secret of an authenticator app, for `totp`. */
  sealed_secret: string | null
  expires_at: number
}
