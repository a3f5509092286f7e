import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/** Apps that are connected by OAuth, and what the authorization server stores, such as their tokens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text'
  const statements = [
    `create table apps (
      owner_no bigint not null references users (owner_no) on delete cascade,
      id ${text} primary key,
      client_id ${text} not null,
      host ${text},
      name ${text},
      scopes ${text} not null,
      root ${text},
      created_at bigint not null,
      expires_at bigint not null,
      renewal_days integer,
      used_at bigint
    )`,
    'create index apps_of_owner on apps (owner_no, created_at)',
    'create index apps_by_end on apps (expires_at)',
    `create table oauth_objects (
      kind ${text} not null,
      id_hash ${text} not null,
      app_id ${text} references apps (id) on delete cascade,
      user_code_hash ${text},
      browser_hash ${text},
      payload ${text} not null,
      consumed_at bigint,
      expires_at bigint not null,
      constraint oauth_objects_by_id primary key (kind, id_hash)
    )`,
    `create unique index oauth_objects_by_user_code on oauth_objects (user_code_hash)
      where user_code_hash is not null`,
    'create index oauth_objects_of_app on oauth_objects (app_id, kind)',
    'create index oauth_objects_by_end on oauth_objects (expires_at)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
