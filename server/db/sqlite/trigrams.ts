import { sql } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'

/** More than a change of usual length adds to the index, so that its pieces never pile up. */
const pagesMerged = 12

/** Does some of the work of putting the pieces of SQLite's index of trigrams together; at most 2 ms. */
export async function mergeSomeTrigrams(db: Handle): Promise<void> {
  if (isPostgres(db)) return
  await sql`insert into prompt_trigrams (prompt_trigrams, rank) values ('merge', ${pagesMerged})`.execute(
    db,
  )
}

/** As many as take some milliseconds, for which others wait to write. */
const textsAtOnce = 10

/**
 * Takes some of what has been deleted out of SQLite's index of trigrams; gives whether there may be more.
 * Until then searches pass over it, since the index alone finds nothing.
 */
export async function sweepSomeTrigrams(db: Handle): Promise<boolean> {
  if (isPostgres(db)) return false
  const { numAffectedRows = 0n } = await sql`delete from deleted_search_texts
    where rid in (select rid from deleted_search_texts limit ${textsAtOnce})`.execute(db)
  await mergeSomeTrigrams(db)
  return numAffectedRows === BigInt(textsAtOnce)
}

/** Whether there is anything to sweep. */
export async function hasDeletedTexts(db: Handle): Promise<boolean> {
  if (isPostgres(db)) return false
  const { rows } = await sql`select 1 from deleted_search_texts limit 1`.execute(db)
  return rows.length > 0
}
