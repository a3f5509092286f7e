import type { Dialect } from '#contract/runs/connections.ts'
import type { AccountNo } from '#server/db/owner.ts'

/** A user's own way to models. */
export type ConnectionTable = {
  owner_no: AccountNo
  id: string
  name: string
  dialect: Dialect
  base_url: string
  /** As `seal-secrets.ts` makes it; null: the server wants no key. */
  sealed_key: string | null
  /** The last characters of the key. */
  key_hint: string | null
  /** A list of names as JSON; null: none. */
  models: string | null
  created_at: number
}
