import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A directory in memory if possible: the tests' databases need no disk. */
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Makes a temporary directory, which the caller removes. */
export function makeScratchDirectory(purpose: string): string {
  return mkdtempSync(join(parent, `promptshelf-${purpose}-`))
}
