import type { FormatId, Table } from '#contract/transfer/formats/format.ts'
import type { LibraryFile } from '#contract/transfer/library-file.ts'
import type { Problem } from '#contract/transfer/formats/problems.ts'
import type { Invisible } from '#web/library/invisible/find-invisible.ts'

/** A file to read, and its path. */
export type Source = {
  /** With `/` between folders. A single file has only its name. */
  path: string
  file: File
}

/** The result of reading files. */
export type Reading = {
  /** The formats recognised, and the number of files of each. */
  formats: { id: FormatId; files: number }[]
  library: LibraryFile
  /** Losses first. Beyond `readLimits.problems`, one problem per code. */
  problems: Problem[]
  /** CSV files. To choose other columns, read again with `columns`. */
  tables: Table[]
  /** Prompts whose variables were converted from another tool's syntax. `takeOver: false` prevents that. */
  takenOver: number
  /** The names of those variables. */
  converted: string[]
  /** Invisible characters in prompts, including those in the trash. They are not removed. */
  invisible: Invisible
}
