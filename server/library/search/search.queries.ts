import { sql, type RawBuilder } from 'kysely'
import { limits } from '#contract/core/limits.ts'
import type { PromptCard } from '#contract/library/prompts.ts'
import { isIndexed } from '#contract/library/search/needles.ts'
import { promptsUsedLast, ranks, textRead } from '#contract/library/search/ranks.ts'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import { subtreeOf } from '#server/library/folders/folders.queries.ts'
import { cardColumns } from '#server/library/prompts/prompts.queries.ts'
import { hitsInFolders } from '#server/library/search/folder-hits.queries.ts'
import {
  contains,
  inScope,
  isBeforeNotes,
  isLike,
  rankByBody,
  rankOf,
  type Search,
  type SearchColumn,
} from '#server/library/search/matching.queries.ts'
import { toTrigramQuery } from '#server/library/search/patterns.rules.ts'
import { hitsByShortName } from '#server/library/search/short-name-hits.queries.ts'

export type Hit = PromptCard & {
  rid: number
  folderId: string | null
  isScattered: boolean
  /** The beginnings of the texts, unless the name alone makes it a hit. */
  body: string | null
  notes: string | null
}

/** One more than an answer contains. */
const hitsWanted = limits.searchHits + 1
/** The first prompts by name, which show how frequent a needle is. */
const promptsSampled = 4 * hitsWanted
/** Above these shares, reading prompts in order until there are enough hits is faster than the index. */
const frequentShare = { phrase: 1 / 96, words: 1 / 32 }
/** Each trigram, or word on PostgreSQL, is a list over all libraries. More than eight exclude few additional rows. */
const mostAsked = 8

/**
 * Finds the prompts in scope that contain all words: by rank, then last use, then name; up to one more than an answer
 * contains. docs/search.md explains the plans.
 */
export async function searchPrompts(db: Handle, search: Search): Promise<Hit[]> {
  const { words } = search.needles
  const others = [
    ...hitsByShortName(search),
    ...(words.length > 1 ? await hitsInFolders(db, search) : []),
  ]
  if (search.isSmall && words.length === 1 && !isPostgres(db)) {
    const inOrder = hitsInOrder(db, search, words, candidates(search, words))
    return listHits(db, search, [...inOrder, ...others])
  }
  if (!search.isSmall && search.scope.folderId === undefined) {
    const frequent = await frequentHits(db, search)
    const hits = frequent && (await listHits(db, search, [...frequent, ...others]))
    if (hits?.length === hitsWanted) return hits
  }
  return listHits(db, search, [indexedHits(db, search, words), ...others])
}

/** Returns sources of the best hits of frequent needles, if they are frequent in a sample. */
async function frequentHits(
  db: Handle,
  search: Search,
): Promise<RawBuilder<unknown>[] | undefined> {
  const { words, phrase } = search.needles
  const { rows, hits, phrases } = await sampleFirst(db, search)
  // The index finds few texts completely, however long they are.
  if (rows < promptsSampled) return undefined
  // Twice the expected depth.
  const depthFor = (count: number) =>
    firstPrompts(search, Math.ceil((2 * hitsWanted * rows) / count))
  if (phrases / rows >= frequentShare.phrase) {
    return hitsInOrder(db, search, [phrase], depthFor(phrases))
  }
  if (hits / rows < frequentShare.words) return undefined
  return [...hitsInOrder(db, search, words, depthFor(hits)), indexedHits(db, search, [phrase])]
}

/** Counts the first prompts by name, and how many of them contain the words, and the phrase. */
async function sampleFirst(db: Handle, search: Search) {
  const { words, phrase } = search.needles
  const count = (needles: readonly string[]) =>
    sql`count(case when ${contains(db, needles, 'text')} then 1 end)`
  const { rows } = await sql<{ rows: number; hits: number; phrases: number }>`
    select count(*) as rows, ${count(words)} as hits,
      ${words.length > 1 ? count([phrase]) : sql`count(*)`} as phrases
    from ${firstPrompts(search, promptsSampled)} as row`.execute(db)
  const sample = rows[0] ?? { rows: 0, hits: 0, phrases: 0 }
  return words.length > 1 ? sample : { ...sample, phrases: sample.hits }
}

/**
 * Hits in all names, the first rows of a source that contain the needles, and hits among the most recently used
 * prompts.
 */
function hitsInOrder(
  db: Handle,
  search: Search,
  needles: readonly string[],
  source: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const { owner } = search
  const indexed = isPostgres(db) ? search.needles.words.filter(isIndexed) : []
  const names = sql`(select rid, sort_key, folded_name from prompt_search
    where owner_no = ${owner} and ${isLike('folded_name', indexed)})`
  const used = sql`(select source.* from ${usedLast(search)} as used
    cross join prompt_search as source where source.rid = used.rid
      and source.owner_no = ${owner})`
  return [
    sql`${hitsAmong(db, search, names, 'folded_name')}
      order by rank, sort_key, rid limit ${sql.lit(hitsWanted)}`,
    firstHits(db, search, needles, source),
    hitsAmong(db, search, used, 'text'),
  ]
}

/**
 * The first rows of a source, by name, that contain the needles. Other sources rank those whose name is a hit better.
 */
function firstHits(
  db: Handle,
  search: Search,
  needles: readonly string[],
  source: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const all = [...new Set([...needles, ...search.needles.words])]
  return sql`select row.rid, row.sort_key, ${rankByBody(db, search)} as rank
    from ${source} as row where ${contains(db, all, 'text')} ${inScope(search)}
    order by sort_key, rid limit ${sql.lit(hitsWanted)}`
}

