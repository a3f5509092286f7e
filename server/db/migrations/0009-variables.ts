import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/** Settings of variables, value sets and the account's own values, each as JSON; null where there are none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = isPostgres(db) ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('prompts').addColumn('variables', text).execute()
  await db.schema.alterTable('prompts').addColumn('value_sets', text).execute()
  // Previews whose variables are not marked up yet are derived again, in the background.
  await sql`update prompts set previewed_at = null
    where replace(preview, '{<b>', '') like '%{%'`.execute(db)
  await db.schema.alterTable('libraries').addColumn('my_values', text).execute()
}
