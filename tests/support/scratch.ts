import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** In memory where there is such a place: databases that nobody keeps need not wait for a disk. */
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Makes a new directory for what a test run leaves behind; its maker removes it. */
export function makeScratchDirectory(purpose: string): string {
  return mkdtempSync(join(parent, `promptshelf-${purpose}-`))
}
