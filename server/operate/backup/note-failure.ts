import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makePrivateFile } from '#server/db/sqlite/make-private.ts'

export type BackupFailure = { at: number; reason: string }

/** A file next to the database, because the directory of the backups may be what cannot be written to. */
function nameNote(database: string): string {
  return join(dirname(database), 'backup-failed.txt')
}

/** Records for `check` and the metrics that the last scheduled backup failed. */
export function noteFailure(database: string, reason: string, now: number): void {
  const note = nameNote(database)
  try {
    makePrivateFile(note)
    writeFileSync(note, reason)
    utimesSync(note, new Date(now), new Date(now))
  } catch {
    // The disk is full. The log has the reason, and the age of the last backup shows the failure, too.
  }
}

/** Removes the record, after a backup. */
export function forgetFailure(database: string): void {
  rmSync(nameNote(database), { force: true })
}

/** Returns why and when the last scheduled backup failed; undefined if it did not. */
export function readFailure(database: string): BackupFailure | undefined {
  const note = nameNote(database)
  const found = statSync(note, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  return { at: found.mtimeMs, reason: readFileSync(note, 'utf8').trim() }
}
