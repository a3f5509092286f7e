import type { Generated } from 'kysely'
import type { AccountNo } from '#server/db/owner.ts'

export type UserTable = {
  owner_no: Generated<AccountNo>
  id: string
  /** As typed; empty while the account is being deleted. */
  email: string
  /** For comparing addresses; unique. */
  email_key: string
  /** Null: the account logs in with Google or a passkey. */
  password_hash: string | null
  email_verified_at: number | null
  /**
   * When a mailed link was opened in a session of the account, or set its password. Until then, the account's creator
   * may not be the person who reads the mail.
   */
  mailbox_owned_at: number | null
  language: Generated<string>
  /** Set permanently once the account has had its free plan. */
  free_plan_used_at: number | null
  /** The `sub` of the Google account that logs in; unique together with its issuer. */
  google_subject: string | null
  google_issuer: string | null
  /** Stripe's id of the account's customer. */
  stripe_customer: string | null
  /** Stripe's id of the latest checkout. */
  stripe_checkout: string | null
  created_at: number
  /** When an operator blocked the account; null: it is not blocked. */
  blocked_at: Generated<number | null>
  /** When the user declined the offer of a passkey. */
  passkey_declined_at: Generated<number | null>
  /** When a reset by the operator removes all factors; null: there is none. */
  factors_reset_at: Generated<number | null>
}

export type SessionTable = {
  token_hash: string
  owner_no: AccountNo
  created_at: number
  last_used_at: number
  expires_at: number
  /** When the user last logged in or entered the password in it. */
  proved_at: Generated<number>
  user_agent: string
}

/** A token of a program, by the hash of its secret. */
export type TokenTable = {
  owner_no: AccountNo
  token_hash: string
  id: string
  /** The last characters of the secret. */
  hint: string
  name: string
  /** Separated by spaces. */
  scopes: string
  /** The id of the only folder that it can access, which may have been deleted; null: the whole library. */
  root: string | null
  created_at: number
  /** Null: it does not expire. */
  expires_at: number | null
  /** The last use, at most an hour behind. */
  used_at: Generated<number | null>
  /** The program that last used it, by its own name. */
  client: Generated<string | null>
}

/** A mailed link, by the hash of its token. Deleted when used. */
export type MailedTokenTable = {
  token_hash: string
  owner_no: AccountNo
  purpose: 'verify' | 'reset' | 'change_email' | 'undo_email' | 'stop_reset'
  expires_at: number
  /** The address that the account gets when the link is opened: a new one, or the previous one. */
  email: string | null
  email_key: string | null
}

/** A browser that has logged in to the account. */
export type DeviceTable = {
  owner_no: AccountNo
  token_hash: string
  seen_at: number
}

/** An account that has been deleted, by its id. A restored backup may still have it. */
export type DeletionTable = {
  user_id: string
  deleted_at: number
}

/** A pending link of a Google account, until the password of the account with its address is entered. */
export type GoogleLinkTable = {
  token_hash: string
  owner_no: AccountNo
  issuer: string
  subject: string
  expires_at: number
}

/** A pending login with Google. */
export type GoogleLoginTable = {
  state_hash: string
  browser_hash: string
  code_verifier: string
  nonce: string
  expires_at: number
}
