import type { Generated } from 'kysely'
import type { AccountNo } from '#server/db/owner.ts'

/** One row per owner. It numbers the rows of the library, and serialises its writers. */
export type LibraryTable = {
  owner_no: AccountNo
  last_seq: number
  /** Counts of the contents, updated in the transaction of every change. */
  folder_count: number
  prompt_count: number
  /** Folders, prompts, versions and runs, also those of prompts in the trash. `recountLibraries` says how they count. */
  stored_bytes: number
  /** Of the trash, without versions and runs. */
  trash_rows: Generated<number>
  trash_bytes: Generated<number>
  /** The account's own values as JSON; null where there are none. */
  my_values: string | null
  /** 0: runs of prompts are deleted once they have been read. */
  keeps_runs: Generated<number>
}
