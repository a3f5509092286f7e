import { sql, type Selectable, type SqlBool } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema/tables.ts'

/** Tables of jobs that are retried until they succeed, and then deleted. */
type Queue = 'mails' | 'payment_endings'

const firstPauseMs = 10_000
const longestPauseMs = 60 * 60_000
/** Longer than any backoff or lease: a row due later than this was written while a clock was ahead. */
const maxDelayMs = 2 * 60 * 60_000

/** Exponential backoff in milliseconds, from ten seconds to an hour. */
export function retryPause(tries: number): number {
  return Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs)
}

/**
 * Leases the job that has been due the longest, or returns undefined if none is due. No other server gets it within
 * `leaseMs`.
 */
export async function claimDue<Name extends Queue>(
  db: Handle,
  queue: Name,
  now: number,
  leaseMs: number,
): Promise<Selectable<Tables[Name]> | undefined> {
  const table: Queue = queue
  while (true) {
    const due = await db
      .selectFrom(table)
      .select(['id', 'next_try_at'])
      .where(sql<SqlBool>`(next_try_at <= ${now} or next_try_at > ${now + maxDelayMs})`)
      .orderBy('next_try_at')
      .limit(1)
      .executeTakeFirst()
    if (due === undefined) return undefined
    const claimed = await db
      .updateTable(table)
      .set({ next_try_at: now + leaseMs, tries: sql`tries + 1` })
      .where('id', '=', due.id)
      .where('next_try_at', '=', due.next_try_at)
      .returningAll()
      .executeTakeFirst()
    // Without a row, another server has claimed it; there may be more.
    if (claimed !== undefined) return claimed as Selectable<Tables[Name]>
  }
}

/** Schedules the next attempt of a leased job, unless its lease has expired and another server has it. */
export async function scheduleRetry(
  db: Handle,
  queue: Queue,
  { id, tries }: { id: string; tries: number },
  nextTryAt: number,
): Promise<void> {
  await db
    .updateTable(queue)
    .set({ next_try_at: nextTryAt })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .execute()
}

/** Removes a job that is done or dropped. */
export async function removeFromQueue(db: Handle, queue: Queue, id: string): Promise<void> {
  await db.deleteFrom(queue).where('id', '=', id).execute()
}
