import type { Generated } from 'kysely'
import type { AccountNo } from '#server/db/owner.ts'

export type PasskeyTable = {
  owner_no: AccountNo
  id: string
  /** Its WebAuthn id, in base64url; unique. */
  credential_id: string
  /** In COSE format, as base64url. */
  public_key: string
  /** The authenticator's own signature counter; 0: it has none. */
  counter: number
  /** How browsers connect to it, separated by spaces. */
  transports: string
  name: string
  /** 1: it is synced between several devices. */
  is_synced: number
  /** 0: it is pending until the recovery codes are confirmed, and neither logs in nor is asked for. */
  is_active: number
  created_at: number
  used_at: Generated<number | null>
}

/** The secret of an account's authenticator app. */
export type TotpSecretTable = {
  owner_no: AccountNo
  sealed_secret: string
  /** The last step of 30 s whose code was used: earlier ones are rejected. */
  last_step: number
  /** As for a passkey. */
  is_active: number
  created_at: number
}

/** An unused recovery code. */
export type RecoveryCodeTable = {
  owner_no: AccountNo
  /** Hashed with argon2id. All codes of a set have the same salt, so that an attempt costs one hash. */
  code_hash: string
  /** 0: it is in a set that was shown and not yet confirmed. */
  is_kept: number
  created_at: number
}

/** A login with one factor that waits for another one, by the hash of the browser's token. */
export type PendingLoginTable = {
  owner_no: AccountNo
  token_hash: string
  /** The hash that the password matched; null: a login with Google. */
  password_hash: string | null
  /** The pending link of a Google account that the login completes. */
  link_hash: string | null
  expires_at: number
}

/** A challenge for a browser, valid for minutes. Deleted when answered. */
export type ChallengeTable = {
  /** Null: for anyone logging in with a passkey. */
  owner_no: AccountNo | null
  /** The challenge's; random for `totp`. */
  challenge_hash: string
  purpose: 'sign_in' | 'prove' | 'add' | 'totp'
  /** The hash of the session's token, or of the token of the browser that is logging in. */
  browser_hash: string
  /** The new secret of an authenticator app, for `totp`. */
  sealed_secret: string | null
  expires_at: number
}
