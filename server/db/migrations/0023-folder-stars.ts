import type { Kysely } from 'kysely'

export const alters = ['folders', 'trashed_folders'] as const

/** Folders can be favourites. The release before leaves the column alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['folders', 'trashed_folders']) {
    await db.schema
      .alterTable(table)
      .addColumn('is_favourite', 'smallint', (column) => column.notNull().defaultTo(0))
      .execute()
  }
}
