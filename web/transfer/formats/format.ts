import type { LibraryFile } from '#contract/transfer/library-file.ts'
import type { Problem } from './problems.ts'

/** What `formats.ts` recognises, most particular first. */
export type FormatId =
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

/** A file that has been read. */
export type TextFile = {
  /** Its folders and name, with `/` between them, in NFC. */
  path: string
  text: string
}

export type FormatOptions = {
  /** Is told of every prompt how many characters of its file it was. */
  onRead?: (characters: number) => void
  /** Makes other tools' variables ours, where the format does not say itself what its variables are. */
  takeOver: boolean
  /** Of CSV files by path: which column is what. Without, they are guessed. */
  columns?: Readonly<Record<string, ColumnChoice>>
}

/** Columns by their place, counted from 0. */
export type ColumnChoice = {
  /** Whether the first row says what the columns are. */
  hasHeadings: boolean
  prompt: number
  /** Null: the beginning of the prompt. */
  name: number | null
  notes: number | null
  /** Becomes the folder: `a/b` is b in a. */
  folder: number | null
  /** Kept in the notes, each with its heading. */
  others: number[]
}

/** A CSV file of which columns can be chosen. */
export type Table = {
  path: string
  /** Of the first row; empty texts where it has none. */
  headings: string[]
  /** The first rows below it, cells cut to 200 characters. */
  sample: string[][]
  rowCount: number
  /** What was read: as asked for, or a guess. */
  choice: ColumnChoice
  /** False where no column is called as a prompt's is, so that the choice is no more than the longest texts. */
  isSure: boolean
}

export type FormatResult = {
  library: LibraryFile
  problems: Problem[]
  tables?: Table[]
  /** Prompts in which other tools' variables became ours. */
  takenOver: number
}

/** Pure: the same files give the same library. */
export type Format = {
  id: FormatId
  /** Of the files, those that are of this format. */
  detect: (files: readonly TextFile[]) => TextFile[]
  read: (files: readonly TextFile[], options: FormatOptions) => FormatResult
}
