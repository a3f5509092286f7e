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
