import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/** The tokens of programs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text'
  const statements = [
    `create table tokens (
      owner_no bigint not null references users (owner_no) on delete cascade,
      token_hash ${text} primary key,
      id ${text} not null,
      hint ${text} not null,
      name ${text} not null,
      scopes ${text} not null,
      root ${text},
      created_at bigint not null,
      expires_at bigint,
      used_at bigint,
      client ${text}
    )`,
    'create unique index tokens_of_owner on tokens (owner_no, id)',
    'create index tokens_by_end on tokens (expires_at)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
