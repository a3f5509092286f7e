import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/** The ids of deleted accounts, so that they are deleted again after an older backup has been restored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text'
  for (const statement of [
    `create table deletions (
      user_id ${text} primary key,
      deleted_at bigint not null
    )`,
    'create index deletions_by_time on deletions (deleted_at)',
  ]) {
    await sql.raw(statement).execute(db)
  }
}
