import { constants } from 'node:fs'
import { access, readdir } from 'node:fs/promises'
import type { DatabaseLocation } from '#server/config/config.ts'
import { isDamaged, isShutOut, isUnavailable, isUntrusted } from '#server/db/failures.ts'
import { makePrivateDirectory } from '#server/db/sqlite/make-private.ts'
import { nameCommand } from '#server/config/name-command.ts'

/** A database that the server cannot start on. The message is a sentence for the operator. */
export class UnusableDatabaseError extends Error {}

/**
 * Creates the directory of an embedded database and checks that both can be written to. SQLite itself would
 * open a read-only file and fail at the first change.
 *
 * @throws UnusableDatabaseError
 */
export async function makeDataDirectory(directory: string, file: string): Promise<void> {
  try {
    makePrivateDirectory(directory)
    await readdir(directory)
    await access(directory, constants.W_OK | constants.X_OK)
    await access(file, constants.R_OK | constants.W_OK)
  } catch (error) {
    const { code, path = directory, syscall } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && path === file) return
    if (code === 'ENOTDIR') {
      throw new UnusableDatabaseError(`DATA_DIR ${directory} is not a directory.`, { cause: error })
    }
    const what = syscall === 'mkdir' ? 'made' : 'written to'
    throw new UnusableDatabaseError(`${path} cannot be ${what} by this user (${code}).`, {
      cause: error,
    })
  }
}

/** Converts a failure that an operator can fix to an UnusableDatabaseError. Returns any other error unchanged. */
export function toUnusable(error: unknown, location: DatabaseLocation): unknown {
  const toError = (line: string) => new UnusableDatabaseError(line, { cause: error })
  const { message } = error as Error
  if (location.kind === 'postgres') {
    if (isUnavailable(error)) return toError(`PostgreSQL cannot be reached: ${message}.`)
    if (isUntrusted(error)) {
      // The rest is Node's advice.
      const [reason] = message.split(/; |: $|\.$/)
      return toError(
        `There is no trusted connection to PostgreSQL: ${reason}. With sslmode=verify-full, sslrootcert=/path/to/ca.pem names the ` +
          `certificate of an authority of your own.`,
      )
    }
    return isShutOut(error) ? toError(`PostgreSQL does not let this server in: ${message}.`) : error
  }
  if (isDamaged(error)) {
    return toError(
      `${location.file} is not a whole database (${message}). Nothing was changed; a backup can be ` +
        `put in its place with ${nameCommand('restore')} FILE.`,
    )
  }
  return isUnavailable(error) ? toError(`${location.file} cannot be used: ${message}.`) : error
}
