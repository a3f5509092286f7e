import { sql, type RawBuilder } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { PromptCard } from '#contract/prompts.ts'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { ridRange } from '#server/db/rid.ts'
import { subtreeOf } from '#server/folders/folders.queries.ts'
import { cardColumns } from '#server/prompts/prompts.queries.ts'
import { hitsInFolders } from '#server/search/folder-hits.queries.ts'
import {
  contains,
  inScope,
  isBeforeNotes,
  isLike,
  placeOf,
  ranks,
  type Search,
  type SearchColumn,
} from '#server/search/matching.queries.ts'
import { isIndexed, toTrigramQuery, type Needle } from '#server/search/search.rules.ts'

export type Hit = PromptCard & {
  rid: number
  folderId: string | null
  isScattered: boolean
  /** The beginnings of the texts, where the name alone does not make it a hit. */
  body: string | null
  notes: string | null
}

/** One more than an answer holds. */
const hitsWanted = limits.searchHits + 1
/** The number of prompts, the first by name, that tell how frequent a text is. */
const promptsTried = 4 * hitsWanted
/** From these shares on, reading prompts in order until there are enough hits is faster than the index. */
const frequentShare = { phrase: 1 / 96, words: 1 / 32 }
/**
 * Every trigram, or word on PostgreSQL, is a list over all libraries to read. More than these spare reading few texts
 * in vain.
 */
const mostAsked = 8
/** The prompts used last, which come first within a rank. */
const promptsUsedLast = 100
/** Of a body, that may hold the line around a hit. */
const textRead = 20_000

/**
 * The prompts in scope that contain the phrase or all words: by what they are found by (`ranks`), the phrase before
 * its words, then those that were used last, then by name; up to one more than an answer holds.
 *
 * Of a frequent text, those at hand: hits by name, those used last, and the first others by name.
 */
export async function searchPrompts(db: Handle, search: Search): Promise<Hit[]> {
  const { words, phrase } = search.needles
  const others = words.length > 1 ? await hitsInFolders(db, search) : []
  if (search.scope.folderId === undefined) {
    const { rows, hits, phrases } = await tryFirstPrompts(db, search)
    const isWhole = rows < promptsTried
    if (isWhole) {
      const library = firstPrompts(search, promptsTried)
      return listCards(db, search, [hitsAmong(db, search, library, 'text'), ...others])
    }
    // Twice as deep as it should take.
    const depthFor = (count: number) => Math.ceil((2 * hitsWanted * rows) / count)
    const sources: RawBuilder<unknown>[] = []
    if (phrases / rows >= frequentShare.phrase) {
      sources.push(...hitsInOrder(db, search, [phrase], depthFor(phrases)))
    } else if (hits / rows >= frequentShare.words) {
      sources.push(...hitsInOrder(db, search, words, depthFor(hits)))
      sources.push(indexedHits(db, search, [phrase]))
    }
    if (sources.length > 0) {
      const found = await listCards(db, search, [...sources, ...others])
      if (found.length === hitsWanted) return found
    }
  }
  return listCards(db, search, [indexedHits(db, search, words), ...others])
}

/** How many prompts there are among the first by name, and how many of these contain the words, or the phrase. */
async function tryFirstPrompts(db: Handle, search: Search) {
  const { words, phrase } = search.needles
  const count = (needles: readonly Needle[]) =>
    sql`count(case when ${contains(db, needles, 'text')} then 1 end)`
  const { rows } = await sql<{ rows: number; hits: number; phrases: number }>`
    select count(*) as rows, ${count(words)} as hits,
      ${words.length > 1 ? count([phrase]) : sql`count(*)`} as phrases
    from ${firstPrompts(search, promptsTried)} as row`.execute(db)
  const found = rows[0] ?? { rows: 0, hits: 0, phrases: 0 }
  return words.length > 1 ? found : { ...found, phrases: found.hits }
}

/** Hits in all names, those that contain what is sought among the first prompts by name, and those used last. */
function hitsInOrder(
  db: Handle,
  search: Search,
  sought: readonly Needle[],
  depth: number,
): RawBuilder<unknown>[] {
  const first = sql`(select * from ${firstPrompts(search, depth)} as row
    where ${contains(db, sought, 'text')} ${inScope(search)}
    order by sort_key, rid limit ${sql.lit(hitsWanted)})`
  const indexed = isPostgres(db) ? search.needles.words.filter(isIndexed) : []
  const library = sql`(select * from prompt_search where owner_no = ${search.owner}
    and ${isLike('folded_name', indexed)})`
  const used = sql`(select source.* from ${usedLast(search)} as used
    cross join prompt_search as source where source.rid = used.rid
      and source.owner_no = ${search.owner})`
  return [
    sql`select * from (${hitsAmong(db, search, library, 'folded_name')}
      order by place, sort_key, rid limit ${sql.lit(hitsWanted)}) as named`,
    hitsAmong(db, search, first, 'text'),
    hitsAmong(db, search, used, 'text'),
  ]
}

