import { limits } from './limits.ts'

/**
 * Ends a field in a text that is searched as a whole. `foldForSearch` lets no text contain it, so no
 * match can reach from one field into the next.
 */
export const fieldEnd = '\u001F'

/**
 * The form in which texts and queries are compared, so that case, composition and ß make no
 * difference: lower case first, then upper case, because only then do ß, ẞ and SS meet.
 */
export function foldForSearch(text: string): string {
  return text.normalize('NFC').toLowerCase().toUpperCase().replaceAll(fieldEnd, ' ')
}

/** Whether a query is long enough to be searched for: three characters of its folded form. */
export function isSearchable(query: string): boolean {
  return [...foldForSearch(query.trim())].length >= limits.searchMinLength
}
