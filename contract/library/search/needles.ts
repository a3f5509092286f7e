import { toPlainText } from '#contract/variables/variables.ts'
import { foldAtLength, foldForSearch, foldQuery } from './folding.ts'

/** Separators of the parts of a search text. `foldForSearch` removes them from texts, so no match spans two parts. */
export const bodyStart = '\u001F'
export const notesStart = '\u001D'
const wordsStart = '\u001E'

/** Longer runs of letters are not words. */
const longestWord = 60

/** Quicker than folding every word again. */
const mayBeShortened = /[AOU]E/

/** Folds a text, and appends the words that folding shortens, at full length. */
export function foldWithWords(text: string): string {
  const folded = foldForSearch(text)
  const atLength = foldAtLength(text)
  if (atLength === folded) return folded
  const words = new Set(atLength.split(/[^\p{L}\p{M}\p{N}]+/u))
  const shortened = [...words].filter(
    (word) =>
      word.length <= longestWord && mayBeShortened.test(word) && foldForSearch(word) !== word,
  )
  return [`${folded}${wordsStart}`, ...shortened].join(' ')
}

type Texts = { name: string; prompt: string; notes?: string | null | undefined }

/** Returns the text that searches compare: name, body without markup and notes, folded. */
export function foldPrompt({ name, prompt, notes }: Texts): string {
  const [foldedName, body, foldedNotes] = [name, toPlainText(prompt), notes ?? ''].map(
    foldWithWords,
  )
  return `${foldedName}${bodyStart}${body}${notesStart}${foldedNotes}`
}

/** Strips the words at full length from a folded name. */
export function toNameAlone(foldedName: string): string {
  return foldedName.split(wordsStart, 1)[0] ?? ''
}

/** The needles to search folded texts for. */
export type Needles = {
  phrase: string
  /** In any order. Only the phrase if it is one word, or if no word is long enough for the trigram index. */
  words: readonly string[]
}

export function toNeedles(search: string): Needles {
  const phrase = foldQuery(search)
  const words = [...new Set(search.split(/\s+/).filter((word) => word !== ''))].map(foldQuery)
  const isOfWords = words.length > 1 && words.some(isIndexed)
  return { phrase, words: isOfWords ? words : [phrase] }
}

/** The commonest folded characters of English and German, most frequent first. */
const frequentCharacters = ' EATIRSNOLCUDHMPGFBYWKV'

/** Whether the trigram index can find a needle. */
export function isIndexed(needle: string): boolean {
  return Array.from(needle).length >= 3
}

/** Picks the trigrams that look rarest. */
export function toRarest(trigrams: readonly string[], most: number): string[] {
  return [...new Set(trigrams)].toSorted((one, other) => rarity(other) - rarity(one)).slice(0, most)
}

/** Lists the trigrams of a text, in order. */
export function trigramsOf(text: string): string[] {
  const characters = Array.from(text)
  return characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''))
}

/** Guesses from its letters how rare a trigram is. */
export function rarity(trigram: string): number {
  const ranks = Array.from(trigram, (character) => {
    const rank = frequentCharacters.indexOf(character)
    return rank === -1 ? frequentCharacters.length : rank
  })
  return ranks.reduce((sum, rank) => sum + rank, 0)
}
