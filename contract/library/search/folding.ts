import { limits } from '#contract/core/limits.ts'
import { accents, invisible } from './searchable.ts'

/**
 * A long sequence of combining marks, which normalisation would sort in quadratic time. No script has more than a dozen
 * on a letter.
 */
const longMarkRun = /\p{M}{30}/gu
/** Cheaper to test than `longMarkRun`: all combining marks come after U+0300. */
const mayHaveLongMarkRun = /[\u0300-\uFFFF]{30}/
/** Ends a sequence of combining marks, and is invisible (UAX #15, "Stream-Safe Text Format"). */
const graphemeJoiner = '\u034F'
/** Letters that Unicode does not decompose. */
const likeLetters: Record<string, string> = { Æ: 'AE', Œ: 'OE', Ø: 'O', Ł: 'L', Đ: 'D' }
/** Control characters, which separate the parts of a search text and so must not occur in folded text. */
const separators = /[^\P{Cc}\t\n\r]/gu
const isPlain = /^[\t\n\r -~]*$/
/** Typographic marks, by the keyboard character that stands for them. */
const typographic = {
  "'": '‘’‚‛‹›´′',
  '"': '“”„‟«»″',
  '-': '\u2010\u2011\u2012\u2013\u2014\u2015−',
}
const keyboardMark = new Map(
  Object.entries(typographic).flatMap(([typed, marks]) =>
    Array.from(marks, (mark) => [mark, typed] as const),
  ),
)
/** Typographic marks, spaces of any width, the ellipsis, and full-width letters. */
const untyped =
  /[‘’‚‛‹›´′“”„‟«»″\u2010-\u2015−\u00A0\u2000-\u200A\u2026\u202F\u205F\u3000\uFF01-\uFF5E]/g

function asTyped(text: string): string {
  return text
    .replaceAll(untyped, (character) => keyboardMark.get(character) ?? character.normalize('NFKC'))
    .replaceAll(invisible, '')
}

/** Converts to one case: first lower, then upper, because only then are ß, ẞ and SS equal. */
function toOneCase(text: string): string {
  const safe = mayHaveLongMarkRun.test(text)
    ? text.replaceAll(longMarkRun, `$&${graphemeJoiner}`)
    : text
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
 * Folds a text or query for comparison. Ignores case and accents, and treats ä, ae and a as equal, as well as ö, oe and o,
 * and ü, ue and u; ß is ss. Converts typographic marks to keyboard characters and removes invisible characters.
 */
export function foldForSearch(text: string): string {
  return fold(text, withoutAccents).replaceAll(/(?<=[AOU])E/g, '')
}

/**
 * Folds a text, with ä, ö and ü written as ae, oe and ue. Finds matches that start between the two letters, and words that
 * `foldForSearch` makes too short ("que").
 */
export function foldAtLength(text: string): string {
  return fold(text, (text) => withoutAccents(text.replaceAll(/[ÄÖÜ]/g, (letter) => `${letter}E`)))
}

function fold(text: string, withoutAccents: (text: string) => string): string {
  if (isPlain.test(text)) return text.toUpperCase()
  const typed = asTyped(text)
  return isPlain.test(typed) ? typed.toUpperCase() : withoutAccents(toOneCase(typed))
}

/** Folds a query to compare with folded texts. A query that folding makes too short is folded at full length. */
export function foldQuery(query: string): string {
  const folded = foldForSearch(query)
  return Array.from(folded).length < limits.searchMinLength ? foldAtLength(query) : folded
}
