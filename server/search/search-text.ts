import { toPlainText } from '#contract/variables/variables.ts'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'
import {
  bodyStart,
  foldName,
  foldWithWords,
  notesStart,
  type Needle,
  type Needles,
} from '#server/search/search.rules.ts'

/**
 * ASCII's characters that are neither letters nor digits, and in the same order, the letters that stand for them: small
 * ones, which folded texts lack. A sixth of a text are spaces, so theirs is of one byte, though the index takes it for
 * a Q, too.
 */
const marks = ' \n!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
const letters = 'qàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿāă'

const letterFor = new Map(Array.from(marks, (mark, at) => [mark, letters.charAt(at)]))
const markFor = new Map(Array.from(letters, (letter, at) => [letter, marks.charAt(at)]))

type Texts = { name: string; prompt: string; notes?: string | null | undefined }

/** The text that a search compares, as a database stores it: name, body without markup, and notes, folded. */
export function toSearchText(db: Handle, { name, prompt, notes }: Texts): string {
  const [body, foldedNotes] = [toPlainText(prompt), notes ?? ''].map(foldWithWords)
  return toStored(db, `${foldName(name)}${bodyStart}${body}${notesStart}${foldedNotes}`)
}

/**
 * A folded text in the form of search texts. PostgreSQL's trigrams leave out what is neither letter nor digit, so that
 * they would find "y (" in every text. There, letters stand for such characters.
 */
export function toStored(db: Handle, folded: string): string {
  if (!isPostgres(db)) return folded
  return folded.replaceAll(/[^\p{L}\p{N}]/gu, (mark) => letterFor.get(mark) ?? mark)
}

/** The folded text that `toStored` was given. */
export function fromStored(db: Handle, stored: string): string {
  if (!isPostgres(db)) return stored
  return stored.replaceAll(/\p{Ll}/gu, (letter) => markFor.get(letter) ?? letter)
}

/** Needles in the form of search texts. */
export function toStoredNeedles(db: Handle, { phrase, words }: Needles): Needles {
  const toForms = (needle: Needle) => needle.map((form) => toStored(db, form))
  return { phrase: toForms(phrase), words: words.map(toForms) }
}
