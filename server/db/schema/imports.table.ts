import type { AccountNo } from '#server/db/owner.ts'

/** The progress of an import. The ids of its items derive from `attempt`. */
export type ImportTable = {
  owner_no: AccountNo
  /** An idempotency key from the client. */
  attempt: string
  /** The file's name; empty once the import is undone. */
  name: string
  total: number
  /** The number of leading entries imported so far; undo decrements it. */
  done: number
  /** No imported item has a later time. */
  started_at: number
  /** When the user asked to undo it; null if not. */
  undone_at: number | null
  expires_at: number
}
