import { foldPrompt, type Needles } from '#contract/library/search/needles.ts'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'

/**
 * ASCII's characters other than letters and digits, and the letters that replace them, in the same order: lower case,
 * which folded texts do not contain. A sixth of a text is spaces, so they get a letter of one byte, which the index
 * treats as a Q.
 */
const marks = ' \n!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
const letters = 'qàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿāă'

const letterFor = new Map(Array.from(marks, (mark, at) => [mark, letters.charAt(at)]))
const markFor = new Map(Array.from(letters, (letter, at) => [letter, marks.charAt(at)]))

/** Returns the text that searches compare, in the form of the database. */
export function toSearchText(db: Handle, prompt: Parameters<typeof foldPrompt>[0]): string {
  return toStored(db, foldPrompt(prompt))
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
