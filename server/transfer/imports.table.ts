import type { AccountNo } from '#server/db/owner.ts'

/** How far an import has come. What it made is found by ids that derive from `attempt`. */
export type ImportTable = {
  owner_no: AccountNo
  /** Made by the client. */
  attempt: string
  /** Of the file; empty once it is undone. */
  name: string
  total: number
  /** The entries that are in: the first ones. Undoing counts down. */
  done: number
  /** No time of what it made is later. */
  started_at: number
  /** When the user asked to undo it; null if not. */
  undone_at: number | null
  expires_at: number
}
