import type { DatabaseLocation } from '#server/config/config.ts'
import { listDone, openForMigrations } from '#server/db/migrations/migrate-database.ts'
import { migrations } from '#server/db/migrations/migrations.ts'
import { toUnusable } from '#server/db/unusable-database.ts'

/**
 * The migrations that a database lacks, and those that this version does not know. Changes nothing.
 *
 * @throws UnusableDatabaseError
 */
export async function compareMigrations(
  location: DatabaseLocation,
): Promise<{ missing: string[]; unknown: string[] }> {
  const db = openForMigrations(location)
  try {
    const done = await listDone(db)
    return {
      missing: Object.keys(migrations).filter((name) => !done.includes(name)),
      unknown: done.filter((name) => !Object.hasOwn(migrations, name)),
    }
  } catch (error) {
    throw toUnusable(error, location)
  } finally {
    await db.destroy()
  }
}
