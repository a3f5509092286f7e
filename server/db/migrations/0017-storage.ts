import { sql, type Kysely } from 'kysely'

export const alters = ['libraries', 'trash'] as const

/**
 * The rows of each trash, which have a limit; the items that come back from it in the background; and accounts that are
 * deleted in the background, which have no address any more. From now on, versions and runs count as storage, and each
 * row takes 200 bytes besides its texts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('libraries')
    .addColumn('trash_rows', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update libraries set
    stored_bytes = stored_bytes + 200 * (folder_count + prompt_count)`.execute(db)
  for (const [table, bytes] of [
    ['prompt_versions', sql`length(texts) + octet_length(name) + coalesce(octet_length(label), 0)`],
    [
      'runs',
      sql`octet_length(text) + coalesce(octet_length(filled_in), 0)
        + case when state = 'running' then 0 else octet_length(answer) end`,
    ],
  ] as const) {
    await sql`update libraries set stored_bytes = stored_bytes + found.bytes
      from (select owner_no, sum(${bytes} + 200) as bytes
        from ${sql.table(table)} group by owner_no) as found
      where found.owner_no = libraries.owner_no`.execute(db)
  }
  for (const table of ['trash', 'trashed_folders', 'trashed_prompts']) {
    await sql`update libraries set trash_rows = trash_rows + found.count,
        trash_bytes = trash_bytes + 200 * found.count
      from (select owner_no, count(*) as count
        from ${sql.table(table)} group by owner_no) as found
      where found.owner_no = libraries.owner_no`.execute(db)
  }
  await db.schema.alterTable('trash').addColumn('restoring_at', 'bigint').execute()
  await sql`create index trash_restoring on trash (restoring_at)
    where restoring_at is not null`.execute(db)
  await db.schema
    .createIndex('trash_of_owner_by_end')
    .on('trash')
    .columns(['owner_no', 'deleted_at', 'rid'])
    .execute()
  await sql`create index users_to_delete on users (owner_no) where email = ''`.execute(db)
}
