import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/**
 * A name that this release has folded ends with the character U+001C. One without was written by the release before, which kept
 * typographic marks, and is re-folded in the background. The indexes of stale texts of migrations 0011 and 0016 serve
 * servers of that release, which run on during a rolling update.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const positionIn = sql.raw(isPostgres(db) ? 'strpos' : 'instr')
  for (const table of ['prompt_search', 'folders']) {
    await sql`create index ${sql.ref(`${table}_as_before`)} on ${sql.table(table)} (rid)
      where ${positionIn}(folded_name, ${sql.lit('\u001C')}) = 0`.execute(db)
  }
}
