import { sql, type Kysely } from 'kysely'

export const alters = ['libraries', 'folders', 'prompts'] as const

/** Numbers the changes to a library. Existing rows have the number 0. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table libraries add column change_no bigint not null default 0',
  'alter table libraries add column removed_no bigint not null default 0',
  'alter table libraries add column my_values_no bigint not null default 0',
  'alter table folders add column changed_no bigint not null default 0',
  'alter table prompts add column changed_no bigint not null default 0',
  'create index folders_by_change on folders (owner_no, changed_no, rid)',
  'create index prompts_by_change on prompts (owner_no, changed_no, rid)',
]
