import { sql, type RawBuilder } from 'kysely'
import type { PromptCard } from '#contract/prompts.ts'
import type { Handle } from '#server/db/database.ts'
import { positionIn } from '#server/db/dialect.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { cardColumns, withPreviews, type CardRow } from '#server/prompts/prompts.queries.ts'
import { inScope, type Search } from '#server/search/search.queries.ts'
import { wordsNeeded, type SoughtWord } from '#server/search/similarity.rules.ts'

type NameRow = { rid: number; folded_name: string }

/** Names to compare, those that share most with the words. */
const mostNames = 400

/** The names in scope that may be similar to the words, from an index with all names of the library. */
export async function listNamesLike(
  db: Handle,
  search: Pick<Search, 'owner' | 'scope'>,
  words: readonly SoughtWord[],
): Promise<NameRow[]> {
  const name = sql.ref('row.folded_name')
  const isIn = (part: string) => sql`${positionIn(db, name, part)} > 0`
  const mayBeThere = words.map(({ pieces }) => sql`(${sql.join(pieces.map(isIn), sql` or `)})`)
  const needed = wordsNeeded(words)
  const areEnough =
    needed === words.length
      ? sql.join(mayBeThere, sql` and `)
      : sql`${count(mayBeThere)} >= ${sql.lit(needed)}`
  const trigrams = words.flatMap((word) => word.trigrams)
  const { rows } = await sql<NameRow>`select rid, folded_name from prompt_search as row
    where owner_no = ${search.owner} and ${areEnough} ${inScope(search)}
    order by ${count(trigrams.map(isIn))} desc, sort_key, rid
    limit ${sql.lit(mostNames)}`.execute(db)
  return rows
}

function count(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  const each = conditions.map((condition) => sql`case when ${condition} then 1 else 0 end`)
  return sql`(${sql.join(each, sql` + `)})`
}

/** The cards of some prompts, in the order of their keys in `rids`. */
export async function listCardsOf(
  db: Handle,
  owner: OwnerNo,
  rids: readonly number[],
): Promise<(PromptCard & { folderId: string | null })[]> {
  if (rids.length === 0) return []
  const { rows } = await sql<CardRow & { folderId: string | null; rid: number }>`
    select ${cardColumns}, folder_id as "folderId", rid from prompts
    where owner_no = ${owner} and rid in (${sql.join(rids)})`.execute(db)
  const sorted = rows.toSorted((one, other) => rids.indexOf(one.rid) - rids.indexOf(other.rid))
  return (await withPreviews(db, owner, sorted)).map(({ rid: _rid, ...card }) => card)
}
