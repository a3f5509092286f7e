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
  language: Generated<string>
  /** Set for good once the account has had its free plan. */
  free_plan_used_at: number | null
  /** Google's name for the account that signs in here; unique. */
  google_subject: string | null
  /** Stripe's id of the customer that it knows the account as. */
  stripe_customer: string | null
  created_at: number
}

export type SessionTable = {
  token_hash: string
  owner_no: OwnerNo
  created_at: number
  last_used_at: number
  expires_at: number
  user_agent: string
}

/** A link that was mailed; its token is stored hashed, and goes when it is used. */
export type MailedTokenTable = {
  token_hash: string
  owner_no: OwnerNo
  purpose: 'verify' | 'reset'
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
