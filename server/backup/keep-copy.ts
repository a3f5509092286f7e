import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { toStamp } from '#server/backup/backup-files.rules.ts'
import { copySnapshot } from '#server/backup/copy-snapshot.ts'
import { UnusableDatabaseError } from '#server/db/unusable-database.ts'

/** Days for which the database before an upgrade is kept. It holds what users delete meanwhile. */
const keptDays = 30
const dayMs = 24 * 60 * 60_000

/**
 * Copies an embedded database before an upgrade, since a restored copy is the only way back.
 *
 * @throws UnusableDatabaseError if there is no room for it
 */
export function keepCopy(file: string, upgrade: string, report: (line: string) => void): void {
  const copy = `${file}.before-${upgrade}-${toStamp(new Date())}`
  try {
    copySnapshot(file, copy)
  } catch (error) {
    throw new UnusableDatabaseError(
      `The database cannot be copied before the upgrade ${upgrade} (${(error as Error).message}). Nothing was changed; ` +
        `please make room for a second ${file}, or back it up and start with COPY_BEFORE_UPGRADE=off.`,
      { cause: error },
    )
  }
  report(`The database as it was before the upgrade is kept for ${keptDays} days: ${copy}`)
}

const copyName = /\.before-\d{4}-[a-z-]+-\d{8}T\d{6}Z$/

/** Deletes the copies of databases before upgrades that are older than 30 days. */
export function deleteOldCopies(file: string, now: number): void {
  const directory = dirname(file)
  if (!existsSync(directory)) return
  const copies = readdirSync(directory)
    .filter((name) => name.startsWith(basename(file)) && copyName.test(name))
    .map((name) => join(directory, name))
  for (const copy of copies) {
    if (now - statSync(copy).mtimeMs > keptDays * dayMs) rmSync(copy)
  }
}
