import {
  foldAtLength,
  foldForSearch,
  foldQuery,
  foldQueryAsBefore,
} from '#contract/search/folding.ts'

/** Separate the parts of a search text. `foldForSearch` removes them from texts, so no match spans two parts. */
export const bodyStart = '\u001F'
export const notesStart = '\u001D'
const wordsStart = '\u001E'
/** Ends a name that this release has folded. A release that folds otherwise takes another of these characters. */
export const foldingMark = '\u001C'

/** Beyond this, what looks like a word is none. */
const longestWord = 60

/** A folded name or other text, with the words that folding shortens at full length too. */
export function foldWithWords(text: string): string {
  const folded = foldForSearch(text)
  const atLength = foldAtLength(text)
  if (atLength === folded) return folded
  const words = atLength.split(/[^\p{L}\p{M}\p{N}]+/u)
  const shortened = words.filter(
    (word) => word.length <= longestWord && foldForSearch(word) !== word,
  )
  return [`${folded}${wordsStart}`, ...new Set(shortened)].join(' ')
}

/** A name as rows have it. */
export function foldName(name: string): string {
  return foldWithWords(name) + foldingMark
}

/** A folded name without the words at full length. */
export function toNameAlone(foldedName: string): string {
  return foldedName.split(wordsStart, 1)[0] ?? ''
}

/**
 * The folded texts of which any is looked for. A text that the previous release wrote is found in the form which that
 * release gave it, until it is re-folded.
 */
export type Needle = readonly string[]

export type Needles = {
  phrase: Needle
  /** In any order; only the phrase where that is one word, or where no word is long enough for the index. */
  words: readonly Needle[]
}

/** What to look for. `isFoldingAnew`: whether some texts are folded as the release before did. */
export function toNeedles(search: string, isFoldingAnew: boolean): Needles {
  const toNeedle = (text: string) => {
    const needle = foldQuery(text)
    return isFoldingAnew ? [...new Set([needle, foldQueryAsBefore(text)])] : [needle]
  }
  const phrase = toNeedle(search)
  const words = [...new Set(search.split(/\s+/).filter((word) => word !== ''))].map(toNeedle)
  const isOfWords = words.length > 1 && words.some(isIndexed)
  return { phrase, words: isOfWords ? words : [phrase] }
}

/** The most frequent folded characters of English and German, in this order. */
const frequentCharacters = ' EATIRSNOLCUDHMPGFBYWKV'

function hasTrigrams(folded: string): boolean {
  return Array.from(folded).length >= 3
}

/** Whether the index of trigrams can find a needle. */
export function isIndexed(needle: Needle): boolean {
  return needle.every(hasTrigrams)
}

/**
 * An FTS5 query for rows that may contain all needles. Of more than `most` trigrams, it asks for those that look rarest.
 */
export function toTrigramQuery(needles: readonly Needle[], most: number): string {
  if (needles.every((needle) => needle.length === 1)) return allOf(needles.flat(), most)
  const share = Math.ceil(most / needles.length)
  return needles
    .map((needle) => `(${needle.map((text) => `(${allOf([text], share)})`).join(' OR ')})`)
    .join(' AND ')
}

function allOf(texts: readonly string[], most: number): string {
  return toRarest(texts.flatMap(trigramsOf), most)
    .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(' AND ')
}

/** Those of some trigrams that look rarest. */
export function toRarest(trigrams: readonly string[], most: number): string[] {
  return [...new Set(trigrams)].toSorted((one, other) => rarity(other) - rarity(one)).slice(0, most)
}

/** The trigrams of a text, in order. */
export function trigramsOf(text: string): string[] {
  const characters = Array.from(text)
  return characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''))
}

/** How rare a trigram looks, from its letters. */
export function rarity(trigram: string): number {
  const ranks = Array.from(trigram, (character) => {
    const rank = frequentCharacters.indexOf(character)
    return rank === -1 ? frequentCharacters.length : rank
  })
  return ranks.reduce((sum, rank) => sum + rank, 0)
}

/** A LIKE pattern for texts that contain `text` literally. */
export function toContainsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** Whether a name, as it is written, contains a needle. */
export function isInName(name: string, needle: Needle): boolean {
  const folded = foldWithWords(name)
  return needle.some((form) => folded.includes(form))
}
