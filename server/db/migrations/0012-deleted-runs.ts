import { sql, type Kysely } from 'kysely'

export const alters = ['runs'] as const

/** Lets deleted runs be restored for a while. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table runs add column restored_expires_at bigint`.execute(db)
}
