import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/** What is bought from a payment provider, and what is left to do there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = isPostgres(db) ? sql`text collate "C"` : sql`text`

  await db.schema.alterTable('users').addColumn('stripe_customer', text).execute()

  await db.schema.alterTable('subscriptions').addColumn('provider', text).execute()
  await db.schema.alterTable('subscriptions').addColumn('payment_failed_for', 'bigint').execute()
  // A subscription whose checkout is not paid yet exists next to the plan that it may replace.
  await sql`drop index one_open_subscription`.execute(db)
  await sql`create unique index one_open_subscription on subscriptions (owner_no)
    where ended_at is null and (expires_at is null or expires_at > started_at)`.execute(db)
  await sql`create index sandbox_renewals on subscriptions (expires_at)
    where provider = 'sandbox' and ended_at is null`.execute(db)

  await db.schema.alterTable('credit_entries').addColumn('subscription_id', text).execute()
  await sql`update credit_entries set subscription_id =
    (select id from subscriptions where owner_no = credit_entries.owner_no limit 1)`.execute(db)
  // A period's credits are granted once, however often its payment is reported.
  await sql`create unique index one_grant_a_period on credit_entries (owner_no, subscription_id, at)
    where reason = 'plan_granted'`.execute(db)

  await db.schema
    .createTable('payment_events')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('payment_events_by_age')
    .on('payment_events')
    .column('received_at')
    .execute()

  // Without their owner, who may be gone by the time that the provider can be reached.
  await db.schema
    .createTable('payment_endings')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('provider', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('next_try_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('payment_endings_due')
    .on('payment_endings')
    .columns(['provider', 'next_try_at'])
    .execute()

  await db.schema
    .createTable('sandbox_checkouts')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('owner_no', 'bigint', (column) =>
      column.notNull().references('users.owner_no').onDelete('cascade'),
    )
    .addColumn('plan_id', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('sandbox_checkouts_of_owner')
    .on('sandbox_checkouts')
    .column('owner_no')
    .execute()
}