/** The rows of a source that contain the words and are in scope, with their places (`placeOf`). */
function hitsAmong(
  db: Handle,
  search: Search,
  source: RawBuilder<unknown>,
  column: SearchColumn,
  /** Those that not every row of the source contains. */
  needles: readonly Needle[] = search.needles.words,
): RawBuilder<unknown> {
  return sql`select row.rid, row.sort_key, ${placeOf(db, search, column)} as place
    from ${source} as row where ${contains(db, needles, column)} ${inScope(search)}`
}

/** The rows of the prompts that were used last. */
function usedLast({ owner }: Search): RawBuilder<unknown> {
  return sql`(select rid, used_at from prompts where owner_no = ${owner} and used_at is not null
    order by used_at desc limit ${sql.lit(promptsUsedLast)})`
}

/** The first search rows of a library, by name. */
function firstPrompts({ owner }: Search, depth: number): RawBuilder<unknown> {
  return sql`(select * from prompt_search where owner_no = ${owner}
    order by sort_key, rid limit ${depth})`
}

/**
 * Hits that contain all of the needles, by the database's index of trigrams. PostgreSQL compares what it finds there
 * with the patterns. SQLite's index knows which trigrams a text has, but not where; of a folder, which is rarely
 * large, SQLite reads all texts. A cross join keeps it from starting with all rows of the owner.
 */
function indexedHits(db: Handle, search: Search, needles: readonly Needle[]): RawBuilder<unknown> {
  const { owner, scope } = search
  const long = needles.filter(isIndexed)
  if (isPostgres(db)) {
    // The longest words are the rarest.
    const asked = long
      .toSorted(([one = ''], [other = '']) => other.length - one.length)
      .slice(0, mostAsked)
    const source = sql`(select * from prompt_search where owner_no = ${owner}
      and ${isLike('text', asked)})`
    const others = needles.filter((needle) => !asked.includes(needle))
    return hitsAmong(db, search, source, 'text', others)
  }
  const [first, last] = ridRange(owner)
  const keys =
    scope.folderId === undefined
      ? sql`(select rowid as rid from prompt_trigrams
          where prompt_trigrams match ${toTrigramQuery(long, mostAsked)}
            and rowid between ${first} and ${last})`
      : sql`(select rid from prompts
          where owner_no = ${owner} and folder_id in ${subtreeOf(owner, [scope.folderId])})`
  const source = sql`(select source.* from ${keys} as found cross join prompt_search as source
    where source.rid = found.rid and source.owner_no = ${owner})`
  return hitsAmong(db, search, source, 'text', needles)
}

type HitRow = Omit<Hit, 'isScattered'> & { place: number }

/** The best hits of some sources, in order. Those by notes are known only among them, which spares reading the others. */
async function listCards(
  db: Handle,
  search: Search,
  sources: readonly RawBuilder<unknown>[],
): Promise<Hit[]> {
  const { owner, needles } = search
  const order = sql`order by place, used_at desc nulls last, sort_key, rid`
  const best = sources.map(
    (source) => sql`select * from (select hit.rid, hit.sort_key, hit.place, used.used_at
      from (${source}) as hit left join ${usedLast(search)} as used on used.rid = hit.rid
      order by hit.place, used.used_at desc nulls last, hit.sort_key, hit.rid
      limit ${sql.lit(hitsWanted)}) as best`,
  )
  const isByName = sql`place < ${sql.lit(2 * ranks.folder)}`
  const begin = (column: string) =>
    sql`case when not ${isByName} then substr(${sql.ref(column)}, 1, ${sql.lit(textRead)}) end`
  const byNotes = sql`place >= ${sql.lit(2 * ranks.body)} and not (${isBeforeNotes(db, needles.words)})`
  const { rows } = await sql<HitRow>`
    with best as (select rid, sort_key, min(place) as place, used_at
      from (${sql.join(best, sql` union all `)}) as found
      group by rid, sort_key, used_at ${order} limit ${sql.lit(hitsWanted)}),
    placed as (select best.rid, best.sort_key, best.used_at,
        place + case when ${byNotes} then ${sql.lit(2 * (ranks.notes - ranks.body))} else 0 end as place
      from best cross join prompt_search as row
      where row.rid = best.rid and row.owner_no = ${owner})
    select ${cardColumns}, folder_id as "folderId", placed.rid, place,
      ${begin('prompts.body')} as body, ${begin('prompts.notes')} as notes
    from placed cross join prompts
    where prompts.rid = placed.rid and prompts.owner_no = ${owner}
    order by place, placed.used_at desc nulls last, placed.sort_key, placed.rid`.execute(db)
  return rows.map(({ place, ...card }) => ({ ...card, isScattered: place % 2 === 1 }))
}
