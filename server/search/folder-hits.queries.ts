import { sql, type RawBuilder } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import {
  byName,
  contains,
  inScope,
  isIn,
  ranks,
  type Search,
} from '#server/search/matching.queries.ts'
import { isIndexed } from '#server/search/search.rules.ts'

/** In folders whose names are among the words. */
const promptsTriedInFolders = 2_000
const foldersTried = 200

/**
 * Prompts in folders whose names contain a word, where they contain the others. Of many such folders, only some are
 * looked at, and only some of their prompts. The folders are asked for beforehand: PostgreSQL expects half of all to
 * be among them, and would read all prompts.
 */
export async function hitsInFolders(db: Handle, search: Search): Promise<RawBuilder<unknown>[]> {
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
  { owner, folderWords }: Search,
): Promise<(readonly string[])[]> {
  const name = sql.ref('folded_name')
  const isNamed = folderWords.map((needle) =>
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
