import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/**
 * On PostgreSQL, search texts have letters for marks (`toSearchText`). All are re-folded in the background: without
 * the column's values, each is stale. Dropping them takes no time. The index of names takes some 16 s for a million.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  await sql`alter table prompts drop column folded_at`.execute(db)
  await sql`alter table prompts add column folded_at text collate "C"`.execute(db)
  await sql`create index prompts_to_fold on prompts (rid)
    where folded_at is distinct from updated_at`.execute(db)
  await sql`create index prompt_search_names on prompt_search
    using gin (owner_no, folded_name gin_trgm_ops)`.execute(db)
}
