import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/**
 * On PostgreSQL, search texts have letters for marks (`toSearchText`). A text that has a mark was written by the
 * previous release, and is re-folded in the background. Both indexes take some 20 s for a million prompts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  await sql`create index prompt_search_to_fold on prompt_search (rid)
    where text ~ '[ -/:-@[-\`{-~\\n]'`.execute(db)
  await sql`create index prompt_search_names on prompt_search
    using gin (owner_no, folded_name gin_trgm_ops)`.execute(db)
}
