import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/** What proves who an account belongs to: mailbox, sessions, devices, and Google's subject with its issuer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = isPostgres(db) ? sql`text collate "C"` : sql`text`

  await db.schema.alterTable('users').addColumn('mailbox_owned_at', 'bigint').execute()
  await db.schema.alterTable('users').addColumn('google_issuer', text).execute()
  await db.schema.dropIndex('users_by_google_subject').execute()
  await db.schema
    .createIndex('users_by_google_subject')
    .unique()
    .on('users')
    .columns(['google_subject', 'google_issuer'])
    .execute()

  await db.schema
    .alterTable('sessions')
    .addColumn('proved_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()

  await db.schema.alterTable('mailed_tokens').addColumn('email', text).execute()
  await db.schema.alterTable('mailed_tokens').addColumn('email_key', text).execute()
  await db.schema
    .createIndex('mailed_tokens_by_email')
    .on('mailed_tokens')
    .columns(['email_key', 'purpose'])
    .execute()

  const ofOwner = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('owner_no', 'bigint', (column) =>
        column.notNull().references('users.owner_no').onDelete('cascade'),
      )

  await ofOwner('devices')
    .addColumn('token_hash', text, (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('devices_key', ['owner_no', 'token_hash'])
    .execute()

  await db.schema.createIndex('devices_by_end').on('devices').column('seen_at').execute()

  await ofOwner('google_links')
    .addColumn('token_hash', text, (column) => column.primaryKey())
    .addColumn('issuer', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('google_links_of_owner')
    .on('google_links')
    .column('owner_no')
    .execute()
  await db.schema
    .createIndex('google_links_by_end')
    .on('google_links')
    .column('expires_at')
    .execute()
}
