import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { sweepSomeTrigrams } from '#server/db/sqlite/trigrams.ts'

/** Rewriting a file of this size takes about a second. */
const smallFileBytes = 64 * 1024 * 1024
const retryMs = 50
const patienceMs = 2_000

/**
 * Erases remains of deleted rows from SQLite's files. `secure_delete` overwrites the rows themselves, but
 * SQLite may keep copies: where it moved rows between pages, in the index of trigrams, and in the write-ahead
 * log.
 */
export async function eraseDeleted(db: Handle): Promise<void> {
  if (isPostgres(db)) return
  while (await sweepSomeTrigrams(db));
  if ((await measureFile(db)) <= smallFileBytes) {
    await sql`insert into prompt_trigrams (prompt_trigrams) values ('optimize')`.execute(db)
    await sql`vacuum`.execute(db)
  }
  await emptyWriteAheadLog(db)
}

async function measureFile(db: Handle): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(db)
  return rows[0]?.bytes ?? 0
}

/**
 * Empties SQLite's log, which keeps former states of pages. Waits up to 2 s for readers, whose snapshot it holds;
 * later writes overwrite it otherwise.
 */
export async function emptyWriteAheadLog(db: Handle): Promise<void> {
  if (isPostgres(db)) return
  const givesUpAt = performance.now() + patienceMs
  while (performance.now() < givesUpAt) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy === 0) return
    await delay(retryMs)
  }
}
