import type { Dialect } from '#contract/runs/connections.ts'
import type { AccountNo } from '#server/db/owner.ts'

/** A user's own model provider. */
export type ConnectionTable = {
  owner_no: AccountNo
  id: string
  name: string
  dialect: Dialect
  base_url: string
  /** Encrypted by `seal-secrets.ts`; null: the server needs no key. */
  sealed_key: string | null
  /** The last characters of the key. */
  key_hint: string | null
  /** A JSON array of names; null: none. */
  models: string | null
  created_at: number
}
