import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BackUpError, checkIntegrity, moveIntoPlace } from '#server/operate/backup/copy-snapshot.ts'
import { toStamp } from '#server/operate/backup/backup-files.rules.ts'
import { keepPrivate, makePrivateDirectory } from '#server/db/sqlite/make-private.ts'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { migrations } from '#server/db/migrations/migrations.ts'
import { nameCommand } from '#server/config/name-command.ts'

/**
 * Replaces an embedded database, which must not be in use, with a backup, which it upgrades. Everything that has ended
 * since stays ended: sessions, tokens, apps and mailed links remain only if the previous database has them, blocked
 * accounts stay blocked, prompts that were made private stay private, and the next server deletes deleted accounts
 * again. Copies of a library on devices are read again. Returns the new path of the previous database; undefined if
 * there was none.
 *
 * @throws BackUpError if the backup is damaged, encrypted or of a newer version, or the database is in use, in which
 * case nothing has been changed
 */
export async function restoreDatabase(
  source: string,
  file: string,
  time = new Date(),
): Promise<string | undefined> {
  if (!existsSync(source)) throw new BackUpError(`There is no file ${source}.`)
  refuseEncrypted(source)
  checkIntegrity(source)
  refuseForeign(source)
  refuseInUse(file)
  makePrivateDirectory(dirname(file))
  const part = `${file}.part`
  copyFileSync(source, part)
  keepPrivate(part)
  const former = existsSync(file) ? file : undefined
  try {
    await migrateDatabase({ kind: 'sqlite', file: part })
    repeatEndings(part, former, time)
  } catch (error) {
    for (const end of ['', '-wal', '-shm']) rmSync(part + end, { force: true })
    throw error
  }
  const kept = former && `${file}.before-${toStamp(time)}`
  if (kept !== undefined) {
    renameSync(file, kept)
    keepPrivate(kept)
  }
  // Empty while the database is not in use, or left by a killed process. SQLite would apply them to the backup.
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
  moveIntoPlace(part, file)
  return kept
}

function refuseEncrypted(source: string): void {
  const start = Buffer.alloc(19)
  const descriptor = openSync(source, 'r')
  readSync(descriptor, start)
  closeSync(descriptor)
  if (start.toString() !== 'age-encryption.org/') return
  throw new BackUpError(
    `${source} is encrypted: age --decrypt -i KEY_FILE ${source} | ${nameCommand('restore')} -`,
  )
}

function refuseForeign(source: string): void {
  const db = new DatabaseSync(source, { readOnly: true })
  try {
    const done = db.prepare('select name from kysely_migration').all() as { name: string }[]
    const unknown = done.find(({ name }) => !Object.hasOwn(migrations, name))
    if (unknown === undefined) return
    throw new BackUpError(
      `${source} was created by a newer version of Promptshelf (it has the migration ${unknown.name}).`,
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

/** The tables whose rows give access, with their keys. */
const access = {
  sessions: 'token_hash',
  tokens: 'token_hash',
  apps: 'id',
  mailed_tokens: 'token_hash',
  google_links: 'token_hash',
}

/** Without the previous database, there is no record of what has been ended, so everything is. */
function repeatEndings(part: string, former: string | undefined, time: Date): void {
  const db = new DatabaseSync(part)
  try {
    db.prepare('attach ? as former').run(former ?? ':memory:')
    const isThere = db.prepare('select 1 from former.sqlite_master where name = ?')
    for (const [table, key] of Object.entries(access)) {
      const kept = isThere.get(table) ? `select ${key} from former.${table}` : "select ''"
      db.exec(`delete from main.${table} where ${key} not in (${kept})`)
    }
    // Codes and tokens that apps have used since must not be usable again, and those they have received since are
    // theirs.
    db.exec('delete from main.oauth_objects')
    if (isThere.get('oauth_objects')) {
      const columns = sharedColumns(db, 'oauth_objects')
      db.exec(`insert into main.oauth_objects (${columns}) select ${columns} from former.oauth_objects
        where app_id is null or app_id in (select id from main.apps)`)
    }
    if (isThere.get('prompts')) endSharing(db)
    renumberChanges(db, isThere.get('libraries') !== undefined, time)
    if (!isThere.get('deletions')) return
    const columns = sharedColumns(db, 'deletions')
    db.exec(`insert or ignore into main.deletions (${columns}) select ${columns} from former.deletions;
      update main.users set blocked_at = (select blocked_at from former.users as same where same.id = main.users.id)
        where id in (select id from former.users)`)
  } finally {
    db.close()
  }
}

/** An earlier release may have no keys of links: then every link opens without one. */
function endSharing(db: DatabaseSync): void {
  const hasKeys = sharedColumns(db, 'prompts').split(', ').includes('share_key')
  const isSame = hasKeys ? 'same.share_key is main.prompts.share_key' : 'true'
  db.exec(`update main.prompts set is_public = 0, share_key = null where is_public = 1 and exists
    (select 1 from former.prompts as same where same.id = main.prompts.id and not (same.is_public = 1 and ${isSame}))`)
}

/**
 * Copies of a library have seen numbers that the backup has not reached. The restored library begins with higher ones, so
 * that it recognises their cursors. The time is higher than any number without a previous database, too: no library
 * changes once per millisecond.
 */
function renumberChanges(db: DatabaseSync, hasFormer: boolean, time: Date): void {
  const hasNumbers = hasFormer && sharedColumns(db, 'libraries').split(', ').includes('change_no')
  const seen = hasNumbers ? 'select max(change_no) from former.libraries' : 'select 0'
  const { last } = db.prepare(`select coalesce((${seen}), 0) as last`).get() as { last: number }
  const first = Math.max(last + 1, time.getTime())
  const more = (table: string) =>
    `${first} - (select first_no from libraries where owner_no = main.${table}.owner_no)`
  db.exec(`update main.folders set changed_no = changed_no + ${more('folders')};
    update main.prompts set changed_no = changed_no + ${more('prompts')};
    update main.libraries set change_no = change_no + ${first} - first_no,
      removed_no = removed_no + ${first} - first_no,
      my_values_no = my_values_no + ${first} - first_no, first_no = ${first}`)
}

/** The columns of a table that both databases have, since the previous one may be of a newer release. */
function sharedColumns(db: DatabaseSync, table: string): string {
  const columns = db
    .prepare(
      `select name from pragma_table_info(?, 'main')
        where name in (select name from pragma_table_info(?, 'former'))`,
    )
    .all(table, table) as { name: string }[]
  return columns.map(({ name }) => name).join(', ')
}
