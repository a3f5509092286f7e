import { sql, type RawBuilder } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { PromptCard } from '#contract/prompts.ts'
import type { Handle } from '#server/db/database.ts'
import { isPostgres, positionIn } from '#server/db/dialect.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import { mergeSomeTrigrams } from '#server/db/sqlite/trigrams.ts'
import { subtreeOf } from '#server/folders/folders.queries.ts'
import { cardColumns, withPreviews, type CardRow } from '#server/prompts/prompts.queries.ts'
import type { PromptSearchTable } from '#server/prompts/prompts.table.ts'
import {
  isIndexed,
  notesStart,
  toContainsPattern,
  toTrigramQuery,
  type Needle,
  type Needles,
} from '#server/search/search.rules.ts'

type SearchColumns = Pick<PromptSearchTable, 'sort_key' | 'text'>

/** With more, the segments of SQLite's index become too many. */
const textsMergedAtOnce = 20

export async function insertSearchTexts(
  db: Handle,
  owner: OwnerNo,
  rows: readonly (SearchColumns & { rid: number })[],
): Promise<void> {
  await db
    .insertInto('prompt_search')
    .values(rows.map((row) => ({ owner_no: owner, ...row })))
    .execute()
  for (let merged = 0; merged < rows.length; merged += textsMergedAtOnce) {
    await mergeSomeTrigrams(db)
  }
}

export async function updateSearchText(
  db: Handle,
  owner: OwnerNo,
  rid: number,
  columns: SearchColumns,
): Promise<void> {
  await db
    .updateTable('prompt_search')
    .set(columns)
    .where('owner_no', '=', owner)
    .where('rid', '=', rid)
    .execute()
  await mergeSomeTrigrams(db)
}

/** Which prompts of a library a search looks at; all of them where it is empty. */
export type SearchScope = {
  /** Those in this folder, at any depth. */
  folderId?: string | undefined
  isPublic?: boolean | undefined
  hasVariables?: boolean | undefined
  isFavourite?: boolean | undefined
}

/** A hit contains the phrase or every word. One of the words is long enough for the index. */
export type Search = { owner: OwnerNo; needles: Needles; scope: SearchScope }

type SearchColumn = 'folded_name' | 'text'

/** What a hit is found by, the best first. */
const ranks = { nameBegins: 0, name: 1, folder: 2, body: 3, notes: 4 }

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
/** From this share on, reading prompts in order until there are enough hits is faster than the index. */
const frequentShare = 1 / 16
/**
 * Every trigram is a list over all libraries to read. More than these spare reading few texts in vain.
 */
const trigramsAsked = 8
const wordsAsked = 2
/** The prompts used last, which come first within a rank. */
const promptsUsedLast = 100
/** In folders whose names are among the words. */
const promptsTriedInFolders = 2_000
const foldersTried = 200
/** Of a body, that may hold the line around a hit. */
const textRead = 20_000

/**
 * The prompts in scope that contain the phrase or all words: by what they are found by (`ranks`), the phrase before
 * its words, then those that were used last, then by name; up to one more than an answer holds.
 *
 * Of a frequent text, those at hand: hits by name, those used last, and the first others by name.
 */
