import { toPlainText } from '#contract/variables/variables.ts'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'
import {
  bodyStart,
  foldWithWords,
  notesStart,
  type Needles,
} from '#server/library/search/search.rules.ts'

/**
 * ASCII's characters other than letters and digits, and the letters that replace them, in the same order: lower case,
 * which folded texts do not contain. A sixth of a text is spaces, so they get a letter of one byte, which the index
 * treats as a Q.
 */
const marks = ' \n!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
const letters = 'qàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿāă'

const letterFor = new Map(Array.from(marks, (mark, at) => [mark, letters.charAt(at)]))
const markFor = new Map(Array.from(letters, (letter, at) => [letter, marks.charAt(at)]))

type Texts = { name: string; prompt: string; notes?: string | null | undefined }

/** Returns the text that searches compare: name, body without markup and notes, folded, in the form of the database. */
export function toSearchText(db: Handle, { name, prompt, notes }: Texts): string {
  const [foldedName, body, foldedNotes] = [name, toPlainText(prompt), notes ?? ''].map(
    foldWithWords,
  )
  return toStored(db, `${foldedName}${bodyStart}${body}${notesStart}${foldedNotes}`)
}

/**
 * Converts a folded text to the form of search texts. PostgreSQL's trigrams skip characters other than letters and
 * digits, and would find "y (" in every text, so there letters replace such characters.
 */
export function toStored(db: Handle, folded: string): string {
  if (!isPostgres(db)) return folded
  return folded.replaceAll(/[^\p{L}\p{N}]/gu, (mark) => letterFor.get(mark) ?? mark)
}

/** Reverses `toStored`. */
export function fromStored(db: Handle, stored: string): string {
  if (!isPostgres(db)) return stored
  return stored.replaceAll(/\p{Ll}/gu, (letter) => markFor.get(letter) ?? letter)
}

/** Converts needles to the form of search texts. */
export function toStoredNeedles(db: Handle, { phrase, words }: Needles): Needles {
  return { phrase: toStored(db, phrase), words: words.map((word) => toStored(db, word)) }
}
