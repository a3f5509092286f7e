import { sql, type RawBuilder } from 'kysely'
import { fieldEnd } from '#contract/search.ts'
import type { Handle } from '#server/db/database.ts'
import { isPostgres, positionIn } from '#server/db/dialect.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import { toContainsPattern, toTrigramQuery } from '#server/prompts/search.rules.ts'

export type PromptHitRow = { card: string; folder_id: string | null }

export async function insertSearchText(
  db: Handle,
  owner: OwnerNo,
  rid: number,
  text: string,
): Promise<void> {
  await db.insertInto('prompt_search').values({ rid, owner_no: owner, text }).execute()
}

export async function updateSearchText(
  db: Handle,
  owner: OwnerNo,
  rid: number,
  text: string,
): Promise<void> {
  await db
    .updateTable('prompt_search')
    .set({ text })
    .where('owner_no', '=', owner)
    .where('rid', '=', rid)
    .execute()
}

/**
 * The cards of an owner's prompts whose text contains `folded` (three characters or more), those with
 * it in their names first, then by name.
 */
export async function searchPrompts(
  db: Handle,
  owner: OwnerNo,
  folded: string,
  limit: number,
): Promise<PromptHitRow[]> {
  const position = positionIn(db, 'hit.text', folded)
  // The keys alone are sorted; the cards are read for those that are left.
  const best = db
    .selectFrom(matchingRows(db, owner, folded).as('hit'))
    .innerJoin('prompts', 'prompts.rid', 'hit.rid')
    .where('prompts.owner_no', '=', owner)
    .where(position, '>', 0)
    .select([
      'prompts.rid as best_rid',
      sql<number>`case when ${position} < ${positionIn(db, 'hit.text', fieldEnd)} then 0 else 1 end`.as(
        'rank',
      ),
    ])
    .orderBy('rank')
    .orderBy('prompts.sort_key')
    .orderBy('prompts.name')
    .orderBy('prompts.id')
    .limit(limit)
  return db
    .selectFrom(best.as('best'))
    .innerJoin('prompts', 'prompts.rid', 'best.best_rid')
    .select(['card', 'folder_id'])
    .orderBy('best.rank')
    .orderBy('sort_key')
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/**
 * The rows of `prompt_search` that may contain a text, by the database's index of trigrams: on SQLite
 * a few too many, since that index knows which trigrams a text has but not where.
 */
function matchingRows(
  db: Handle,
  owner: OwnerNo,
  folded: string,
): RawBuilder<{ rid: number; text: string }> {
  if (isPostgres(db)) {
    return sql`(select rid, text from prompt_search
      where owner_no = ${owner} and text like ${toContainsPattern(folded)})`
  }
  const [first, last] = ridRange(owner)
  // A cross join keeps SQLite from starting at the owner's rows instead of at the index.
  return sql`(select source.rid, source.text
    from prompt_trigrams as trigrams cross join prompt_search as source
    where prompt_trigrams match ${toTrigramQuery(folded)}
      and trigrams.rowid between ${first} and ${last}
      and source.rid = trigrams.rowid and source.owner_no = ${owner})`
}
