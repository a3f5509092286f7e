import { sql, type AliasedExpression, type RawBuilder } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Handle } from '#server/db/database.ts'
import { isPostgres, positionIn } from '#server/db/dialect.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { prepared, type ValueOf } from '#server/db/prepared.ts'
import { ridRange } from '#server/db/rid.ts'
import { mergeSomeTrigrams } from '#server/db/trigrams.ts'
import type { PromptSearchTable } from '#server/prompts/prompts.table.ts'
import { toContainsPattern, toTrigramQuery } from '#server/prompts/search.rules.ts'

export type PromptHitRow = { card: string; folder_id: string | null }

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

/** One more than an answer holds tells whether there are more. */
const hitsWanted = limits.searchHits + 1
/** In how many prompts, the first by name, it is tried how frequent a text is. */
const promptsTried = 4 * hitsWanted
/**
 * Each trigram is a list over all libraries to go through. A few find a rare text; where many rows have
 * these, more of them spare reading texts in vain.
 */
const trigramsAtFirst = 5
const trigramsForAll = 8
/** From this share on, reading prompts in their order until there are enough hits is quicker than the index. */
const frequentShare = 1 / 16

/**
 * The cards of an owner's prompts whose text contains `folded` (three characters or more), those with
 * it in their names first, then by name; up to one more than an answer holds.
 */
export async function searchPrompts(
  db: Handle,
  owner: OwnerNo,
  folded: string,
): Promise<PromptHitRow[]> {
  const [firstRid, lastRid] = ridRange(owner)
  const indexed = isPostgres(db)
    ? toContainsPattern(folded)
    : toTrigramQuery(folded, trigramsForAll)
  const search = { owner, folded, indexed, firstRid, lastRid }
  if (!isPostgres(db)) {
    const few = toTrigramQuery(folded, trigramsAtFirst)
    const rows = await selectRareHits(db, { ...search, indexed: few })
    if (rows[0]?.is_rare) return rows.filter((row) => row.card !== null)
  }
  const [tried] = await countFirstHits(db, { ...search, depth: promptsTried })
  const share = (tried?.count ?? 0) / promptsTried
  if (share >= frequentShare) {
    // Twice as deep as it should take.
    const depth = Math.ceil((2 * hitsWanted) / share)
    const hits = await selectFrequentHits(db, { ...search, depth })
    if (hits.length === hitsWanted) return hits
  }
  return selectIndexedHits(db, search)
}

type Search = {
  owner: OwnerNo
  folded: string
  /** What the index of trigrams is asked for. */
  indexed: string
  firstRid: number
  lastRid: number
}
type RareHitRow = { is_rare: number } & (PromptHitRow | { card: null; folder_id: null })
type SearchOfFirst = Search & { /** How many prompts are looked at. */ depth: number }

/** A row that was found; `rank` 0 by its name, 1 by the rest of its text. */
type Hit = Pick<PromptSearchTable, 'rid' | 'owner_no' | 'sort_key'> & { rank: number }

/**
 * Where SQLite's index finds fewer rows than would be tried by name, `is_rare` and all the hits among them;
 * a single row without a card stands for none. It is one query, since each is a way to another thread.
 */
const selectRareHits = prepared<Search, RareHitRow>((db, value) => {
  const isRare = sql<number>`(select count(*) < ${sql.lit(promptsTried)} from found)`
  const rare = sql`(select rid from found where ${isRare})`
  const hits = hitsIn(db, rowsOf(rare, value('owner')), value('folded'))
  return db
    .with(
      (cte) => cte('found').materialized(),
      (query) =>
        query
          .selectFrom(indexedRids(value).as('indexed'))
          .select('rid')
          .limit(sql.lit(promptsTried)),
    )
    .selectFrom(sql<{ is_rare: number }>`(select ${isRare} as is_rare)`.as('answer'))
    .leftJoin(bestHits(db, hits), (join) => join.onTrue())
    .leftJoin('prompts', (join) =>
      join.onRef('prompts.rid', '=', 'best.rid').onRef('prompts.owner_no', '=', 'best.owner_no'),
    )
    .select(['is_rare', 'card', 'folder_id'])
    .orderBy('best.rank')
    .orderBy('best.sort_key')
    .orderBy('best.rid')
})

