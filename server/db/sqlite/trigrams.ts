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

/** Takes a few milliseconds, during which other writers wait. */
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

/** A search looks up every trigram in every segment. Some ten thousand changes add up to this many. */
const manySegments = 16
/** Takes some milliseconds, during which other writers wait. */
const pagesMergedWhenIdle = 24

/** Whether it is time to merge all of SQLite's index of trigrams. */
export async function hasManySegments(db: Handle): Promise<boolean> {
  return !isPostgres(db) && (await countSegments(db)) > manySegments
}

export async function countSegments(db: Handle): Promise<number> {
  // One lookup per segment.
  const { rows } = await sql<{ count: number }>`with recursive segment (id) as (
      select min(segid) from prompt_trigrams_idx
      union all select (select min(segid) from prompt_trigrams_idx where segid > segment.id)
      from segment where segment.id is not null)
    select count(id) as count from segment`.execute(db)
  return rows[0]?.count ?? 0
}

/** Begins to merge all segments, which drops remains of deleted texts. `mergeMoreTrigrams` continues. */
export async function beginMergingTrigrams(db: Handle): Promise<void> {
  await sql`insert into prompt_trigrams (prompt_trigrams, rank)
    values ('merge', ${-pagesMergedWhenIdle})`.execute(db)
}

/** Returns whether there is more to merge. */
export async function mergeMoreTrigrams(db: Handle): Promise<boolean> {
  const before = await countChanges(db)
  await sql`insert into prompt_trigrams (prompt_trigrams, rank)
    values ('merge', ${pagesMergedWhenIdle})`.execute(db)
  // With fewer changes, FTS5 had nothing to merge.
  return (await countChanges(db)) - before >= 2
}

/** Counts the rows that this SQLite connection has changed so far. */
export async function countChanges(db: Handle): Promise<number> {
  if (isPostgres(db)) return 0
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db)
  return rows[0]?.changes ?? 0
}
