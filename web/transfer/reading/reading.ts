import type { FormatId, FormatOptions, Table } from '#web/transfer/formats/format.ts'
import type { LibraryFile } from '#contract/transfer/library-file.ts'
import type { Problem } from '#web/transfer/formats/problems.ts'

/** A file to read, and where it lay. */
export type Source = {
  /** With `/` between folders; of a single file, its name. */
  path: string
  file: File
}

export type ReadOptions = Omit<FormatOptions, 'onRead'> & {
  /** From 0 to 1, by bytes. */
  onProgress?: (share: number) => void
}

/** What was read. Nothing is written anywhere. */
export type Reading = {
  /** The formats recognised, and in how many files each. */
  formats: { id: FormatId; files: number }[]
  library: LibraryFile
  /** What was lost first. Beyond `readLimits.problems`, one for each code. */
  problems: Problem[]
  /** CSV files: to choose other columns, read again with `columns`. */
  tables: Table[]
  /** Prompts in which other tools' variables became ours: reading again with `takeOver: false` leaves them. */
  takenOver: number
}

export type RunningRead = {
  /** Rejects with an `AbortError` when cancelled. */
  result: Promise<Reading>
  cancel: () => void
}
