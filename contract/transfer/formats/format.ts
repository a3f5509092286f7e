import type { LibraryFile } from '#contract/transfer/library-file.ts'
import type { Problem } from './problems.ts'

/** The formats that `formats.ts` recognises, most specific first. */
export type FormatId =
  | 'notion'
  | 'skills'
  | 'promptshelf'
  | 'masscode'
  | 'open-webui'
  | 'langfuse'
  | 'raycast'
  | 'espanso'
  | 'list'
  | 'gemini'
  | 'fabric'
  | 'dotprompt'
  | 'prompty'
  | 'template'
  | 'markdown'
  | 'csv'
  | 'text'

/** A decoded file. */
export type TextFile = {
  /** Folders and name separated by `/`, in NFC. */
  path: string
  text: string
  /** What a format has moved from the text to the notes. */
  notes?: string
}

export type FormatOptions = {
  /** Called for each prompt with the number of characters read for it. */
  onRead?: (characters: number) => void
  /** Converts other tools' variable syntax to ours. Formats that declare their variables are always converted. */
  takeOver: boolean
  /** Columns of CSV files, by path. They are guessed if missing. */
  columns?: Readonly<Record<string, ColumnChoice>>
}

/** Indexes of columns, from 0. */
export type ColumnChoice = {
  /** Whether the first row has headings. */
  hasHeadings: boolean
  prompt: number
  /** Null: the beginning of the prompt. */
  name: number | null
  notes: number | null
  /** The folder path: `a/b` is b in a. */
  folder: number | null
  /** Columns appended to the notes, each with its heading. */
  others: number[]
}

/** A CSV file whose columns can be chosen. */
export type Table = {
  path: string
  /** Cells of the first row; empty texts if it has no headings. */
  headings: string[]
  /** The first rows below the headings, with cells cut to 200 characters. */
  sample: string[][]
  rowCount: number
  /** The columns used: as requested, or guessed. */
  choice: ColumnChoice
  /** False if no heading names the prompts, so that the column with the longest texts was chosen. */
  isSure: boolean
}

export type FormatResult = {
  library: LibraryFile
  problems: Problem[]
  tables?: Table[]
  /** Number of prompts whose variables were converted from another tool's syntax. */
  takenOver: number
  /** The names of the converted variables. */
  converted?: string[]
}

/** Reading is pure: the same files result in the same library. */
export type Format = {
  id: FormatId
  /** Returns the files that have this format. */
  detect: (files: readonly TextFile[]) => TextFile[]
  read: (files: readonly TextFile[], options: FormatOptions) => FormatResult
}
