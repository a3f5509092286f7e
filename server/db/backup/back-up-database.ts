import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFile } from '#server/db/sqlite/make-private.ts'

/** A back-up that cannot be made or brought back, in a sentence for whoever asked for it. */
export class BackUpError extends Error {}

/**
 * Copies an embedded database into a file, as it is at one moment, while servers go on writing to it: all
 * that has been acknowledged before is in it. The file is there once it is whole and has been checked.
 *
 * @throws BackUpError where the database is not there, or the file already is
 */
export function backUpDatabase(file: string, target: string): void {
  if (!existsSync(file)) throw new BackUpError(`There is no database at ${file}.`)
  if (existsSync(target)) throw new BackUpError(`${target} is there already; it was left as it is.`)
  const part = `${target}.part`
  rmSync(part, { force: true })
  makePrivateFile(part)
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    // Reads one state of the database, whatever is written meanwhile.
    db.prepare('vacuum into ?').run(part)
  } finally {
    db.close()
  }
  checkIntegrity(part)
  moveIntoPlace(part, target)
}

/**
 * Sees whether a file is a whole SQLite database.
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
    // Not a database at all, said below.
  }
  throw new BackUpError(`${file} is not a whole database.`)
}

/** Survives a power failure: either the file is there under its name, or nothing is. */
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
