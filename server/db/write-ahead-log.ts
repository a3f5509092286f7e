import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'

const retryMs = 50
const patienceMs = 2_000

/**
 * Empties SQLite's write-ahead log, in which what has been deleted can still be read. Whoever is
 * reading just then is waited for, though not without end: later writes take the log's place anyway.
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
