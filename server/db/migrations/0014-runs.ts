import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/** Prompts that were sent to models. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = isPostgres(db) ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('runs')
    .addColumn('owner_no', 'bigint', (column) => column.notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('prompt_id', text, (column) => column.notNull())
    .addColumn('model', text, (column) => column.notNull())
    .addColumn('connection_id', text)
    .addColumn('model_name', text, (column) => column.notNull())
    .addColumn('input_price', 'double precision', (column) => column.notNull())
    .addColumn('output_price', 'double precision', (column) => column.notNull())
    .addColumn('filled_in', text)
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('answer', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('error', text)
    .addColumn('is_cut', 'integer', (column) => column.notNull())
    .addColumn('reserved', 'bigint', (column) => column.notNull())
    .addColumn('credits', 'bigint')
    .addColumn('input_tokens', 'bigint')
    .addColumn('output_tokens', 'bigint')
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('beat_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('stop_at', 'bigint')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('run_of_owner', ['owner_no', 'id'])
    .addForeignKeyConstraint('run_in_library', ['owner_no'], 'libraries', ['owner_no'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createIndex('runs_of_prompt')
    .on('runs')
    .columns(['owner_no', 'prompt_id', 'started_at'])
    .execute()
  await sql`create index runs_running on runs (owner_no, beat_at) where state = 'running'`.execute(
    db,
  )
  await sql`create index runs_ended on runs (expires_at) where state <> 'running'`.execute(db)
  await db.schema
    .alterTable('libraries')
    .addColumn('keeps_runs', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}
