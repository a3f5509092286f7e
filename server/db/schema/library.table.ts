import type { Generated } from 'kysely'
import type { AccountNo } from '#server/db/owner.ts'

/** One row per owner. It issues the keys of the library's rows and serialises its writers. */
export type LibraryTable = {
  owner_no: AccountNo
  last_seq: number
  /** Counts of the contents, updated in the transaction of every change. */
  folder_count: number
  prompt_count: number
  /** Folders, prompts, versions and runs, including those of prompts in the trash, as `recountLibraries` counts them. */
  stored_bytes: number
  /** The size of the trash, without versions and runs. */
  trash_rows: Generated<number>
  trash_bytes: Generated<number>
  /** The account's own values as JSON; null if there are none. */
  my_values: string | null
  /** 0: a run is deleted once it has been read. */
  keeps_runs: Generated<number>
  /** 1: prompts store the values last copied with them. */
  keeps_last_values: Generated<number>
}
