import { foldForSearch } from '#contract/search/folding.ts'
import { toNameAlone, trigramsOf } from '#server/search/search.rules.ts'

/** A word of a query that may be misspelt. */
export type SoughtWord = {
  text: string
  /** Letters that may be wrong, missing, too many or exchanged with the next. */
  edits: number
  /** One more than that, so that at least one is in whatever is meant, unless an error lies across. */
  pieces: string[]
  trigrams: string[]
}

const mostWords = 6
/** Of fewer letters, too many words are similar: they are to be there as they are. */
const fewestLetters = 5
/** From here on, two letters may be wrong. */
const manyLetters = 8
/** The share of a word's trigrams that a similar word has; more of a short one. */
const trigramsShared = { long: 0.5, short: 0.6 }
/** Below the best score by this much, names are not shown. */
const mostBehind = 0.15

/** The words to find similar names by; none where a query is too long, or has numbers, which are not misspelt. */
export function toSoughtWords(search: string): SoughtWord[] {
  const words = wordsOf(foldForSearch(search))
  if (words.length > mostWords || words.some((word) => /\p{N}/u.test(word))) return []
  if (words.every((word) => word.length < fewestLetters)) return []
  return words.map(toSoughtWord)
}

function toSoughtWord(text: string): SoughtWord {
  const edits = text.length < fewestLetters ? 0 : text.length < manyLetters ? 1 : 2
  const length = text.length / (edits + 1)
  const pieces = Array.from({ length: edits + 1 }, (_, at) =>
    text.slice(Math.round(at * length), Math.round((at + 1) * length)),
  )
  return { text, edits, pieces, trigrams: [...new Set(trigramsOf(text))] }
}

/** How many of the words a similar name has: of many, one may be missing. */
export function wordsNeeded(words: readonly SoughtWord[]): number {
  return words.length < 3 ? words.length : words.length - 1
}

function wordsOf(text: string): string[] {
  return [...new Set(text.split(/[^\p{L}\p{M}\p{N}]+/u))].filter((word) => word !== '')
}

type Scored<Row> = { row: Row; score: number }

/** Those of some rows whose names are similar to the words, with how much, from 0 to 1. */
export function scoreNames<Row extends { folded_name: string }>(
  rows: readonly Row[],
  words: readonly SoughtWord[],
): Scored<Row>[] {
  return rows
    .map((row) => ({ row, score: scoreName(row.folded_name, words) }))
    .filter(({ score }) => score > 0)
}

/** The most similar ones, the best first. */
export function pickSimilar<Row>(scored: readonly Scored<Row>[], most: number): Row[] {
  const sorted = scored.toSorted((one, other) => other.score - one.score)
  const least = (sorted[0]?.score ?? 0) - mostBehind
  return sorted
    .filter(({ score }) => score >= least)
    .slice(0, most)
    .map(({ row }) => row)
}

/** From 0, not similar, to 1. */
function scoreName(foldedName: string, words: readonly SoughtWord[]): number {
  const named = wordsOf(foldForSearch(toNameAlone(foldedName)))
  const scores = words.map((word) =>
    named.reduce((best, other) => Math.max(best, scoreWord(word, other)), 0),
  )
  if (scores.filter((score) => score > 0).length < wordsNeeded(words)) return 0
  return scores.reduce((sum, score) => sum + score) / words.length
}

function scoreWord({ text, edits, pieces, trigrams }: SoughtWord, other: string): number {
  if (other.includes(text)) return 1
  if (edits === 0 || other.length < text.length - edits) return 0
  const distance = pieces.some((piece) => other.includes(piece))
    ? // Letters after these take more edits.
      countEdits(text, other.slice(0, text.length + edits))
    : Infinity
  if (distance <= edits) return 1 - distance / text.length
  const shared = trigrams.filter((trigram) => other.includes(trigram)).length / trigrams.length
  const needed = text.length < manyLetters ? trigramsShared.short : trigramsShared.long
  return shared >= needed ? shared * 0.9 : 0
}

/**
 * The edits from a word to the beginning of another that takes fewest (optimal string alignment: exchanging a letter
 * with the next is one edit).
 */
function countEdits(text: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= text.length; row++) {
    const next = [row]
    for (let at = 1; at <= other.length; at++) {
      const isSame = text[row - 1] === other[at - 1]
      let least = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isExchanged = text[row - 1] === other[at - 2] && text[row - 2] === other[at - 1]
      if (row > 1 && at > 1 && isExchanged) least = Math.min(least, (before[at - 2] ?? 0) + 1)
      next.push(least)
    }
    before = last
    last = next
  }
  return Math.min(...last)
}
