import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  BackUpError,
  checkIntegrity,
  copySnapshot,
  moveIntoPlace,
  refuseExisting,
  removeSnapshot,
} from '#server/operate/backup/copy-snapshot.ts'
import {
  decryptFile,
  digestOf,
  encryptFile,
  makeIdentity,
} from '#server/operate/backup/encrypt-backup.ts'
import { makePrivateFile } from '#server/db/sqlite/make-private.ts'

/**
 * Backs up an embedded database to a file, while servers write to it. An encrypted file is decrypted again, with a
 * temporary key, and compared.
 *
 * @param recipients of age; none: the file is a plain database
 * @param check a further check before the backup gets its name, as a plain database
 * @throws BackUpError if the database does not exist, the file does, or the file is not what was written
 */
export async function writeBackup(
  database: string,
  target: string,
  recipients: readonly string[],
  check: (snapshot: string) => Promise<void> = async () => {},
): Promise<void> {
  refuseExisting(target)
  const part = `${target}.part`
  makePrivateFile(part)
  try {
    await withSnapshot(database, async (snapshot) => {
      await check(snapshot)
      await (recipients.length > 0
        ? encryptInto(part, snapshot, recipients)
        : pipeline(createReadStream(snapshot), createWriteStream(part)))
    })
    moveIntoPlace(part, target)
  } finally {
    rmSync(part, { force: true })
  }
}

async function encryptInto(part: string, snapshot: string, recipients: readonly string[]) {
  const { identity, recipient } = await makeIdentity()
  await pipeline(await encryptFile(snapshot, [...recipients, recipient]), createWriteStream(part))
  const written = await digestOf(await decryptFile(part, identity))
  if (written !== (await digestOf(createReadStream(snapshot)))) {
    throw new BackUpError(`${part} cannot be read back; it was removed.`)
  }
}

/**
 * Streams a backup of an embedded database, encrypted if there are recipients.
 *
 * @throws BackUpError if the database does not exist; the error of the stream if its reader disconnects
 */
export async function streamBackup(
  database: string,
  output: Writable,
  recipients: readonly string[],
): Promise<void> {
  await withSnapshot(database, async (snapshot) => {
    const source =
      recipients.length > 0 ? await encryptFile(snapshot, recipients) : createReadStream(snapshot)
    await pipeline(source, output)
  })
}

/** The snapshot from which a process creates a backup. */
export function nameSnapshot(database: string, pid: number): string {
  return `${database}.snapshot-${pid}`
}

/** The snapshot is next to the database, since it is as confidential, and removed at the end. */
async function withSnapshot(database: string, work: (snapshot: string) => Promise<void>) {
  const snapshot = nameSnapshot(database, process.pid)
  try {
    copySnapshot(database, snapshot)
    checkIntegrity(snapshot)
    await work(snapshot)
  } finally {
    removeSnapshot(snapshot)
  }
}
