import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BackUpError, checkIntegrity, moveIntoPlace } from '#server/db/backup/back-up-database.ts'
import { keepPrivate, makePrivateDirectory } from '#server/db/sqlite/make-private.ts'
import { migrations } from '#server/db/migrations/migrations.ts'

/**
 * Replaces an embedded database, which must not be in use, by a back-up. Returns the path that the former
 * database was moved to; undefined if there was none.
 *
 * @throws BackUpError where the back-up is damaged or of a newer version, or the database is in use, in which case
 * nothing has been changed
 */
export function restoreDatabase(
  source: string,
  file: string,
  time = new Date(),
): string | undefined {
  if (!existsSync(source)) throw new BackUpError(`There is no file ${source}.`)
  checkIntegrity(source)
  refuseForeign(source)
  refuseInUse(file)
  makePrivateDirectory(dirname(file))
  const part = `${file}.part`
  copyFileSync(source, part)
  keepPrivate(part)
  const kept = existsSync(file) ? toKept(file, time) : undefined
  if (kept !== undefined) {
    renameSync(file, kept)
    keepPrivate(kept)
    // These are empty while the database is not in use, but SQLite would apply them to the back-up.
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
  }
  moveIntoPlace(part, file)
  return kept
}

function refuseForeign(source: string): void {
  const db = new DatabaseSync(source, { readOnly: true })
  try {
    const done = db.prepare('select name from kysely_migration').all() as { name: string }[]
    const unknown = done.find(({ name }) => !Object.hasOwn(migrations, name))
    if (unknown === undefined) return
    throw new BackUpError(
      `${source} was made by a newer version of Promptshelf (it has the migration ${unknown.name}).`,
    )
  } catch (error) {
    if (error instanceof BackUpError) throw error
    throw new BackUpError(`${source} is not a database of Promptshelf.`)
  } finally {
    db.close()
  }
}

function refuseInUse(file: string): void {
  if (!existsSync(file)) return
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    // Fails unless this is the only connection. Otherwise, SQLite moves the log into the file.
    db.exec('pragma journal_mode = delete')
  } catch {
    throw new BackUpError(`${file} is in use: stop the server first.`)
  } finally {
    db.close()
  }
}

function toKept(file: string, time: Date): string {
  return `${file}.before-${time.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
}
