import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppContext } from '#server/context.ts'
import type { Handle } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

type Expiring = {
  table: keyof Tables
  key: string
  /** The column of the moment from which a row counts for nothing; there is an index on it. */
  moment: string
  /** How long it is kept from then on, in milliseconds. */
  keptMs?: number
}

const expiring: Expiring[] = [
  // Full again, which is what one without a row is.
  { table: 'throttles', key: 'key', moment: 'spent_until' },
  { table: 'google_logins', key: 'state_hash', moment: 'expires_at' },
  { table: 'mailed_tokens', key: 'token_hash', moment: 'expires_at' },
  { table: 'sessions', key: 'token_hash', moment: 'expires_at' },
  { table: 'google_links', key: 'token_hash', moment: 'expires_at' },
  // As long as the cookie that a device is known by.
  { table: 'devices', key: 'token_hash', moment: 'seen_at', keptMs: 400 * 24 * 60 * 60_000 },
  // Stripe tells of an event again for three days.
  { table: 'payment_events', key: 'id', moment: 'received_at', keptMs: 30 * 24 * 60 * 60_000 },
]

/** As many as take some milliseconds, for which others wait to write. */
const rowsAtOnce = 200
/** Lets those write who wait for it. */
const pauseMs = 5

/** Deletes the rows whose time is over, piece by piece beside the main thread. */
export async function sweepExpired(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
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

/** A look by the index. The background thread is left to sleep where there is nothing. */
async function hasExpired(db: Handle, { table, moment }: Expiring, until: number) {
  const { rows } = await sql`select 1 from ${sql.table(table)}
    where ${sql.ref(moment)} <= ${until} limit 1`.execute(db)
  return rows.length > 0
}

async function deleteSome(db: Handle, { table, key, moment }: Expiring, until: number) {
  // The moment is looked at twice: on PostgreSQL a row may have been renewed since it was chosen.
  await sql`delete from ${sql.table(table)} where ${sql.ref(moment)} <= ${until}
    and ${sql.ref(key)} in (select ${sql.ref(key)} from ${sql.table(table)}
      where ${sql.ref(moment)} <= ${until} limit ${sql.lit(rowsAtOnce)})`.execute(db)
}
