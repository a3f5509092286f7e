import { limits } from './limits.ts'

/**
 * The most combining marks in a row that are normalised together. Normalisation sorts them in quadratic
 * time; no script has more than a dozen on a letter.
 */
const manyMarks = /\p{M}{30}/gu
/** Invisible; ends a run of combining marks (UAX #15, "Stream-Safe Text Format"). */
const markEnd = '\u034F'
/** Those of Latin, Greek and Cyrillic. In other scripts, marks are letters of their own. */
const accents = /[\u0300-\u034E\u0350-\u036F]+/g
/** Letters that Unicode does not take apart. */
const likeLetters: Record<string, string> = { Æ: 'AE', Œ: 'OE', Ø: 'O', Ł: 'L', Đ: 'D' }
/** A search text is put together with some of these, which occur in no folded text. */
const separators = /(?![\t\n\r])\p{Cc}/gu
const isPlain = /^[\t\n\r -~]*$/

/** In one case. Lower case first, then upper case: only then are ß, ẞ and SS equal. */
function toOneCase(text: string): string {
  const safe = text.replaceAll(manyMarks, `$&${markEnd}`)
  return safe.normalize('NFC').toLowerCase().toUpperCase()
}

function withoutAccents(text: string): string {
  return text
    .replaceAll(/[ÆŒØŁĐ]/g, (letter) => likeLetters[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(accents, '')
    .normalize('NFC')
    .replaceAll(separators, ' ')
}

/**
 * Folds a text or query for comparison. Case and accents are ignored, and ä, ae and a are the same, as are ö, oe and
 * o, and ü, ue and u; ß is ss.
 */
export function foldForSearch(text: string): string {
  const folded = isPlain.test(text) ? text.toUpperCase() : withoutAccents(toOneCase(text))
  return folded.replaceAll(/([AOU])E/g, '$1')
}

/**
 * Folds a text, with ä, ö and ü written as ae, oe and ue. Where `foldForSearch` shortens a word, this finds what begins
 * within the two letters, and what is too short when folded ("que").
 */
export function foldAtLength(text: string): string {
  if (isPlain.test(text)) return text.toUpperCase()
  return withoutAccents(toOneCase(text).replaceAll(/[ÄÖÜ]/g, (letter) => `${letter}E`))
}

/** What to look for in folded texts, or what `foldAtLength` leaves of a query that is too short when folded. */
export function foldQuery(query: string): string {
  const folded = foldForSearch(query)
  return Array.from(folded).length < limits.searchMinLength ? foldAtLength(query) : folded
}

/** Whether a query is long enough: three characters, as they are typed. */
export function isSearchable(query: string): boolean {
  return missingLetters(query) === 0
}

/** The number of characters that a query lacks. Accents alone are none; ß is two. */
export function missingLetters(query: string): number {
  const typed = query.trim()
  const lengths = [toOneCase(typed), foldAtLength(typed)].map((text) => Array.from(text).length)
  return Math.max(0, limits.searchMinLength - Math.min(...lengths))
}
