import { go, snapshot, type SnapshotKey } from 'fuzzysort'
import { foldForSearch } from '#contract/library/search/folding.ts'
import { toShortNameStart } from '#contract/core/short-names.ts'
import { foldLetters } from '#web/library/find-folded.ts'

/** An item that can be found by its name, by its short name, and by other words for it. */
export type Named = {
  name: string
  shortName?: string | null | undefined
  words?: readonly string[]
  usedAt?: string | null
}

/** A range of characters in a name. `end` is exclusive. */
export type Mark = readonly [from: number, end: number]

export type NameMatch<Item> = {
  item: Item
  marks: Mark[]
  closeness: Closeness
}

/**
 * The query is a whole word of the name, or the short name (2), or either begins with it (1), or its letters are
 * scattered (0).
 */
export type Closeness = 0 | 1 | 2

/** Names prepared for repeated searches. */
export type NameIndex<Item extends Named> = {
  names: SnapshotKey<Folded<Item>>
  /** Those with a short name or other words. */
  called: Item[]
}

type Folded<Item> = { item: Item; text: string }

/** Orders names with equal scores: 2 before 10. */
const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

const halfLife = 14 * 24 * 3_600_000
/** Matches with a lower score would look like mistakes. */
const leastScore = 0.25
/** Matches below this share of the best score are noise. */
const leastShare = 0.5
/**
 * The bonus for a use just now. It ranks no name above one that equals the query, and no longer word above the whole
 * word.
 */
const mostBonus = 0.3
/**
 * Scores of names that the query equals, that have it as a word, and in which a word begins with it. Others have 1 at
 * most.
 */
const scores = { equal: 3, firstWord: 2.4, word: 2.1, start: 1.7, wordStart: 1.5 }

export function indexNames<Item extends Named>(items: readonly Item[]): NameIndex<Item> {
  const folded = items.map((item) => ({ item, text: foldForSearch(item.name) }))
  const called = items.filter(({ shortName, words }) => shortName != null || words)
  return { names: snapshot(folded, { key: 'text' }), called }
}

/**
 * Ranks names: short names equal to the query, short names that begin with it if it begins with a slash, names equal to
 * it, names with it as a word, names and short names that begin with it, then names with its letters in this order.
 * Recent
 * use adds a bonus.
 */
export function rankNames<Item extends Named>(
  index: NameIndex<Item>,
  query: string,
  { limit, now }: { limit: number; now: number },
): NameMatch<Item>[] {
  const wanted = foldForSearch(query.trim())
  if (wanted === '') return []
  const bonusOf = ({ usedAt }: Item) => recency(usedAt, now) * mostBonus
  const byName = go(wanted, index.names, {
    limit,
    threshold: leastScore,
    scoreFn: ({ obj, score }) => scoreOf(obj.text, wanted, score) + bonusOf(obj.item),
  })
  const matches = new Map<Item, { marks: Mark[]; score: number }>()
  for (const { obj, indexes, score } of byName) {
    matches.set(obj.item, { marks: marksIn(obj.item.name, indexes), score })
  }
  for (const item of index.called) {
    const score = Math.max(
      scoreOfShortName(item.shortName ?? '', query),
      ...(item.words ?? []).map((word) => scoreOf(foldForSearch(word), wanted, 0)),
    )
    if (score === 0) continue
    const { marks = [], score: scoreByName = 0 } = matches.get(item) ?? {}
    matches.set(item, { marks, score: Math.max(score + bonusOf(item), scoreByName) })
  }
  const ranked = [...matches].toSorted(
    ([one, { score }], [other, { score: otherScore }]) =>
      otherScore - score || compare(one.name, other.name),
  )
  const best = ranked[0]?.[1].score ?? 0
  return ranked
    .slice(0, limit)
    .filter(([, { score }]) => score >= Math.min(best, 1) * leastShare)
    .map(([item, { marks, score }]) => ({ item, marks, closeness: closenessOf(score) }))
}

/** Returns the highest closeness of some matches. */
export function closestOf(matches: readonly { closeness: Closeness }[]): Closeness {
  return matches.reduce<Closeness>(
    (most, { closeness }) => (closeness > most ? closeness : most),
    0,
  )
}

function closenessOf(score: number): Closeness {
  return score >= scores.word ? 2 : score >= scores.wordStart ? 1 : 0
}

/** Returns 0 for a short name that does not begin with the query. */
function scoreOfShortName(shortName: string, query: string): number {
  const start = toShortNameStart(query)
  if (start === undefined || !shortName.startsWith(start)) return 0
  if (shortName === start) return 5
  const isMeant = query.trimStart().startsWith('/')
  return (isMeant ? 4 : scores.start) + start.length / shortName.length / 10
}

function scoreOf(text: string, wanted: string, score: number): number {
  if (text === wanted) return scores.equal
  const share = wanted.length / text.length / 10
  const isFirst = text.startsWith(wanted)
  if (isFirst && isBoundary(text[wanted.length])) return scores.firstWord + share
  let best = isFirst ? scores.start + share : score
  for (let at = text.indexOf(wanted, 1); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (!isBoundary(text[at - 1])) continue
    if (isBoundary(text[at + wanted.length])) return scores.word
    best = Math.max(best, scores.wordStart)
  }
  return best
}

/** Whether there is no letter or digit at this position. */
function isBoundary(character: string | undefined): boolean {
  return character === undefined || !/[\p{L}\p{N}]/u.test(character)
}

/** Returns 1 for a use just now, falling to 0 for none. */
function recency(usedAt: string | null | undefined, now: number): number {
  return usedAt == null ? 0 : 2 ** (-Math.max(0, now - Date.parse(usedAt)) / halfLife)
}

/** Maps matched letters of a folded name back to the name, merging adjacent ones. */
function marksIn(name: string, indexes: readonly number[]): Mark[] {
  const { places } = foldLetters(name, foldForSearch)
  const marks: Mark[] = []
  for (const index of indexes.toSorted((one, other) => one - other)) {
    const from = places[index] ?? name.length
    const end = places[index + 1] ?? name.length
    const last = marks.at(-1)
    if (last && last[1] >= from) marks[marks.length - 1] = [last[0], Math.max(last[1], end)]
    else marks.push([from, end])
  }
  return marks
}
