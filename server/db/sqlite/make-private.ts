import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** Permissions for the owner only, independent of the umask. */
const privateDirectory = 0o700
const privateFile = 0o600

/**
 * Creates a directory, and its missing parents, that only this user can access. Existing directories are not changed.
 *
 * @throws the system error of a directory that cannot be created
 */
export function makePrivateDirectory(directory: string): void {
  if (existsSync(directory)) return
  // Node's own recursion never ends if an existing directory refuses new ones, as in /proc.
  if (dirname(directory) !== directory) makePrivateDirectory(dirname(directory))
  try {
    mkdirSync(directory, { mode: privateDirectory })
    chmodSync(directory, privateDirectory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Creates an empty file that only this user can access, or restricts an existing one to this user. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', privateFile))
  keepPrivate(file)
}

/** Restricts a file to this user, if the file exists and belongs to this user. */
export function keepPrivate(file: string): void {
  try {
    chmodSync(file, privateFile)
  } catch (error) {
    // Another user's file.
    const { code = '' } = error as NodeJS.ErrnoException
    if (code !== 'EPERM' && code !== 'ENOENT') throw error
  }
}
