import { sql, type RawBuilder } from 'kysely'
import { ranks } from '#contract/library/search/ranks.ts'
import { inScope, type Search } from '#server/library/search/matching.queries.ts'

/** Prompts whose short names begin with a search, from an index of few rows. */
export function hitsByShortName(search: Search): RawBuilder<unknown>[] {
  const { owner, shortName } = search
  if (shortName === undefined) return []
  // A brace is the first character after the letters.
  return [
    sql`select row.rid, row.sort_key,
        case when row.short_name = ${shortName} then ${sql.lit(ranks.shortName)}
          else ${sql.lit(ranks.shortNameBegins)} end as rank
      from prompts as row where row.owner_no = ${owner} and row.short_name is not null
        and row.short_name >= ${shortName} and row.short_name < ${`${shortName}{`}
        ${inScope(search)}`,
  ]
}
