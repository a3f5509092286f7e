import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

export const alters = ['users'] as const

/** Passkeys, authenticator apps and recovery codes, and the log-ins and challenges that wait for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text'
  const owner = 'bigint not null references users (owner_no) on delete cascade'
  const statements = [
    'alter table users add column passkey_declined_at bigint',
    'alter table users add column factors_reset_at bigint',
    `create index users_by_factors_reset on users (factors_reset_at)
      where factors_reset_at is not null`,
    `create table passkeys (
      owner_no ${owner},
      id ${text} primary key,
      credential_id ${text} not null,
      public_key ${text} not null,
      counter bigint not null,
      transports ${text} not null,
      name ${text} not null,
      is_synced integer not null,
      counts integer not null,
      created_at bigint not null,
      used_at bigint
    )`,
    'create unique index passkeys_by_credential on passkeys (credential_id)',
    'create index passkeys_of_owner on passkeys (owner_no, created_at)',
    `create table totp_secrets (
      owner_no bigint primary key references users (owner_no) on delete cascade,
      sealed_secret ${text} not null,
      last_step bigint not null,
      counts integer not null,
      created_at bigint not null
    )`,
    `create table recovery_codes (
      owner_no ${owner},
      code_hash ${text} not null,
      is_kept integer not null,
      created_at bigint not null,
      constraint recovery_codes_by_hash primary key (owner_no, code_hash)
    )`,
    `create table pending_logins (
      owner_no ${owner},
      token_hash ${text} primary key,
      password_hash ${text},
      link_hash ${text},
      expires_at bigint not null
    )`,
    'create index pending_logins_of_owner on pending_logins (owner_no)',
    'create index pending_logins_by_end on pending_logins (expires_at)',
    `create table challenges (
      owner_no bigint references users (owner_no) on delete cascade,
      challenge_hash ${text} primary key,
      purpose ${text} not null,
      browser_hash ${text} not null,
      sealed_secret ${text},
      expires_at bigint not null
    )`,
    'create index challenges_of_owner on challenges (owner_no, purpose)',
    'create index challenges_by_end on challenges (expires_at)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