/** Of the first prompts, those that are hits. */
const countFirstHits = prepared<SearchOfFirst, { count: number }>((db, value) =>
  db
    .selectFrom(firstPrompts(db, value).as('first'))
    .select((query) => query.fn.countAll<number>().as('count'))
    .where(positionIn(db, 'first.text', value('folded')), '>', 0),
)

/** By the names of the whole library, and then by the texts of the first prompts; all, if they fill an answer. */
const selectFrequentHits = prepared<SearchOfFirst, PromptHitRow>((db, value) => {
  const names = db
    .selectFrom('prompt_search')
    .select(['rid', 'owner_no', 'sort_key', sql.lit(0).as('rank')])
    .where('owner_no', '=', value('owner'))
    .where(positionIn(db, 'folded_name', value('folded')), '>', 0)
    .orderBy('sort_key')
    .orderBy('rid')
    .limit(sql.lit(hitsWanted))
  const texts = db
    .selectFrom(firstPrompts(db, value).as('first'))
    .select(['rid', 'owner_no', 'sort_key', sql.lit(1).as('rank')])
    .where(positionIn(db, 'first.text', value('folded')), '>', 0)
    .where(positionIn(db, 'first.folded_name', value('folded')), '=', 0)
  const hits = db.selectFrom(names.as('name')).selectAll().unionAll(texts).as('hit')
  return bestCards(db, value('owner'), hits)
})

const selectIndexedHits = prepared<Search, PromptHitRow>((db, value) =>
  bestCards(db, value('owner'), hitsIn(db, indexedRows(db, value), value('folded'))),
)

function hitsIn(db: Handle, rows: RawBuilder<PromptSearchTable>, folded: string) {
  return db
    .selectFrom(rows.as('row'))
    .select([
      'row.rid',
      'row.owner_no',
      'row.sort_key',
      sql<number>`case when ${positionIn(db, 'row.folded_name', folded)} > 0 then 0 else 1 end`.as(
        'rank',
      ),
    ])
    .where(positionIn(db, 'row.text', folded), '>', 0)
    .as('hit')
}

/** The first prompts of a library, by name. */
function firstPrompts(db: Handle, value: ValueOf<SearchOfFirst>) {
  return db
    .selectFrom('prompt_search')
    .selectAll()
    .where('owner_no', '=', value('owner'))
    .orderBy('sort_key')
    .orderBy('rid')
    .limit(sql<number>`${value('depth')}`)
}

/**
 * The rows that may contain a text, by the database's index of trigrams: on SQLite a few too many, since
 * that index knows which trigrams a text has but not where.
 */
function indexedRows(db: Handle, value: ValueOf<Search>): RawBuilder<PromptSearchTable> {
  if (isPostgres(db)) {
    return sql`(select * from prompt_search
      where owner_no = ${value('owner')} and text like ${value('indexed')})`
  }
  return rowsOf(indexedRids(value), value('owner'))
}

/** A cross join keeps SQLite from starting at the owner's rows instead of at the keys. */
function rowsOf(found: RawBuilder<unknown>, owner: OwnerNo): RawBuilder<PromptSearchTable> {
  return sql`(select source.* from ${found} as found cross join prompt_search as source
    where source.rid = found.rid and source.owner_no = ${owner})`
}

/** The keys of the rows that SQLite's index of trigrams finds. */
function indexedRids(value: ValueOf<Search>): RawBuilder<{ rid: number }> {
  return sql`(select rowid as rid from prompt_trigrams
    where prompt_trigrams match ${value('indexed')}
      and rowid between ${value('firstRid')} and ${value('lastRid')})`
}

/** The best hits; of no others are the cards read. */
function bestHits(db: Handle, hits: AliasedExpression<Hit, 'hit'>) {
  return db
    .selectFrom(hits)
    .selectAll()
    .orderBy('rank')
    .orderBy('sort_key')
    .orderBy('rid')
    .limit(sql.lit(hitsWanted))
    .as('best')
}

/** The cards of the best hits, in order. */
function bestCards(db: Handle, owner: OwnerNo, hits: AliasedExpression<Hit, 'hit'>) {
  return db
    .selectFrom(bestHits(db, hits))
    .innerJoin('prompts', (join) =>
      join.onRef('prompts.rid', '=', 'best.rid').on('prompts.owner_no', '=', owner),
    )
    .select(['card', 'folder_id'])
    .orderBy('best.rank')
    .orderBy('best.sort_key')
    .orderBy('best.rid')
}
