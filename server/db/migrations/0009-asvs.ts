import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

export const alters = ['prompts', 'trashed_prompts'] as const

/** Gives the links of shared prompts a key. Null: the id alone opens the prompt, as all links did before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text'
  for (const table of alters) {
    await sql.raw(`alter table ${table} add column share_key ${text}`).execute(db)
  }
}
