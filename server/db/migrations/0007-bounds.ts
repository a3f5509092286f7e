import type { Kysely } from 'kysely'

/** Rows whose time is over are found by an index, to be swept piece by piece. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, moment] of [
    ['throttles', 'spent_until'],
    ['google_logins', 'expires_at'],
    ['mailed_tokens', 'expires_at'],
    ['sessions', 'expires_at'],
  ] as const) {
    await db.schema.createIndex(`${table}_by_end`).on(table).column(moment).execute()
  }
}
