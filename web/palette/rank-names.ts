import { go, snapshot, type SnapshotKey } from 'fuzzysort'
import { foldForSearch } from '#contract/search/folding.ts'
import { foldLetters } from '#web/library/find-folded.ts'

/** What can be found by its name. */
export type Named = { name: string; usedAt?: string | null }

/** A part of a name: of its characters, from the first number up to, not including, the second. */
export type Mark = readonly [from: number, end: number]

export type Found<Item> = {
  item: Item
  marks: Mark[]
  /** A word of the name begins with the query; otherwise its letters are somewhere in the name. */
  isPlain: boolean
}

/** Names made ready to be searched again and again. */
export type NameIndex<Item extends Named> = SnapshotKey<Folded<Item>>

type Folded<Item> = { item: Item; text: string }

const halfLife = 14 * 24 * 3_600_000
/** A lower score is a match that nobody would recognise as one. */
const leastScore = 0.25
/** Beside a better one, a match of less than this share of its score is noise. */
const leastShare = 0.5
/** Of names in which a word begins with the query. */
const plainScore = 1.5
/** How much a use just now lifts a name; a name that begins with the query is not lifted above an equal one. */
const mostLift = 0.3

export function indexNames<Item extends Named>(items: readonly Item[]): NameIndex<Item> {
  const folded = items.map((item) => ({ item, text: foldForSearch(item.name) }))
  return snapshot(folded, { key: 'text' })
}

/**
 * The names that a query may mean: those equal to it, then those that begin with it, then those that have its letters
 * in this order; each lifted by how lately it was used.
 */
export function rankNames<Item extends Named>(
  index: NameIndex<Item>,
  query: string,
  { limit, now }: { limit: number; now: number },
): Found<Item>[] {
  const wanted = foldForSearch(query.trim())
  if (wanted === '') return []
  const matches = go(wanted, index, {
    limit,
    threshold: leastScore,
    scoreFn: ({ obj, score }) =>
      scoreOf(obj.text, wanted, score) + lift(obj.item.usedAt, now) * mostLift,
  })
  const best = matches[0]?.score ?? 0
  return matches
    .filter(({ score }) => score >= Math.min(best, 1) * leastShare)
    .map((match) => ({
      item: match.obj.item,
      marks: marksIn(match.obj.item.name, match.indexes),
      isPlain: match.score >= plainScore,
    }))
}

function scoreOf(text: string, wanted: string, score: number): number {
  if (text === wanted) return 3
  if (text.startsWith(wanted)) return 2 + wanted.length / text.length / 2
  // By a word's beginning before anywhere else.
  return text.includes(` ${wanted}`) ? plainScore : score
}

/** From 1 for just now to 0 for never. */
function lift(usedAt: string | null | undefined, now: number): number {
  return usedAt == null ? 0 : 2 ** (-Math.max(0, now - Date.parse(usedAt)) / halfLife)
}

/** Where the letters of a folded name are in the name itself, side by side ones as one mark. */
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
