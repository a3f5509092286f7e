import { editsToPrefixes } from '#contract/core/edit-distance.ts'
import { foldForSearch } from './folding.ts'
import { toNameAlone, toRarest, trigramsOf } from './needles.ts'

/** A word of a query that may be misspelt. */
export type SoughtWord = {
  text: string
  /** Letters that may be wrong, missing, extra or swapped with the next. */
  edits: number
  /** `edits` + 1 slices: one survives unless a typo straddles a boundary. */
  pieces: string[]
  trigrams: string[]
}

/** Names to compare: those that share the rarest trigrams with the words. */
export const mostNames = 400
const trigramsCompared = 12
const mostWords = 6
/** Shorter words must match exactly: too many others are one edit away. */
const fewestLetters = 5
/** Words of this length may have two edits. */
const manyLetters = 8
/** The least share of a word's trigrams that a similar word has. */
const trigramsShared = { long: 0.5, short: 0.6 }
/** Names that score this much less than the best are not shown. */
const mostBehind = 0.15
const mostShown = 8

/** Splits a query into words for finding similar names. None if it is too long, or has numbers, which have no typos. */
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

/** The trigrams that select names for comparison. A rarer one counts more. */
export function toComparedTrigrams(words: readonly SoughtWord[]): string[] {
  return toRarest(
    words.flatMap((word) => word.trigrams),
    trigramsCompared,
  )
}

/** The number of words that a similar name must have: of three or more, one may be missing. */
export function wordsNeeded(words: readonly SoughtWord[]): number {
  return words.length < 3 ? words.length : words.length - 1
}

function wordsOf(text: string): string[] {
  return [...new Set(text.split(/[^\p{L}\p{M}\p{N}]+/u))].filter((word) => word !== '')
}

type Scored<Row> = { row: Row; score: number }

/** Scores the rows whose names are similar to the words, up to 1 for the same words, and drops the others. */
export function scoreNames<Row extends { folded_name: string }>(
  rows: readonly Row[],
  words: readonly SoughtWord[],
): Scored<Row>[] {
  return rows
    .map((row) => ({ row, score: scoreName(row.folded_name, words) }))
    .filter(({ score }) => score > 0)
}

/** Picks the most similar rows, the best first. */
export function pickSimilar<Row>(scored: readonly Scored<Row>[]): Row[] {
  const sorted = scored.toSorted((one, other) => other.score - one.score)
  const least = (sorted[0]?.score ?? 0) - mostBehind
  return sorted
    .filter(({ score }) => score >= least)
    .slice(0, mostShown)
    .map(({ row }) => row)
}

/** Returns 0 for a name that is not similar. */
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
    ? // Beyond these letters, every prefix is further away.
      Math.min(...editsToPrefixes(text, other.slice(0, text.length + edits)))
    : Infinity
  if (distance <= edits) return 1 - distance / text.length
  const shared = trigrams.filter((trigram) => other.includes(trigram)).length / trigrams.length
  const needed = text.length < manyLetters ? trigramsShared.short : trigramsShared.long
  return shared >= needed ? shared * 0.9 : 0
}
