import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import { rebuildTable } from '#server/db/migrations/rebuild-table.ts'

export const rebuilds = true

/**
 * The previews of cards as columns. The stored card stays for servers of the release before; its column can be
 * dropped two releases later. SQLite's rows are rebuilt, with the previews before the long columns. On PostgreSQL,
 * `updatePreviews` fills them in after the start.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) {
    await sql`alter table prompts
      add column preview text collate "C",
      add column variable_count integer,
      add column previewed_at text collate "C",
      alter column card drop not null`.execute(db)
  } else {
    await rebuildTable(db, 'prompts', (name) => createPrompts(db, name), {
      ...Object.fromEntries(copied.map((column) => [column, column])),
      preview: `card ->> 'preview'`,
      variable_count: `card ->> 'variableCount'`,
      previewed_at: 'updated_at',
    })
  }
  await sql`create index stale_previews on prompts (rid)
    where previewed_at is distinct from updated_at`.execute(db)
}

const copied = [
  'rid',
  'owner_no',
  'id',
  'folder_id',
  'name',
  'sort_key',
  'color',
  'is_public',
  'created_at',
  'updated_at',
  'notes',
  'body',
  'card',
]

async function createPrompts(db: Kysely<unknown>, name: string): Promise<void> {
  await sql`create table ${sql.table(name)} (
    rid integer primary key,
    owner_no bigint not null references users (owner_no) on delete cascade,
    id text not null,
    folder_id text,
    name text not null,
    sort_key text not null,
    color text not null,
    is_public smallint not null,
    preview text,
    variable_count integer,
    previewed_at text,
    created_at text not null,
    updated_at text not null,
    notes text,
    body text not null,
    card text,
    constraint prompt_of_owner unique (owner_no, id),
    constraint prompt_in_folder foreign key (owner_no, folder_id) references folders (owner_no, id)
  )`.execute(db)
}
