import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/db/tables.ts'

export const alters: readonly (keyof Tables)[] = ['folders']

/**
 * No folder is in itself. That no folder is in one below it is up to the order of inserts, each after its parent, and to
 * moves, which lock the library.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update folders set parent_id = null where parent_id = id`.execute(db)
  // SQLite adds no check that is unknown, instead of true, for rows that are there.
  await sql`alter table folders
    add constraint folder_not_in_itself check (parent_id is null or parent_id <> id)`.execute(db)
}
