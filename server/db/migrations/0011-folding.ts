import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/**
 * What the search texts and the folded names were derived from: they are stale where it differs, and folded anew in
 * the background, since a server of the release before folds them as it used to.
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
