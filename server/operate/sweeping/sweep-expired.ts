import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { limits } from '#contract/core/limits.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema/tables.ts'

type Expiring = {
  table: keyof Tables
  key: string
  /** The column with the time of expiry, which has an index. */
  moment: string
  /** How long a row is kept after that, in milliseconds. */
  keptMs?: number
}

const expiring: Expiring[] = [
  // A throttle that is full again equals one without a row.
  { table: 'throttles', key: 'key', moment: 'spent_until' },
  { table: 'google_logins', key: 'state_hash', moment: 'expires_at' },
  { table: 'mailed_tokens', key: 'token_hash', moment: 'expires_at' },
  { table: 'sessions', key: 'token_hash', moment: 'expires_at' },
  // It may have been listed as expired in the meantime.
  { table: 'tokens', key: 'token_hash', moment: 'expires_at', keptMs: 30 * 24 * 60 * 60_000 },
  { table: 'apps', key: 'id', moment: 'expires_at' },
  { table: 'oauth_objects', key: 'id_hash', moment: 'expires_at' },
  { table: 'pending_logins', key: 'token_hash', moment: 'expires_at' },
  { table: 'challenges', key: 'challenge_hash', moment: 'expires_at' },
  { table: 'google_links', key: 'token_hash', moment: 'expires_at' },
  // The lifetime of the cookie that identifies a device.
  { table: 'devices', key: 'token_hash', moment: 'seen_at', keptMs: 400 * 24 * 60 * 60_000 },
  { table: 'activity', key: 'id', moment: 'at', keptMs: limits.activityDays * 24 * 60 * 60_000 },
  // Longer than any backup should be kept.
  { table: 'deletions', key: 'user_id', moment: 'deleted_at', keptMs: 400 * 24 * 60 * 60_000 },
  // Stripe repeats an event for three days.
  { table: 'payment_events', key: 'id', moment: 'received_at', keptMs: 30 * 24 * 60 * 60_000 },
]

/** Takes a few milliseconds, during which other writers wait. */
const rowsAtOnce = 200
/** Lets other writers in between batches. */
const pauseMs = 5

/** Deletes expired rows in batches, in the background. */
export async function sweepExpired(
  { db, now }: Pick<Services, 'db' | 'now'>,
  stopping: AbortSignal,
): Promise<void> {
  for (const rows of expiring) {
    const until = now() - (rows.keptMs ?? 0)
    while (!stopping.aborted && (await hasExpired(db.main, rows, until))) {
      await deleteSome(db.background, rows, until)
      await delay(pauseMs)
    }
  }
}

/** An index lookup on the main thread, so that the background thread can sleep. */
async function hasExpired(db: Handle, { table, moment }: Expiring, until: number) {
  const { rows } = await sql`select 1 from ${sql.table(table)}
    where ${sql.ref(moment)} <= ${until} limit 1`.execute(db)
  return rows.length > 0
}

async function deleteSome(db: Handle, { table, key, moment }: Expiring, until: number) {
  // Checked twice: on PostgreSQL, a row may have been renewed since it was selected.
  await sql`delete from ${sql.table(table)} where ${sql.ref(moment)} <= ${until}
    and ${sql.ref(key)} in (select ${sql.ref(key)} from ${sql.table(table)}
      where ${sql.ref(moment)} <= ${until} limit ${sql.lit(rowsAtOnce)})`.execute(db)
}