/** The rows of a source that contain the words and are in scope, with their ranks. */
function hitsAmong(
  db: Handle,
  search: Search,
  source: RawBuilder<unknown>,
  column: SearchColumn,
  /** Only those that some rows of the source lack. */
  needles: readonly string[] = search.needles.words,
): RawBuilder<unknown> {
  return sql`select row.rid, row.sort_key, ${rankOf(db, search, column)} as rank
    from ${source} as row where ${contains(db, needles, column)} ${inScope(search)}`
}

function usedLast({ owner }: Search): RawBuilder<unknown> {
  return sql`(select rid, used_at from prompts where owner_no = ${owner} and used_at is not null
    order by used_at desc limit ${sql.lit(promptsUsedLast)})`
}

/** The first search rows of a library, by name. */
function firstPrompts({ owner }: Search, depth: number): RawBuilder<unknown> {
  return sql`(select * from prompt_search where owner_no = ${owner}
    order by sort_key, rid limit ${depth})`
}

/** On SQLite, the search rows that may contain all needles. The plus makes it read them in the order of names. */
function candidates({ owner }: Search, needles: readonly string[]): RawBuilder<unknown> {
  return sql`(select * from prompt_search where owner_no = ${owner}
    and +rid in (${trigramMatches(owner, needles)}))`
}

/**
 * On SQLite, the keys of rows with the trigrams of some needles. The index does not store their positions in the text.
 */
function trigramMatches(owner: OwnerNo, needles: readonly string[]): RawBuilder<unknown> {
  const [first, last] = ridRange(owner)
  return sql`select rowid as rid from prompt_trigrams
    where prompt_trigrams match ${toTrigramQuery(needles.filter(isIndexed), mostAsked)}
      and rowid between ${first} and ${last}`
}

/**
 * Hits that contain all needles, by the trigram index. PostgreSQL compares the rows that it finds there with the
 * patterns. In a folder, which is rarely large, SQLite reads all texts. A cross join keeps it from starting with all
 * rows of the owner.
 */
function indexedHits(db: Handle, search: Search, needles: readonly string[]): RawBuilder<unknown> {
  const { owner, scope } = search
  if (isPostgres(db)) {
    // The longest words are the rarest.
    const asked = needles
      .filter(isIndexed)
      .toSorted((one, other) => other.length - one.length)
      .slice(0, mostAsked)
    const source = sql`(select * from prompt_search where owner_no = ${owner}
      and ${isLike('text', asked)})`
    const others = needles.filter((needle) => !asked.includes(needle))
    return hitsAmong(db, search, source, 'text', others)
  }
  const keys =
    scope.folderId === undefined
      ? trigramMatches(owner, needles)
      : sql`select rid from prompts
          where owner_no = ${owner} and folder_id in ${subtreeOf(owner, [scope.folderId])}`
  const source = sql`(select source.* from (${keys}) as found cross join prompt_search as source
    where source.rid = found.rid and source.owner_no = ${owner})`
  return hitsAmong(db, search, source, 'text', needles)
}

type HitRow = Omit<Hit, 'isScattered'> & { rank: number; position: number }

/**
 * Lists the best hits of some sources, in order. Detects hits in notes only among these, to avoid reading the others.
 */
async function listHits(
  db: Handle,
  search: Search,
  sources: readonly RawBuilder<unknown>[],
): Promise<Hit[]> {
  const { owner, needles } = search
  const best = sources.map(
    (source) => sql`select * from (select hit.rid, hit.sort_key, hit.rank, used.used_at
      from (${source}) as hit left join ${usedLast(search)} as used on used.rid = hit.rid
      order by hit.rank, used.used_at desc nulls last, hit.sort_key, hit.rid
      limit ${sql.lit(hitsWanted)}) as best`,
  )
  const isByNotes = sql`best.rank >= ${sql.lit(ranks.body)} and prompts.notes <> '' and not exists (
    select 1 from prompt_search as row where row.rid = best.rid and row.owner_no = ${owner}
      and ${isBeforeNotes(db, needles.words)})`
  // A statement that starts with "with" would not share its read transaction with the others.
  const { rows } = await sql<HitRow>`
    select ${cardColumns}, folder_id as "folderId", best.rid,
      best.rank + case when ${isByNotes} then ${sql.lit(ranks.notes - ranks.body)} else 0 end as rank,
      position, ${excerptSource('body')} as body, ${excerptSource('notes')} as notes
    from (select rid, rank,
        row_number() over (order by rank, used_at desc nulls last, sort_key, rid) as position
      from (select rid, sort_key, used_at, min(rank) as rank
        from (${sql.join(best, sql` union all `)}) as found
        group by rid, sort_key, used_at) as found
      order by position limit ${sql.lit(hitsWanted)}) as best cross join prompts
    where prompts.rid = best.rid and prompts.owner_no = ${owner}`.execute(db)
  // Done here, since the databases would carry the texts through their sorting.
  return rows
    .toSorted((one, other) => one.rank - other.rank || one.position - other.position)
    .map(({ rank, position: _position, ...card }) => ({ ...card, isScattered: rank % 2 === 1 }))
}

/** The beginning of a text, unless the name alone makes it a hit. */
function excerptSource(column: 'body' | 'notes'): RawBuilder<unknown> {
  const text = sql.ref(`prompts.${column}`)
  return sql`case when best.rank < ${sql.lit(ranks.folder)} then null
    when octet_length(${text}) <= ${sql.lit(textRead)} then ${text}
    else substr(${text}, 1, ${sql.lit(textRead)}) end`
}
