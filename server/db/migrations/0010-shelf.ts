import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import { rebuildTable } from '#server/db/migrations/rebuild-table.ts'

export const rebuilds = true

/**
 * Favourites and the time of the last use, the trash, and the former versions of prompts. SQLite's prompts are
 * rebuilt, with what cards read before the long columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = isPostgres(db)
  const text = postgres ? sql`text collate "C"` : sql`text`
  const key = postgres ? 'bigint' : 'integer'
  if (postgres) {
    await sql`alter table prompts
      add column is_favourite smallint not null default 0,
      add column used_at text collate "C"`.execute(db)
  } else {
    const columns = Object.fromEntries(copied.map((column) => [column, column]))
    await rebuildTable(db, 'prompts', (name) => createPrompts(db, name), columns)
  }
  await sql`create index favourite_prompts on prompts (owner_no, sort_key, name, id)
    where is_favourite = 1`.execute(db)
  await sql`create index used_prompts on prompts (owner_no, used_at)
    where used_at is not null`.execute(db)

  await db.schema
    .alterTable('libraries')
    .addColumn('trash_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('trash')
    .addColumn('rid', key, (column) => column.primaryKey())
    .addColumn('owner_no', 'bigint', (column) => column.notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('color', text, (column) => column.notNull())
    .addColumn('folders', 'integer', (column) => column.notNull())
    .addColumn('prompts', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('prompts_before', 'integer', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('trash_of_owner', ['owner_no', 'id'])
    .addForeignKeyConstraint('trash_in_library', ['owner_no'], 'libraries', ['owner_no'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
  await db.schema.createIndex('trash_by_end').on('trash').column('deleted_at').execute()

  const inTrash = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('rid', key, (column) => column.primaryKey())
      .addColumn('owner_no', 'bigint', (column) => column.notNull())
      .addColumn('trash_id', text, (column) => column.notNull())
      .addColumn('id', text, (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('color', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .addForeignKeyConstraint(
        `${table}_in_trash`,
        ['owner_no', 'trash_id'],
        'trash',
        ['owner_no', 'id'],
        (key) => key.onDelete('cascade'),
      )
  await inTrash('trashed_folders').addColumn('parent_id', text).execute()
  await inTrash('trashed_prompts')
    .addColumn('folder_id', text)
    .addColumn('is_public', 'smallint', (column) => column.notNull())
    .addColumn('is_favourite', 'smallint', (column) => column.notNull())
    .addColumn('used_at', text)
    .addColumn('updated_at', text, (column) => column.notNull())
    .addColumn('notes', text)
    .addColumn('body', text, (column) => column.notNull())
    .addColumn('variables', text)
    .addColumn('value_sets', text)
    .execute()
  for (const table of ['trashed_folders', 'trashed_prompts']) {
    await db.schema
      .createIndex(`${table}_of_trash`)
      .on(table)
      .columns(['owner_no', 'trash_id', 'rid'])
      .execute()
  }

  await db.schema
    .createTable('prompt_versions')
    .addColumn('owner_no', 'bigint', (column) => column.notNull())
    .addColumn('prompt_rid', 'bigint', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('label', text)
    .addColumn('written_at', text, (column) => column.notNull())
    .addColumn('kept_at', 'bigint', (column) => column.notNull())
    .addColumn('kept_by', text, (column) => column.notNull())
    .addColumn('texts', postgres ? 'bytea' : 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('version_of_prompt', ['owner_no', 'prompt_rid', 'number'])
    .addForeignKeyConstraint('version_in_library', ['owner_no'], 'libraries', ['owner_no'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
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
  'preview',
  'variable_count',
  'previewed_at',
  'created_at',
  'updated_at',
  'notes',
  'body',
  'variables',
  'value_sets',
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
    is_favourite smallint not null default 0,
    used_at text,
    preview text,
    variable_count integer,
    previewed_at text,
    created_at text not null,
    updated_at text not null,
    notes text,
    body text not null,
    variables text,
    value_sets text,
    card text,
    constraint prompt_of_owner unique (owner_no, id),
    constraint prompt_in_folder foreign key (owner_no, folder_id) references folders (owner_no, id)
  )`.execute(db)
}
