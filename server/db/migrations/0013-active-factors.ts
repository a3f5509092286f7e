import { sql, type Kysely } from 'kysely'

export const alters = ['passkeys', 'totp_secrets'] as const

/** Whether a factor is active was called whether it counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of alters) {
    await sql`alter table ${sql.table(table)} rename column counts to is_active`.execute(db)
  }
}
