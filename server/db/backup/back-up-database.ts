import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFile } from '#server/db/sqlite/make-private.ts'

/** A back-up that cannot be created or restored, as a sentence for the operator. */
export class BackUpError extends Error {}

/**
 * Copies an embedded database to a file while servers keep writing to it. The copy is a snapshot that
 * contains every acknowledged change. The file appears under its name once it is complete and checked.
 *
 * @throws BackUpError where the database does not exist or the file does
 */
export function backUpDatabase(file: string, target: string): void {
  if (!existsSync(file)) throw new BackUpError(`There is no database at ${file}.`)
  if (existsSync(target)) throw new BackUpError(`${target} is there already; it was left as it is.`)
  const part = `${target}.part`
  rmSync(part, { force: true })
  makePrivateFile(part)
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    // Reads a single snapshot.
    db.prepare('vacuum into ?').run(part)
  } finally {
    db.close()
  }
  checkIntegrity(part)
  moveIntoPlace(part, target)
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
