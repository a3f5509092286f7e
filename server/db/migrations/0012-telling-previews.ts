import { sql, type Kysely } from 'kysely'

/** Previews of bodies that begin with boilerplate are derived again, in the background. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update prompts set previewed_at = null
    where substr(preview, 1, 1) in ('#', '-', '{', '[')
      or lower(substr(preview, 1, 30)) like '%act as%'
      or lower(substr(preview, 1, 30)) like '%act like%'
      or lower(substr(preview, 1, length(name))) = lower(name)`.execute(db)
}
