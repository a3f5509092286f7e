import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import { rebuildTable } from '#server/db/migrations/rebuild-table.ts'

export const alters = ['mails'] as const
export const rebuilds = true

/** Lets a mail outlive its account: the one that confirms its deletion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) {
    await sql`alter table mails alter column owner_no drop not null`.execute(db)
    return
  }
  const columns = ['id', 'owner_no', 'recipient', 'subject', 'plain_text', 'html']
  const numbers = ['created_at', 'next_try_at', 'tries']
  await rebuildTable(
    db,
    'mails',
    async (name) => {
      await sql`create table ${sql.table(name)} (
        id text primary key,
        owner_no bigint references users (owner_no) on delete cascade,
        recipient text not null,
        subject text not null,
        plain_text text not null,
        html text not null,
        created_at bigint not null,
        next_try_at bigint not null,
        tries integer not null default 0
      )`.execute(db)
    },
    Object.fromEntries([...columns, ...numbers].map((column) => [column, column])),
  )
}
