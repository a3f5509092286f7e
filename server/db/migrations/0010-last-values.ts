import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

export const alters = ['prompts', 'trashed_prompts', 'libraries'] as const

/** Lets an account keep the values last copied with each prompt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text'
  await sql`alter table libraries add column keeps_last_values integer not null default 0`.execute(
    db,
  )
  for (const table of ['prompts', 'trashed_prompts']) {
    await sql.raw(`alter table ${table} add column last_values ${text}`).execute(db)
    // Switching it off finds them without reading whole libraries.
    await sql
      .raw(
        `create index ${table}_with_last_values on ${table} (owner_no, rid) where last_values is not null`,
      )
      .execute(db)
  }
}
