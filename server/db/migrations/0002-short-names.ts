import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

export const alters = ['prompts', 'trashed_prompts'] as const

/** Gives prompts a short name, unique in an account, and a sentence that says when to use them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text'
  for (const table of alters) {
    for (const column of ['short_name', 'when_to_use']) {
      await sql.raw(`alter table ${table} add column ${column} ${text}`).execute(db)
    }
  }
  await sql`create unique index prompts_by_short_name on prompts (owner_no, short_name)
    where short_name is not null`.execute(db)
}
