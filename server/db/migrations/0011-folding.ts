import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/**
 * What each search text and folded name was derived from. Where that differs from the row, the text is stale and is
 * re-folded in the background: during a rolling release, servers of the previous release still write the old form.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = isPostgres(db) ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('prompts').addColumn('folded_at', text).execute()
  await db.schema.alterTable('folders').addColumn('folded_from', text).execute()
  await sql`create index prompts_to_fold on prompts (rid)
    where folded_at is distinct from updated_at`.execute(db)
  await sql`create index folders_to_fold on folders (rid)
    where folded_from is distinct from name`.execute(db)
}
