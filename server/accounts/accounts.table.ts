import type { Generated } from 'kysely'
import type { OwnerNo } from '#server/db/owner.ts'

export type UserTable = {
  owner_no: Generated<OwnerNo>
  id: string
  /** As it was typed. */
  email: string
  /** As addresses are compared; unique. */
  email_key: string
  /** Null: the account signs in through somebody else only. */
  password_hash: string | null
  email_verified_at: number | null
  /**
   * When a mailed link was opened in a session of the account, or set its password. Until then, the
   * person who knows the password need not be the one who reads the mail.
   */
  mailbox_owned_at: number | null
  language: Generated<string>
  /** Set for good once the account has had its free plan. */
  free_plan_used_at: number | null
  /** Google's id of the account that signs in here; unique together with its issuer. */
  google_subject: string | null
  /** Null with a subject: Google's own, from before issuers were stored. */
  google_issuer: string | null
  /** Stripe's id of the customer that it knows the account as. */
  stripe_customer: string | null
  /** Stripe's id of the checkout that was begun last. */
  stripe_checkout: string | null
  created_at: number
}

export type SessionTable = {
  token_hash: string
  owner_no: OwnerNo
  created_at: number
  last_used_at: number
  expires_at: number
  /** When its user last signed in or entered the password again. */
  proved_at: Generated<number>
  user_agent: string
}

/** A link that was mailed; its token is stored hashed, and goes when it is used. */
export type MailedTokenTable = {
  token_hash: string
  owner_no: OwnerNo
  purpose: 'verify' | 'reset' | 'change_email' | 'undo_email'
  expires_at: number
  /** The address that the link leads to: the new one of a change, or the former one. */
  email: string | null
  email_key: string | null
}

/** A browser that has signed in to the account before. */
export type DeviceTable = {
  owner_no: OwnerNo
  token_hash: string
  seen_at: number
}

/** A Google account that waits for the password of the account that has its address. */
export type GoogleLinkTable = {
  token_hash: string
  owner_no: OwnerNo
  issuer: string
  subject: string
  expires_at: number
}

/** A sign-in with Google that has begun in a browser and not come back yet. */
export type GoogleLoginTable = {
  state_hash: string
  browser_hash: string
  code_verifier: string
  nonce: string
  expires_at: number
}
