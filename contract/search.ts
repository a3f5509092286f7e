import { limits } from './limits.ts'

/**
 * Separates fields in a search text. `foldForSearch` removes it from texts, so no match spans two fields.
 */
export const fieldEnd = '\u001F'

/**
 * The most combining marks in a row that are normalised together. Normalisation sorts them in quadratic
 * time; no script has more than a dozen on a letter.
 */
const manyMarks = /\p{M}{30}/gu
/** Invisible; ends a run of combining marks (UAX #15, "Stream-Safe Text Format"). */
const markEnd = '\u034F'

/**
 * Folds a text or query for comparison, ignoring case and composition. Lower case first, then upper case:
 * only then are ß, ẞ and SS equal.
 */
export function foldForSearch(text: string): string {
  const safe = text.replaceAll(manyMarks, `$&${markEnd}`)
  return safe.normalize('NFC').toLowerCase().toUpperCase().replaceAll(fieldEnd, ' ')
}

/** Whether a query is long enough: three characters of its folded form. */
export function isSearchable(query: string): boolean {
  return missingLetters(query) === 0
}

/** The number of characters that a query lacks. */
export function missingLetters(query: string): number {
  return Math.max(0, limits.searchMinLength - [...foldForSearch(query.trim())].length)
}
