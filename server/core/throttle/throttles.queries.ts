import { sql } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { Throttle } from '#server/core/throttle/throttles.rules.ts'

/**
 * Counts an attempt if the throttle has one left. Returns whether it was counted. A single statement, so that
 * concurrent attempts on any number of servers do not exceed the limit. A value further in the future than all attempts
 * together was written while a clock was ahead, and is ignored.
 */
export async function recordAttempt(
  db: Handle,
  key: string,
  { burst, refillMs }: Throttle,
  now: number,
): Promise<boolean> {
  const farthest = now + burst * refillMs
  const row = await db
    .insertInto('throttles')
    .values({ key, spent_until: now + refillMs })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          spent_until: sql`case when throttles.spent_until between ${now} and ${farthest}
            then throttles.spent_until else ${now} end + ${refillMs}`,
        })
        .where((query) =>
          query.or([
            query('throttles.spent_until', '<=', farthest - refillMs),
            query('throttles.spent_until', '>', farthest),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** Uncounts an attempt. */
export async function refundAttempt(
  db: Handle,
  key: string,
  { refillMs }: Throttle,
): Promise<void> {
  await db
    .updateTable('throttles')
    .set({ spent_until: sql`spent_until - ${refillMs}` })
    .where('key', '=', key)
    .execute()
}

export async function findSpentUntil(db: Handle, key: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('throttles')
    .select('spent_until')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.spent_until
}

export async function deleteThrottles(db: Handle, keys: string[]): Promise<void> {
  await db.deleteFrom('throttles').where('key', 'in', keys).execute()
}
