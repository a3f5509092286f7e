import { sql, type RawBuilder } from 'kysely'
import { isIndexed } from '#contract/library/search/needles.ts'
import { ranks } from '#contract/library/search/ranks.ts'
import type { Handle } from '#server/db/database.ts'
import { positionIn } from '#server/db/dialect.ts'
import {
  allOf,
  anyOf,
  contains,
  inScope,
  rankByName,
  type Search,
} from '#server/library/search/matching.queries.ts'

/** Prompts examined inside matching folders. */
const promptsTriedInFolders = 2_000
const foldersTried = 200

/**
 * Prompts in folders whose names contain a word, if they contain the other words. If there are many such folders and
 * prompts, only some are examined. The folders are queried beforehand: PostgreSQL overestimates their number and would
 * scan all prompts.
 */
export async function hitsInFolders(db: Handle, search: Search): Promise<RawBuilder<unknown>[]> {
  const { owner, needles } = search
  const foldersOf = await findNamedFolders(db, search)
  const all = [...new Set(foldersOf.flat())]
  if (all.length === 0) return []
  const inText = needles.words.map((word) => contains(db, [word], 'text'))
  const isSomewhere = inText.map((isInText, at) => {
    const ids = foldersOf[at] ?? []
    return ids.length === 0
      ? isInText
      : anyOf([isInText, sql`placed.folder_id in (${sql.join(ids)})`])
  })
  return [
    sql`select row.rid, row.sort_key, case
        when ${contains(db, needles.words, 'folded_name')} then ${rankByName(db, needles.words)}
        else ${sql.lit(ranks.folder)} end + 1 as rank
      from (select rid, folder_id from prompts
        where owner_no = ${owner} and folder_id in (${sql.join(all)})
        limit ${sql.lit(promptsTriedInFolders)}) as placed
      cross join prompt_search as row
      where row.rid = placed.rid and row.owner_no = ${owner}
        and ${allOf(isSomewhere)} and ${anyOf(inText)} ${inScope(search)}`,
  ]
}

/** Finds, for each word that is long enough for the trigram index, some folders whose names contain it. */
async function findNamedFolders(
  db: Handle,
  { owner, folderWords }: Search,
): Promise<(readonly string[])[]> {
  const isNamed = folderWords.map((word) =>
    isIndexed(word) ? sql`${positionIn(db, sql.ref('folded_name'), word)} > 0` : sql`false`,
  )
  const flags = isNamed.map((condition) => sql`case when ${condition} then '1' else '0' end`)
  const { rows } = await sql<{ id: string; flags: string }>`
    select id, ${sql.join(flags, sql` || `)} as flags
    from folders where owner_no = ${owner} and ${anyOf(isNamed)}
    limit ${sql.lit(foldersTried)}`.execute(db)
  return flags.map((_, at) => rows.filter((row) => row.flags[at] === '1').map(({ id }) => id))
}
