import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BackUpError } from '#server/operate/backup/copy-snapshot.ts'
import { restoreDatabase } from '#server/operate/backup/restore-database.ts'
import { makePrivateDirectory } from '#server/db/sqlite/make-private.ts'

/**
 * Restores a backup into a directory next to the database, counts the rows of every table there and in the backup, and
 * removes the directory.
 *
 * @throws BackUpError if the backup cannot be restored, or rows are missing
 */
export async function tryToRestore(backup: string, database: string): Promise<void> {
  removeTrial(database)
  const directory = nameTrial(database)
  makePrivateDirectory(directory)
  try {
    const restored = join(directory, 'promptshelf.sqlite')
    await restoreDatabase(backup, restored)
    refuseBroken(backup, restored)
  } finally {
    removeTrial(database)
  }
}

/** Removes the remains of an interrupted test. */
export function removeTrial(database: string): void {
  rmSync(nameTrial(database), { recursive: true, force: true })
}

function nameTrial(database: string): string {
  return join(dirname(database), 'restore-test')
}

/** Restoring ends these. */
const ended = new Set([
  'sessions',
  'tokens',
  'apps',
  'oauth_objects',
  'mailed_tokens',
  'google_links',
  'kysely_migration',
])

function refuseBroken(backup: string, restored: string): void {
  const db = new DatabaseSync(restored)
  try {
    db.prepare('attach ? as backup').run(backup)
    const tables = db
      .prepare(
        "select name from backup.sqlite_master where type = 'table' and sql not like '%virtual%'",
      )
      .all() as { name: string }[]
    for (const { name } of tables) {
      if (ended.has(name) || name.includes('trigrams')) continue
      const differing = db
        .prepare(
          `select (select count(*) from main."${name}") <> (select count(*) from backup."${name}")`,
        )
        .get()
      if (Object.values(differing ?? {})[0] !== 0) {
        throw new BackUpError(`Restored, ${backup} lacks rows of ${name}.`)
      }
    }
    const broken = db.prepare('pragma main.foreign_key_check').get()
    if (broken !== undefined) throw new BackUpError(`Restored, ${backup} has broken references.`)
  } finally {
    db.close()
  }
}
