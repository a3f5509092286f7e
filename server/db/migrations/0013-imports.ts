import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/** How far each import has come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = isPostgres(db) ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('imports')
    .addColumn('owner_no', 'bigint', (column) => column.notNull())
    .addColumn('attempt', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('undone_at', 'bigint')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('import_of_owner', ['owner_no', 'attempt'])
    .addForeignKeyConstraint('import_in_library', ['owner_no'], 'libraries', ['owner_no'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
  await db.schema.createIndex('imports_by_end').on('imports').column('expires_at').execute()
  await sql`create index imports_to_undo on imports (undone_at)
    where undone_at is not null and done > 0`.execute(db)
}
