import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/** Users, their sessions and plans, and their libraries with the search. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = isPostgres(db)
  // SQLite makes only a column of exactly this type the order of its table.
  const key = postgres ? 'bigint' : 'integer'
  // Both databases order text by its bytes, whatever language the server speaks.
  const text = postgres ? sql`text collate "C"` : sql`text`

  await db.schema
    .createTable('users')
    .addColumn('owner_no', key, (column) =>
      postgres
        ? column.generatedByDefaultAsIdentity().primaryKey()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('id', text, (column) => column.notNull().unique())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('email_key', text, (column) => column.notNull().unique())
    .addColumn('password_hash', text)
    .addColumn('email_verified_at', 'bigint')
    .addColumn('language', text, (column) => column.notNull().defaultTo('en'))
    .addColumn('free_plan_used_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()

  const owned = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('owner_no', 'bigint', (column) =>
        column.notNull().references('users.owner_no').onDelete('cascade'),
      )

  await owned('sessions')
    .addColumn('token_hash', text, (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('user_agent', text, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessions_of_owner').on('sessions').column('owner_no').execute()

  await owned('subscriptions')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('plan_id', text, (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('period_started_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('subscriptions_of_owner')
    .on('subscriptions')
    .columns(['owner_no', 'started_at'])
    .execute()
  await sql`create unique index one_open_subscription on subscriptions (owner_no) where ended_at is null`.execute(
    db,
  )

  await owned('credit_entries')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('amount', 'integer', (column) => column.notNull())
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('credit_entries_of_owner')
    .on('credit_entries')
    .columns(['owner_no', 'at'])
    .execute()

  await db.schema
    .createTable('libraries')
    .addColumn('owner_no', key, (column) =>
      column.primaryKey().references('users.owner_no').onDelete('cascade'),
    )
    .addColumn('last_seq', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()

  const inLibrary = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('rid', key, (column) => column.primaryKey())
      .addColumn('owner_no', 'bigint', (column) =>
        column.notNull().references('users.owner_no').onDelete('cascade'),
      )

  await inLibrary('folders')
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('parent_id', text)
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('sort_key', text, (column) => column.notNull())
    .addColumn('folded_name', text, (column) => column.notNull())
    .addColumn('color', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addUniqueConstraint('folder_of_owner', ['owner_no', 'id'])
    // With the owner in the key, a folder cannot be in a folder of another owner.
    .addForeignKeyConstraint('folder_in_folder', ['owner_no', 'parent_id'], 'folders', [
      'owner_no',
      'id',
    ])
    .execute()
  await db.schema
    .createIndex('folders_by_name')
    .on('folders')
    .columns(['owner_no', 'parent_id', 'sort_key', 'name', 'id'])
    .execute()

  await inLibrary('prompts')
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('folder_id', text)
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('sort_key', text, (column) => column.notNull())
    .addColumn('color', text, (column) => column.notNull())
    .addColumn('is_public', 'smallint', (column) => column.notNull())
    .addColumn('card', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('updated_at', text, (column) => column.notNull())
    .addColumn('notes', text)
    .addColumn('body', text, (column) => column.notNull())
    .addUniqueConstraint('prompt_of_owner', ['owner_no', 'id'])
    .addForeignKeyConstraint('prompt_in_folder', ['owner_no', 'folder_id'], 'folders', [
      'owner_no',
      'id',
    ])
    .execute()
  await db.schema
    .createIndex('prompts_by_name')
    .on('prompts')
    .columns(['owner_no', 'folder_id', 'sort_key', 'name', 'id'])
    .execute()
  await sql`create index shared_prompts on prompts (id) where is_public = 1`.execute(db)

  await db.schema
    .createTable('prompt_search')
    .addColumn('rid', key, (column) =>
      column.primaryKey().references('prompts.rid').onDelete('cascade'),
    )
    .addColumn('owner_no', 'bigint', (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .execute()
  for (const statement of postgres ? trigramIndexOnPostgres : trigramIndexOnSqlite) {
    await sql.raw(statement).execute(db)
  }
}

const trigramIndexOnPostgres = [
  'create extension if not exists btree_gin',
  'create extension if not exists pg_trgm',
  'create index prompt_search_trigrams on prompt_search using gin (owner_no, text gin_trgm_ops)',
]

/** The index reads its texts from prompt_search, and the triggers tell it of every change. */
const trigramIndexOnSqlite = [
  `create virtual table prompt_trigrams using fts5 (
     text, content = 'prompt_search', content_rowid = 'rid',
     tokenize = 'trigram case_sensitive 1', detail = none
   )`,
  `create trigger prompt_search_inserted after insert on prompt_search begin
     insert into prompt_trigrams (rowid, text) values (new.rid, new.text);
   end`,
  `create trigger prompt_search_deleted after delete on prompt_search begin
     insert into prompt_trigrams (prompt_trigrams, rowid, text) values ('delete', old.rid, old.text);
   end`,
  `create trigger prompt_search_updated after update on prompt_search begin
     insert into prompt_trigrams (prompt_trigrams, rowid, text) values ('delete', old.rid, old.text);
     insert into prompt_trigrams (rowid, text) values (new.rid, new.text);
   end`,
]
