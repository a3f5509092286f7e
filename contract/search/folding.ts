import { limits } from '#contract/limits.ts'
import { accents, notSeen } from './searchable.ts'

/**
 * The most combining marks in a row that are normalised together. Normalisation sorts them in quadratic
 * time; no script has more than a dozen on a letter.
 */
const manyMarks = /\p{M}{30}/gu
/** Quicker to test than `manyMarks`: all marks come after U+0300. */
const mayBeManyMarks = /[\u0300-\uFFFF]{30}/
/** Invisible; ends a run of combining marks (UAX #15, "Stream-Safe Text Format"). */
const markEnd = '\u034F'
/** Letters that Unicode does not take apart. */
const likeLetters: Record<string, string> = { Æ: 'AE', Œ: 'OE', Ø: 'O', Ł: 'L', Đ: 'D' }
/** A search text is put together with some of these, which occur in no folded text. */
const separators = /[^\P{Cc}\t\n\r]/gu
const isPlain = /^[\t\n\r -~]*$/
/** Marks of print, by the mark of a keyboard that they are typed as. */
const typographic = {
  "'": '‘’‚‛‹›´′',
  '"': '“”„‟«»″',
  '-': '\u2010\u2011\u2012\u2013\u2014\u2015−',
}
const typedAs = new Map(
  Object.entries(typographic).flatMap(([typed, marks]) =>
    Array.from(marks, (mark) => [mark, typed] as const),
  ),
)
/** What keyboards do not type: those, spaces of any width, the ellipsis, and letters as wide as Chinese ones. */
const untyped =
  /[‘’‚‛‹›´′“”„‟«»″\u2010-\u2015−\u00A0\u2000-\u200A\u2026\u202F\u205F\u3000\uFF01-\uFF5E]/g

function asTyped(text: string): string {
  return text
    .replaceAll(untyped, (character) => typedAs.get(character) ?? character.normalize('NFKC'))
    .replaceAll(notSeen, '')
}

/** In one case. Lower case first, then upper case: only then are ß, ẞ and SS equal. */
function toOneCase(text: string): string {
  const safe = mayBeManyMarks.test(text) ? text.replaceAll(manyMarks, `$&${markEnd}`) : text
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
  return fold(text, withoutAccents).replaceAll(/(?<=[AOU])E/g, '')
}

/**
 * Folds a text, with ä, ö and ü written as ae, oe and ue. Where `foldForSearch` shortens a word, this finds what begins
 * within the two letters, and what is too short when folded ("que").
 */
export function foldAtLength(text: string): string {
  return fold(text, (text) => withoutAccents(text.replaceAll(/[ÄÖÜ]/g, (letter) => `${letter}E`)))
}

function fold(text: string, withoutAccents: (text: string) => string): string {
  if (isPlain.test(text)) return text.toUpperCase()
  const typed = asTyped(text)
  return isPlain.test(typed) ? typed.toUpperCase() : withoutAccents(toOneCase(typed))
}

/** Folds a query: what to look for in folded texts. One that is too short when folded is looked for at full length. */
export function foldQuery(query: string): string {
  const folded = foldForSearch(query)
  return Array.from(folded).length < limits.searchMinLength ? foldAtLength(query) : folded
}
