import { limits } from './limits.ts'

/**
 * Ends a field in a text that is searched as a whole. `foldForSearch` lets no text contain it, so no
 * match can reach from one field into the next.
 */
export const fieldEnd = '\u001F'

/**
 * As many combining marks in a row as normalisation gets at once. It sorts them, in time that grows with
 * the square of their number; no writing has more than a dozen on a letter.
 */
const manyMarks = /\p{M}{30}/gu
/** Ends a row of combining marks and shows nothing (UAX #15, "Stream-Safe Text Format"). */
const markEnd = '\u034F'

/**
 * The form in which texts and queries are compared, so that case, composition and ß make no
 * difference: lower case first, then upper case, because only then do ß, ẞ and SS meet.
 */
export function foldForSearch(text: string): string {
  const safe = text.replaceAll(manyMarks, `$&${markEnd}`)
  return safe.normalize('NFC').toLowerCase().toUpperCase().replaceAll(fieldEnd, ' ')
}

/** Whether a query is long enough to be searched for: three characters of its folded form. */
export function isSearchable(query: string): boolean {
  return missingLetters(query) === 0
}

/** How many letters a query lacks to be searched for. */
export function missingLetters(query: string): number {
  return Math.max(0, limits.searchMinLength - [...foldForSearch(query.trim())].length)
}
