import type { OwnerNo } from '#server/db/owner.ts'

/** One row per owner: what numbers its rows, and what is locked to create one after another. */
export type LibraryTable = {
  owner_no: OwnerNo
  last_seq: number
  /** What the library holds, counted in the transaction of every change. */
  folder_count: number
  prompt_count: number
  stored_bytes: number
}
