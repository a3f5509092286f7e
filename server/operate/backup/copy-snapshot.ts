import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFile } from '#server/db/sqlite/make-private.ts'

/** A backup that cannot be created or restored, as a sentence for the operator. */
export class BackUpError extends Error {}

/** @throws BackUpError if there is a file of this name */
export function refuseExisting(target: string): void {
  if (existsSync(target)) throw new BackUpError(`${target} is there already; it was left as it is.`)
}

/**
 * Copies an embedded database in one snapshot while servers write to it, over a file of this name. The copy has every
 * acknowledged change, and is not checked.
 *
 * @throws BackUpError if the database does not exist, or the copy cannot be written; nothing of it remains
 */
export function copySnapshot(file: string, target: string): void {
  if (!existsSync(file)) throw new BackUpError(`There is no database at ${file}.`)
  try {
    removeSnapshot(target)
    makePrivateFile(target)
    const db = new DatabaseSync(file, { readOnly: true })
    try {
      db.prepare('vacuum into ?').run(target)
    } finally {
      db.close()
    }
  } catch (error) {
    removeSnapshot(target)
    throw new BackUpError(`${target} cannot be written (${(error as Error).message}).`, {
      cause: error,
    })
  }
}

/** Removes a snapshot, also an incomplete one. */
export function removeSnapshot(target: string): void {
  for (const end of ['', '-journal']) rmSync(target + end, { force: true })
}

/**
 * Checks that a file is an intact SQLite database.
 *
 * @throws BackUpError
 */
export function checkIntegrity(file: string): void {
  try {
    const db = new DatabaseSync(file, { readOnly: true })
    try {
      const faults = db.prepare('pragma integrity_check').all()
      if (Object.values(faults[0] ?? {})[0] === 'ok') return
    } finally {
      db.close()
    }
  } catch {
    // Not a database; reported below.
  }
  throw new BackUpError(`${file} is not a whole database.`)
}

/** Moves a file so that after a power failure it is either complete under its new name or missing. */
export function moveIntoPlace(part: string, target: string): void {
  syncToDisk(part)
  renameSync(part, target)
  syncToDisk(dirname(target))
}

function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
