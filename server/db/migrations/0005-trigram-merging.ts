import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/**
 * SQLite's index of trigrams is put together by us, a little with every change (`mergeSomeTrigrams`): by
 * itself it does so rarely, and then holds up everybody for a tenth of a second.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) return
  for (const [option, value] of [
    ['automerge', 0],
    // With more pieces there is less to put together, and more to look through in a search.
    ['usermerge', 8],
  ] as const) {
    await sql`insert into prompt_trigrams (prompt_trigrams, rank) values (${option}, ${value})`.execute(
      db,
    )
  }
}