export async function searchPrompts(db: Handle, search: Search): Promise<Hit[]> {
  const { words } = search.needles
  const others = words.length > 1 ? await hitsInFolders(db, search) : []
  if (search.scope.folderId === undefined) {
    const { rows, hits, phrases } = await tryFirstPrompts(db, search)
    const isWhole = rows < promptsTried
    if (isWhole) {
      const library = firstPrompts(search, promptsTried)
      return listCards(db, search, [hitsAmong(db, search, library, 'text'), ...others])
    }
    if (hits / rows >= frequentShare) {
      const arePhrasesFrequent = phrases / rows >= frequentShare
      // Twice as deep as it should take.
      const depth = Math.ceil((2 * hitsWanted * rows) / (arePhrasesFrequent ? phrases : hits))
      const phraseHits = arePhrasesFrequent
        ? []
        : [hitsAmong(db, search, candidates(db, search, [search.needles.phrase]), 'text')]
      const found = await listCards(db, search, [
        ...hitsInOrder(db, search, depth),
        ...phraseHits,
        ...others,
      ])
      if (found.length === hitsWanted) return found
    }
  }
  const hits = hitsAmong(db, search, candidates(db, search, words), 'text')
  return listCards(db, search, [hits, ...others])
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

/** Hits in all names, in the texts of the first prompts by name, and in those used last. */
function hitsInOrder(db: Handle, search: Search, depth: number): RawBuilder<unknown>[] {
  const library = sql`(select * from prompt_search where owner_no = ${search.owner})`
  const used = sql`(select source.* from ${usedLast(search)} as used
    cross join prompt_search as source where source.rid = used.rid
      and source.owner_no = ${search.owner})`
  return [
    sql`select * from (${hitsAmong(db, search, library, 'folded_name')}
      order by place, sort_key, rid limit ${sql.lit(hitsWanted)}) as named`,
    hitsAmong(db, search, firstPrompts(search, depth), 'text'),
    hitsAmong(db, search, used, 'text'),
  ]
}

/** The rows of a source that contain the words and are in scope. `place`: twice the rank, and one more if scattered. */
function hitsAmong(
  db: Handle,
  search: Search,
  source: RawBuilder<unknown>,
  column: SearchColumn,
): RawBuilder<unknown> {
  const { words } = search.needles
  return sql`select row.rid, row.sort_key, ${placeOf(db, search, column)} as place
    from ${source} as row where ${contains(db, words, column)} ${inScope(search)}`
}

function placeOf(db: Handle, { needles: { words, phrase } }: Search, column: SearchColumn) {
  const scattered = (where: SearchColumn) =>
    words.length === 1 ? sql`0` : sql`case when ${contains(db, [phrase], where)} then 0 else 1 end`
  const named = sql`${byName(db, words)} + ${scattered('folded_name')}`
  if (column === 'folded_name') return named
  return sql`case when ${contains(db, words, 'folded_name')} then ${named}
    else ${sql.lit(2 * ranks.body)} + ${scattered('text')} end`
}

/**
 * Prompts in folders whose names contain a word, where they contain the others. Of many such folders, only some are
 * looked at, and only some of their prompts. The folders are asked for beforehand: PostgreSQL expects half of all to
 * be among them, and would read all prompts.
 */
async function hitsInFolders(db: Handle, search: Search): Promise<RawBuilder<unknown>[]> {
  const { owner, needles } = search
  const named = await findNamedFolders(db, search)
  const all = [...new Set(named.flat())]
  if (all.length === 0) return []
  const inText = needles.words.map((needle) => isIn(db, sql.ref('row.text'), needle))
  const isSomewhere = inText.map((isInText, at) => {
    const ids = named[at] ?? []
    return ids.length === 0
      ? isInText
      : sql`(${isInText} or placed.folder_id in (${sql.join(ids)}))`
  })
  return [
    sql`select row.rid, row.sort_key, case
        when ${contains(db, needles.words, 'folded_name')} then ${byName(db, needles.words)}
        else ${sql.lit(2 * ranks.folder)} end + 1 as place
      from (select rid, folder_id from prompts
        where owner_no = ${owner} and folder_id in (${sql.join(all)})
        limit ${sql.lit(promptsTriedInFolders)}) as placed
      cross join prompt_search as row
      where row.rid = placed.rid and row.owner_no = ${owner}
        and ${sql.join(isSomewhere, sql` and `)} and (${sql.join(inText, sql` or `)})
        ${inScope(search)}`,
  ]
}

/** For each word that the index can find, some folders whose names contain it. */
async function findNamedFolders(
  db: Handle,
  { owner, needles }: Search,
): Promise<(readonly string[])[]> {
  const name = sql.ref('folded_name')
  const isNamed = needles.words.map((needle) =>
    isIndexed(needle) ? isIn(db, name, needle) : undefined,
  )
  const flags = isNamed.map((condition) =>
    condition === undefined ? sql`0` : sql`case when ${condition} then 1 else 0 end`,
  )
  const { rows } = await sql<{ id: string; flags: string }>`
    select id, ${sql.join(
      flags.map((flag) => sql`cast(${flag} as text)`),
      sql` || `,
    )} as flags
    from folders where owner_no = ${owner} and (${sql.join(
      isNamed.filter((condition) => condition !== undefined),
      sql` or `,
    )}) limit ${sql.lit(foldersTried)}`.execute(db)
  return flags.map((_, at) => rows.filter((row) => row.flags[at] === '1').map(({ id }) => id))
}

function isIn(db: Handle, text: RawBuilder<unknown>, needle: Needle): RawBuilder<unknown> {
  return anyOf(needle.map((folded) => sql`${positionIn(db, text, folded)} > 0`))
}

function isLike(folded: string): RawBuilder<unknown> {
  return sql`text like ${toContainsPattern(folded)}`
}

function anyOf(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(conditions, sql` or `)})`
}

function contains(db: Handle, needles: readonly Needle[], column: SearchColumn) {
  const isThere = needles.map((needle) => isIn(db, sql.ref(`row.${column}`), needle))
  return sql.join(isThere, sql` and `)
}

const inWords = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The place of a name that contains all needles: whether each begins a word, at its first place or behind a space. */
function byName(db: Handle, needles: readonly Needle[]) {
  const name = sql.ref('row.folded_name')
  const begins = (folded: string) => {
    const at = positionIn(db, name, folded)
    return sql`${at} = 1 or ${positionIn(db, name, ` ${folded}`)} > 0
      or ${at} > 1 and ${isPostgres(db) ? sql`strpos` : sql`instr`}(${inWords}, substr(${name}, ${at} - 1, 1)) = 0`
  }
  const beginAll = sql.join(
    needles.map((needle) => anyOf(needle.map(begins))),
    sql` and `,
  )
  return sql`case when ${beginAll} then ${sql.lit(2 * ranks.nameBegins)}
    else ${sql.lit(2 * ranks.name)} end`
}

function isBeforeNotes(db: Handle, needles: readonly Needle[]) {
  const text = sql.ref('row.text')
  const notes = positionIn(db, text, notesStart)
  const isBefore = (folded: string) => {
    const at = positionIn(db, text, folded)
    return sql`${at} > 0 and ${at} < ${notes}`
  }
  return sql.join(
    needles.map((needle) => anyOf(needle.map(isBefore))),
    sql` and `,
  )
}

/** The rows of the prompts that were used last. */
function usedLast({ owner }: Search): RawBuilder<unknown> {
  return sql`(select rid, used_at from prompts where owner_no = ${owner} and used_at is not null
    order by used_at desc limit ${sql.lit(promptsUsedLast)})`
}

/** The condition of a scope on rows named `row`, after others. */
export function inScope({ owner, scope }: Pick<Search, 'owner' | 'scope'>): RawBuilder<unknown> {
  const { folderId, isPublic, hasVariables, isFavourite } = scope
  const conditions = [
    ...(folderId === undefined ? [] : [sql`folder_id in ${subtreeOf(owner, [folderId])}`]),
    ...(isPublic === undefined ? [] : [sql`is_public = ${sql.lit(Number(isPublic))}`]),
    ...(hasVariables === undefined ? [] : [sql`(variable_count > 0) = ${sql.lit(hasVariables)}`]),
    ...(isFavourite === undefined ? [] : [sql`is_favourite = ${sql.lit(Number(isFavourite))}`]),
  ]
  if (conditions.length === 0) return sql``
  return sql`and exists (select 1 from prompts where prompts.rid = row.rid
    and owner_no = ${owner} and ${sql.join(conditions, sql` and `)})`
}

/** The first search rows of a library, by name. */
function firstPrompts({ owner }: Search, depth: number): RawBuilder<unknown> {
  return sql`(select * from prompt_search where owner_no = ${owner}
    order by sort_key, rid limit ${depth})`
}

/**
 * The search rows that may be hits: of a folder, which is rarely large, or by the database's index of trigrams.
 * SQLite's index knows which trigrams a text has, but not where. A cross join keeps SQLite from starting with
 * all rows of the owner.
 */
function candidates(
  db: Handle,
  { owner, scope }: Search,
  needles: readonly Needle[],
): RawBuilder<unknown> {
  const long = needles.filter(isIndexed)
  if (isPostgres(db)) {
    // Each pattern reads a list of the index; the longest words are the rarest.
    const rarest = long
      .toSorted(([one = ''], [other = '']) => other.length - one.length)
      .slice(0, wordsAsked)
    const patterns = rarest.map((needle) => anyOf(needle.map(isLike)))
    return sql`(select * from prompt_search where owner_no = ${owner}
      and ${sql.join(patterns, sql` and `)})`
  }
  const [first, last] = ridRange(owner)
  const keys =
    scope.folderId === undefined
      ? sql`(select rowid as rid from prompt_trigrams
          where prompt_trigrams match ${toTrigramQuery(long, trigramsAsked)}
            and rowid between ${first} and ${last})`
      : sql`(select rid from prompts
          where owner_no = ${owner} and folder_id in ${subtreeOf(owner, [scope.folderId])})`
  return sql`(select source.* from ${keys} as found cross join prompt_search as source
    where source.rid = found.rid and source.owner_no = ${owner})`
}

type HitRow = CardRow & Pick<Hit, 'rid' | 'folderId' | 'body' | 'notes'> & { place: number }

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
  const cards = await withPreviews(db, owner, rows)
  return cards.map(({ place, ...card }) => ({ ...card, isScattered: place % 2 === 1 }))
}
