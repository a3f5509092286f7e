import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/** Mailed links, the mails themselves, signing in with Google, and what is counted to throttle. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = isPostgres(db) ? sql`text collate "C"` : sql`text`

  await db.schema.alterTable('users').addColumn('google_subject', text).execute()
  await db.schema
    .createIndex('users_by_google_subject')
    .unique()
    .on('users')
    .column('google_subject')
    .execute()

  await db.schema
    .createTable('mailed_tokens')
    .addColumn('token_hash', text, (column) => column.primaryKey())
    .addColumn('owner_no', 'bigint', (column) =>
      column.notNull().references('users.owner_no').onDelete('cascade'),
    )
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('mailed_tokens_of_owner')
    .on('mailed_tokens')
    .columns(['owner_no', 'purpose'])
    .execute()

  await db.schema
    .createTable('mails')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('owner_no', 'bigint', (column) =>
      column.notNull().references('users.owner_no').onDelete('cascade'),
    )
    .addColumn('recipient', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('plain_text', text, (column) => column.notNull())
    .addColumn('html', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('next_try_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('mails_due').on('mails').column('next_try_at').execute()
  await db.schema.createIndex('mails_of_owner').on('mails').column('owner_no').execute()

  await db.schema
    .createTable('google_logins')
    .addColumn('state_hash', text, (column) => column.primaryKey())
    .addColumn('browser_hash', text, (column) => column.notNull())
    .addColumn('code_verifier', text, (column) => column.notNull())
    .addColumn('nonce', text, (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('throttles')
    .addColumn('key', text, (column) => column.primaryKey())
    .addColumn('spent_until', 'bigint', (column) => column.notNull())
    .execute()
}
