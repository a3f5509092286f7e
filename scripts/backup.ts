// `npm run backup` and `npm run restore`, for the embedded database in DATA_DIR. A file may be `-` for stdin or stdout.
import { createWriteStream, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { restoreDatabase } from '#server/operate/backup/restore-database.ts'
import { BackUpError } from '#server/operate/backup/copy-snapshot.ts'
import { streamBackup, writeBackup } from '#server/operate/backup/write-backup.ts'
import { ConfigError, processEnvironment, readConfig } from '#server/config/config.ts'
import { makePrivateDirectory, makePrivateFile } from '#server/db/sqlite/make-private.ts'
import { UnusableDatabaseError } from '#server/db/unusable-database.ts'

const [action, target] = process.argv.slice(2)

try {
  const said = await run()
  if (said !== undefined) console.log(said)
} catch (error) {
  const isForOperator =
    error instanceof BackUpError ||
    error instanceof ConfigError ||
    error instanceof UnusableDatabaseError
  if (!isForOperator && !isSystemError(error)) throw error
  console.error((error as Error).message)
  process.exitCode = 1
}

async function run(): Promise<string | undefined> {
  const { backups, database } = readConfig(processEnvironment())
  if (target === undefined)
    throw new BackUpError(`Say which file to ${action === 'backup' ? 'back up to' : 'restore'}.`)
  if (database.kind === 'postgres') {
    throw new BackUpError(
      'This is for the embedded database. For PostgreSQL, use pg_dump: see docs/operate/backups.md.',
    )
  }
  if (action === 'restore') return restore(database.file, target)
  if (target === '-' || target === '--stdout') {
    await streamBackup(database.file, process.stdout, backups.recipients)
    return undefined
  }
  await writeBackup(database.file, target, backups.recipients)
  const bytes = statSync(target).size.toLocaleString('en')
  const kind =
    backups.recipients.length > 0 ? 'encrypted' : 'not encrypted: BACKUP_RECIPIENTS is not set'
  return `Backed up to ${resolve(target)} (${bytes} bytes, checked, ${kind}).`
}

async function restore(file: string, source: string): Promise<string> {
  if (source !== '-') return sayRestored(source, await restoreDatabase(source, file))
  const received = `${file}.received`
  makePrivateDirectory(dirname(file))
  try {
    makePrivateFile(received)
    await pipeline(process.stdin, createWriteStream(received))
    if (statSync(received).size === 0) {
      throw new BackUpError(
        'Nothing was received: was the file decrypted with the right key? Nothing was changed.',
      )
    }
    return sayRestored('the input', await restoreDatabase(received, file))
  } finally {
    rmSync(received, { force: true })
  }
}

function sayRestored(source: string, kept: string | undefined): string {
  return kept === undefined
    ? `The database is the one of ${source}. There was no former one, so every session, token, app and mailed link has ended.`
    : `The database is the one of ${source}. The former one is kept as ${kept}.`
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
