// Separate from the folding, which the first screen does not load.
import { limits } from '#contract/core/limits.ts'

/** Accents of Latin, Greek and Cyrillic. In other scripts, combining marks are separate letters. */
export const accents = /[\u0300-\u034E\u0350-\u036F]+/g
/** Soft hyphens, joiners, marks of direction and of the byte order. */
export const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/** Whether a query has at least three characters, as typed. */
export function isSearchable(query: string): boolean {
  return missingLetters(query) === 0
}

/** The number of characters that a query lacks. Accents and invisible characters do not count; ß counts as two. */
export function missingLetters(query: string): number {
  const letters = query.replaceAll(invisible, '').trim().toUpperCase().normalize('NFD')
  const counted = Array.from(letters.replaceAll(accents, '').normalize('NFC'))
  return Math.max(0, limits.searchMinLength - counted.length)
}
