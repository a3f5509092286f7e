import type { Kysely } from 'kysely'

/** Folders can be favourites. The release before leaves the column alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['folders', 'trashed_folders']) {
    await db.schema
      .alterTable(table)
      .addColumn('is_favourite', 'smallint', (column) => column.notNull().defaultTo(0))
      .execute()
  }
}
