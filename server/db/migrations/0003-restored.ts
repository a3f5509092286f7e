import { sql, type Kysely } from 'kysely'

export const alters = ['libraries'] as const

/** Stores where the numbers of a library begin. A restored one begins after those that clients may have seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table libraries add column first_no bigint not null default 0`.execute(db)
}
