import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { toStamp } from '#server/operate/backup/backup-files.rules.ts'
import { copySnapshot } from '#server/operate/backup/copy-snapshot.ts'
import { UnusableDatabaseError } from '#server/db/unusable-database.ts'

/**
 * Days for which the database from before an upgrade is kept. It contains everything that users delete in those days.
 */
const keptDays = 30
const dayMs = 24 * 60 * 60_000

/**
 * Copies an embedded database before an upgrade, since restoring a copy is the only rollback.
 *
 * @throws UnusableDatabaseError if there is no room for it
 */
export function keepCopy(file: string, upgrade: string, report: (line: string) => void): void {
  const copy = `${file}.before-${upgrade}-${toStamp(new Date())}`
  try {
    copySnapshot(file, copy)
  } catch (error) {
    throw new UnusableDatabaseError(
      `The database cannot be copied before the upgrade ${upgrade}: ${(error as Error).message} Nothing was changed; ` +
        `please make room for a second ${file}, or back it up and start with COPY_BEFORE_UPGRADE=off.`,
      { cause: error },
    )
  }
  report(`The database as it was before the upgrade is kept for ${keptDays} days: ${copy}`)
}

const copyName = /\.before-\d{4}-[a-z-]+-\d{8}T\d{6}Z$/
/** No backup takes a day. */
const snapshotName = /\.snapshot-\d+(?:-journal)?$/

/**
 * Deletes the copies of databases before upgrades that are older than 30 days, and the snapshots of backups that were killed
 * more than a day ago.
 */
export function deleteOldCopies(file: string, now: number): void {
  const directory = dirname(file)
  if (!existsSync(directory)) return
  for (const name of readdirSync(directory)) {
    if (!name.startsWith(basename(file))) continue
    const days = copyName.test(name) ? keptDays : snapshotName.test(name) ? 1 : Infinity
    const copy = join(directory, name)
    const age = now - (statSync(copy, { throwIfNoEntry: false })?.mtimeMs ?? now)
    if (age > days * dayMs) rmSync(copy, { force: true })
  }
}
