import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/** The users' own ways to models. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = isPostgres(db) ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('connections')
    .addColumn('owner_no', 'bigint', (column) => column.notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('dialect', text, (column) => column.notNull())
    .addColumn('base_url', text, (column) => column.notNull())
    .addColumn('sealed_key', text)
    .addColumn('key_hint', text)
    .addColumn('models', text)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('connection_of_owner', ['owner_no', 'id'])
    .addForeignKeyConstraint(
      'connection_in_library',
      ['owner_no'],
      'libraries',
      ['owner_no'],
      (key) => key.onDelete('cascade'),
    )
    .execute()
}
