import { limits } from '#contract/limits.ts'
import { accents, notSeen } from './searchable.ts'

/**
 * The most combining marks in a row that are normalised together. Normalisation sorts them in quadratic
 * time; no script has more than a dozen on a letter.
 */
const manyMarks = /\p{M}{30}/gu
/** Invisible; ends a run of combining marks (UAX #15, "Stream-Safe Text Format"). */
const markEnd = '\u034F'
/** Letters that Unicode does not take apart. */
const likeLetters: Record<string, string> = { Æ: 'AE', Œ: 'OE', Ø: 'O', Ł: 'L', Đ: 'D' }
/** A search text is put together with some of these, which occur in no folded text. */
const separators = /(?![\t\n\r])\p{Cc}/gu
const isPlain = /^[\t\n\r -~]*$/
/** What keyboards do not type, by what stands for it: quotation marks, dashes, and what is not seen. */
const typographic: [RegExp, string][] = [
  [/[‘’‚‛‹›´′]/g, "'"],
  [/[“”„‟«»″]/g, '"'],
  [/[\u2010-\u2015−]/g, '-'],
  [notSeen, ''],
]
/** Spaces of any width, the ellipsis, and letters as wide as Chinese ones. */
const compatible = /[\u00A0\u2000-\u200A\u2026\u202F\u205F\u3000\uFF01-\uFF5E]/g

function asTyped(text: string): string {
  if (isPlain.test(text)) return text
  const folded = text.replaceAll(compatible, (character) => character.normalize('NFKC'))
  return typographic.reduce((text, [marks, typed]) => text.replaceAll(marks, typed), folded)
}

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
 * o, and ü, ue and u; ß is ss. Quotation marks, dashes and spaces are those of a keyboard; what is not seen is left out.
 */
export function foldForSearch(text: string): string {
  return foldLetters(asTyped(text))
}

function foldLetters(text: string): string {
  const folded = isPlain.test(text) ? text.toUpperCase() : withoutAccents(toOneCase(text))
  return folded.replaceAll(/([AOU])E/g, '$1')
}

/**
 * Folds a text, with ä, ö and ü written as ae, oe and ue. Where `foldForSearch` shortens a word, this finds what begins
 * within the two letters, and what is too short when folded ("que").
 */
export function foldAtLength(text: string): string {
  return lettersAtLength(asTyped(text))
}

function lettersAtLength(text: string): string {
  if (isPlain.test(text)) return text.toUpperCase()
  return withoutAccents(toOneCase(text).replaceAll(/[ÄÖÜ]/g, (letter) => `${letter}E`))
}

/** What to look for in folded texts, or what `foldAtLength` leaves of a query that is too short when folded. */
export function foldQuery(query: string): string {
  return foldQueryAsBefore(asTyped(query))
}

/** What to look for in texts that the release before has folded, which kept typographic marks. */
export function foldQueryAsBefore(query: string): string {
  const folded = foldLetters(query)
  return Array.from(folded).length < limits.searchMinLength ? lettersAtLength(query) : folded
}
