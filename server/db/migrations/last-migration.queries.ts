import { sql } from 'kysely'
import type { Handle } from '#server/db/database.ts'

/** The name of the newest migration, and when it was run, in milliseconds. */
export async function findLastMigration(db: Handle): Promise<{ name: string; migratedAt: number }> {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    select name, timestamp from kysely_migration order by timestamp desc, name desc limit 1`.execute(
    db,
  )
  const [{ name, timestamp } = { name: '', timestamp: '' }] = rows
  return { name, migratedAt: Date.parse(timestamp) }
}
