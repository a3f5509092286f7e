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
import { hasTrigrams, toContainsPattern, toTrigramQuery } from '#server/search/search.rules.ts'

type SearchColumns = Pick<PromptSearchTable, 'sort_key' | 'text'>

export async function insertSearchText(
  db: Handle,
  owner: OwnerNo,
  rid: number,
  columns: SearchColumns,
): Promise<void> {
  await db
    .insertInto('prompt_search')
    .values({ rid, owner_no: owner, ...columns })
    .execute()
  await mergeSomeTrigrams(db)
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
}

/** `needles`: folded texts, of which a hit contains every one. One of them has three characters or more. */
type Search = { owner: OwnerNo; needles: readonly string[]; scope: SearchScope }

type HitRow = CardRow & { folderId: string | null }

/** One more than an answer holds tells whether there are more. */
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

/**
 * The prompts in scope whose text contains every needle: first those with all of them at the beginnings of words of
 * the name, then those with all of them in the name, then the others; each by name; up to one more than an answer
 * holds.
 */
export async function searchPrompts(
  db: Handle,
  search: Search,
): Promise<(PromptCard & { folderId: string | null })[]> {
  if (search.scope.folderId === undefined) {
    const { rows, hits } = await tryFirstPrompts(db, search)
    const isWhole = rows < promptsTried
    if (isWhole || hits / rows >= frequentShare) {
      // Twice as deep as it should take.
      const depth = isWhole ? rows : Math.ceil((2 * hitsWanted * rows) / hits)
      const found = await listCards(db, search, hitsInOrder(db, search, depth))
      if (isWhole || found.length === hitsWanted) return found
    }
  }
  return listCards(db, search, hitsAmong(db, search, candidates(db, search), 'text'))
}

/** How many prompts there are among the first by name, and how many of these contain the text. */
async function tryFirstPrompts(db: Handle, search: Search) {
  const { rows } = await sql<{ rows: number; hits: number }>`
    select count(*) as rows, count(case when ${contains(db, search, 'text')} then 1 end) as hits
    from ${firstPrompts(search, promptsTried)} as row`.execute(db)
  return rows[0] ?? { rows: 0, hits: 0 }
}

/** Hits in all names, and in the texts of the first prompts by name. */
function hitsInOrder(db: Handle, search: Search, depth: number): RawBuilder<unknown> {
  const library = sql`(select * from prompt_search where owner_no = ${search.owner})`
  return sql`select * from (${hitsAmong(db, search, library, 'folded_name')}
      order by rank, sort_key, rid limit ${sql.lit(hitsWanted)}) as named
    union ${hitsAmong(db, search, firstPrompts(search, depth), 'text')}`
}

/** The rows of a source that contain the needles and are in scope. `rank`: 0 and 1 by name, 2 by the text. */
function hitsAmong(
  db: Handle,
  search: Search,
  source: RawBuilder<unknown>,
  column: 'folded_name' | 'text',
): RawBuilder<unknown> {
  return sql`select row.rid, row.sort_key,
      case when ${beginsWords(db, search)} then 0
        when ${contains(db, search, 'folded_name')} then 1 else 2 end as rank
    from ${source} as row where ${contains(db, search, column)} ${inScope(search)}`
}

function contains(db: Handle, { needles }: Search, column: 'folded_name' | 'text') {
  const isIn = (needle: string) => sql`${positionIn(db, sql.ref(`row.${column}`), needle)} > 0`
  return sql.join(needles.map(isIn), sql` and `)
}

function beginsWords(db: Handle, { needles }: Search) {
  const name = sql.ref('row.folded_name')
  const begins = (needle: string) =>
    sql`(${positionIn(db, name, needle)} = 1 or ${positionIn(db, name, ` ${needle}`)} > 0)`
  return sql.join(needles.map(begins), sql` and `)
}

function inScope({ owner, scope }: Search): RawBuilder<unknown> {
  const { folderId, isPublic, hasVariables } = scope
  const conditions = [
    ...(folderId === undefined ? [] : [sql`folder_id in ${subtreeOf(owner, [folderId])}`]),
    ...(isPublic === undefined ? [] : [sql`is_public = ${sql.lit(Number(isPublic))}`]),
    ...(hasVariables === undefined ? [] : [sql`(variable_count > 0) = ${sql.lit(hasVariables)}`]),
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
function candidates(db: Handle, { owner, needles, scope }: Search): RawBuilder<unknown> {
  const long = needles.filter(hasTrigrams)
  if (isPostgres(db)) {
    // Each pattern reads a list of the index; the longest words are the rarest.
    const rarest = long.toSorted((one, other) => other.length - one.length).slice(0, wordsAsked)
    const patterns = rarest.map((needle) => sql`text like ${toContainsPattern(needle)}`)
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

/** The cards of the best hits, in order. */
async function listCards(db: Handle, { owner }: Search, hits: RawBuilder<unknown>) {
  const { rows } = await sql<HitRow>`
    with best as (select * from (${hits}) as hit
      order by rank, sort_key, rid limit ${sql.lit(hitsWanted)})
    select ${cardColumns}, folder_id as "folderId"
    from best cross join prompts where prompts.rid = best.rid and prompts.owner_no = ${owner}
    order by best.rank, best.sort_key, best.rid`.execute(db)
  return withPreviews(db, owner, rows)
}
