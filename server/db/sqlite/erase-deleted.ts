import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'

const megabyte = 1024 * 1024
/** Rewriting a file of this size takes about 0.1 s, during which other writers wait. */
const smallFileBytes = 16 * megabyte
/** Rewriting this much takes about a second, with its trigram index. */
const fileOfAccountBytes = 64 * megabyte
const retryMs = 50
const patienceMs = 2_000

type Context = { db: Database; log: Logger }

/**
 * Erases remains of deleted rows from SQLite's files. `secure_delete` overwrites the rows themselves, but SQLite
 * retains copies in the write-ahead log and possibly where it moved rows between pages, so small files are rewritten. A
 * failure is only logged, because the rows themselves are deleted.
 */
export async function eraseRemains(context: Context): Promise<void> {
  await erase(context, smallFileBytes)
}

/** Erases remains of an account, also in larger files and in the trigram index. */
export async function eraseRemainsOfAccount(context: Context): Promise<void> {
  await erase(context, fileOfAccountBytes, async (db) => {
    await sql`insert into prompt_trigrams (prompt_trigrams) values ('optimize')`.execute(db)
  })
}

async function erase(
  { db: { background: db }, log }: Context,
  mostBytes: number,
  before = async (_db: Handle) => {},
): Promise<void> {
  if (isPostgres(db)) return
  try {
    if ((await measureFile(db)) <= mostBytes) {
      await before(db)
      await sql`vacuum`.execute(db)
    }
    await emptyWriteAheadLog(db)
  } catch (error) {
    log.error({ err: error }, 'Failed to erase deleted data from the disk')
  }
}

async function measureFile(db: Handle): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(db)
  return rows[0]?.bytes ?? 0
}

/**
 * Empties SQLite's write-ahead log, which retains previous states of pages. Waits up to 2 s for readers of its
 * snapshots; after that, it is left to the sweep.
 */
export async function emptyWriteAheadLog(db: Handle): Promise<void> {
  if (isPostgres(db)) return
  // Copies most of a large log without blocking writers.
  await sql`pragma wal_checkpoint(passive)`.execute(db)
  const givesUpAt = performance.now() + patienceMs
  while (performance.now() < givesUpAt) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy === 0) return
    await delay(retryMs)
  }
}
