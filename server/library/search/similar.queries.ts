import { sql, type RawBuilder } from 'kysely'
import type { PromptCard } from '#contract/library/prompts.ts'
import { rarity } from '#contract/library/search/needles.ts'
import type { Handle } from '#server/db/database.ts'
import { positionIn } from '#server/db/dialect.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { cardColumns } from '#server/library/prompts/prompts.queries.ts'
import { allOf, anyOf, inScope, type Search } from '#server/library/search/matching.queries.ts'
import { fromStored } from '#server/library/search/search-text.ts'
import {
  mostNames,
  toComparedTrigrams,
  wordsNeeded,
  type SoughtWord,
} from '#contract/library/search/similarity.ts'

type NameRow = { rid: number; folded_name: string }

/** Lists the names in scope that may be similar to the words, from an index with all names of the library. */
export async function listNamesLike(
  db: Handle,
  search: Pick<Search, 'owner' | 'scope'>,
  words: readonly SoughtWord[],
): Promise<NameRow[]> {
  const name = sql.ref('row.folded_name')
  const isIn = (part: string) => sql`${positionIn(db, name, part)} > 0`
  const mayBeThere = words
    .toSorted((one, other) => other.text.length - one.text.length)
    .map(({ pieces }) => anyOf(pieces.map(isIn)))
  const areEnough = wordsNeeded(words) < words.length ? allButOne(mayBeThere) : allOf(mayBeThere)
  const trigrams = toComparedTrigrams(words).map(
    (trigram) => sql`case when ${isIn(trigram)} then ${sql.lit(rarity(trigram))} else 0 end`,
  )
  const likeness = trigrams.length === 0 ? sql`0` : sql.join(trigrams, sql` + `)
  const { rows } = await sql<NameRow>`select rid, folded_name from (
      select rid, folded_name, sort_key, ${likeness} as likeness from prompt_search as row
      where owner_no = ${search.owner} and ${areEnough} ${inScope(search)}) as name
    order by likeness desc, sort_key, rid limit ${sql.lit(mostNames)}`.execute(db)
  return rows.map(({ rid, folded_name }) => ({
    rid,
    folded_name: fromStored(db, folded_name),
  }))
}

/** All conditions but one. Nested, so that most names fail after two of them. */
function allButOne([first, ...others]: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  if (first === undefined || others.length === 0) return sql`true`
  return sql`((${first} and ${allButOne(others)}) or ${allOf(others)})`
}

/** Lists the cards of some prompts, in the order of `rids`. */
export async function listCardsOf(
  db: Handle,
  owner: OwnerNo,
  rids: readonly number[],
): Promise<(PromptCard & { folderId: string | null })[]> {
  if (rids.length === 0) return []
  const { rows } = await sql<PromptCard & { folderId: string | null; rid: number }>`
    select ${cardColumns}, folder_id as "folderId", rid from prompts
    where owner_no = ${owner} and rid in (${sql.join(rids)})`.execute(db)
  const sorted = rows.toSorted((one, other) => rids.indexOf(one.rid) - rids.indexOf(other.rid))
  return sorted.map(({ rid: _rid, ...card }) => card)
}
