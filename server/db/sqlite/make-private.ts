import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** For this user alone, whatever the umask leaves of it. */
const privateDirectory = 0o700
const privateFile = 0o600

/**
 * Makes a directory that only this user may look into, and those around it that are not there. One that is there
 * stays as it is.
 *
 * @throws what the system says of a directory that cannot be made
 */
export function makePrivateDirectory(directory: string): void {
  if (existsSync(directory)) return
  // Step by step: Node's own recursion never ends where a directory that is there takes none, as in /proc.
  if (dirname(directory) !== directory) makePrivateDirectory(dirname(directory))
  try {
    mkdirSync(directory, { mode: privateDirectory })
    chmodSync(directory, privateDirectory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Makes an empty file that only this user may read, unless there is one; takes the others' rights to it if so. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', privateFile))
  keepPrivate(file)
}

/** Takes others' rights to a file, where it is there and this user's. */
export function keepPrivate(file: string): void {
  try {
    chmodSync(file, privateFile)
  } catch (error) {
    // Another user owns it, and decides on it.
    const { code = '' } = error as NodeJS.ErrnoException
    if (code !== 'EPERM' && code !== 'ENOENT') throw error
  }
}
