import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/**
 * What each library holds, counted in its own row, so that a limit is checked without counting; indexes by
 * which rows whose time is over are swept piece by piece; and the checkout that an account has begun last.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['folder_count', 'prompt_count', 'stored_bytes']) {
    await db.schema
      .alterTable('libraries')
      .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
      .execute()
  }
  await sql`update libraries set folder_count = found.count
    from (select owner_no, count(*) as count from folders group by owner_no) as found
    where found.owner_no = libraries.owner_no`.execute(db)
  await sql`update libraries set prompt_count = found.count, stored_bytes = found.bytes
    from (select owner_no, count(*) as count,
        sum(octet_length(name) + octet_length(body) + coalesce(octet_length(notes), 0)) as bytes
      from prompts group by owner_no) as found
    where found.owner_no = libraries.owner_no`.execute(db)

  const text = isPostgres(db) ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('users').addColumn('stripe_checkout', text).execute()

  for (const [table, moment] of [
    ['throttles', 'spent_until'],
    ['google_logins', 'expires_at'],
    ['mailed_tokens', 'expires_at'],
    ['sessions', 'expires_at'],
  ] as const) {
    await db.schema.createIndex(`${table}_by_end`).on(table).column(moment).execute()
  }
}
