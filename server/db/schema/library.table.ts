import type { ColumnType, Generated } from 'kysely'
import type { AccountNo } from '#server/db/owner.ts'

declare const changeBrand: unique symbol

/**
 * The number of a change to a library. Only `changeLibrary` creates one, and each query that changes a folder or prompt
 * expects it. Last uses and last values are not numbered.
 */
export type ChangeNo = number & { readonly [changeBrand]: true }

/** The number of the change that last wrote a row; 0 before the first numbered change. */
export type ChangedNo = ColumnType<number, ChangeNo, ChangeNo>

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
  /** The lowest number of a change. All earlier ones are of a library that was since restored from a backup. */
  first_no: Generated<number>
  /** The number of the last change. */
  change_no: Generated<number>
  /** The number of the last change that removed a folder or prompt from the library. */
  removed_no: Generated<number>
  /** The number of the last change to `my_values` or `keeps_last_values`. */
  my_values_no: Generated<number>
}
