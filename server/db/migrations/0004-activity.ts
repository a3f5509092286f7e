import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/** What was done to an account, for its owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Both databases order text by its bytes, whatever language the server speaks.
  const text = isPostgres(db) ? 'text collate "C"' : 'text'
  for (const statement of [
    `create table activity (
      owner_no bigint not null references users (owner_no) on delete cascade,
      id ${text} not null,
      kind ${text} not null,
      at bigint not null,
      count integer not null,
      via ${text} not null,
      agent ${text} not null,
      network ${text} not null,
      name ${text},
      prompt_id ${text},
      constraint activity_of_owner primary key (owner_no, id)
    )`,
    'create index activity_by_time on activity (owner_no, at, id)',
    'create index activity_by_end on activity (at)',
  ]) {
    await sql.raw(statement).execute(db)
  }
}
