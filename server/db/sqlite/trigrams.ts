import { sql } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'

/** More than a typical change adds to the index, so that the number of its segments stays small. */
const pagesMerged = 12

/** Merges some segments of SQLite's index of trigrams, for at most 2 ms. */
export async function mergeSomeTrigrams(db: Handle): Promise<void> {
  if (isPostgres(db)) return
  await sql`insert into prompt_trigrams (prompt_trigrams, rank) values ('merge', ${pagesMerged})`.execute(
    db,
  )
}

/** Takes a few milliseconds, for which other writers wait. */
const textsAtOnce = 10

/**
 * Removes some deleted texts from SQLite's index of trigrams. Until then, searches skip them, because their
 * rows are gone. Returns whether there may be more.
 */
export async function sweepSomeTrigrams(db: Handle): Promise<boolean> {
  if (isPostgres(db)) return false
  const { numAffectedRows = 0n } = await sql`delete from deleted_search_texts
    where rid in (select rid from deleted_search_texts limit ${textsAtOnce})`.execute(db)
  await mergeSomeTrigrams(db)
  return numAffectedRows === BigInt(textsAtOnce)
}

/** Removes the deleted texts of rows that are about to be inserted again. */
export async function sweepTrigramsOf(db: Handle, rids: readonly number[]): Promise<void> {
  if (isPostgres(db) || rids.length === 0) return
  await sql`delete from deleted_search_texts where rid in (${sql.join(rids)})`.execute(db)
}

/** Whether `sweepSomeTrigrams` has anything to do. */
export async function hasDeletedTexts(db: Handle): Promise<boolean> {
  if (isPostgres(db)) return false
  const { rows } = await sql`select 1 from deleted_search_texts limit 1`.execute(db)
  return rows.length > 0
}
