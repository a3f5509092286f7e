import { sql, type Kysely } from 'kysely'

export const alters = ['users'] as const

/** Lets an operator block accounts. Null: not blocked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column blocked_at bigint`.execute(db)
}
