import { spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Services } from '#server/core/services.ts'
import { nameBackup, sortBackups, timeOfBackup } from '#server/operate/backup/backup-files.rules.ts'
import { BackUpError, removeSnapshot } from '#server/operate/backup/copy-snapshot.ts'
import { forgetFailure, noteFailure } from '#server/operate/backup/note-failure.ts'
import { removeTrial } from '#server/operate/backup/try-to-restore.ts'
import { nameSnapshot } from '#server/operate/backup/write-backup.ts'
import { makePrivateDirectory } from '#server/db/sqlite/make-private.ts'
import { acquireLease, extendLease } from '#server/core/jobs/leases.queries.ts'
import { startLoop, type Loop } from '#server/core/jobs/start-loop.ts'

const lookEveryMs = 60_000
/** The pause after a failure. */
const retryMs = 10 * 60_000
/** How long no other server starts a backup. */
const leaseMs = 10 * 60_000
const lease = 'backup'
const restoreEveryMs = 7 * 24 * 60 * 60_000

type Context = Pick<Services, 'config' | 'db' | 'log' | 'now'>

/**
 * Backs up the embedded database every BACKUP_EVERY, and tests a backup once a week by restoring it. Each failure is
 * logged, and recorded for other processes.
 */
export function startBackups(context: Context): Loop {
  const { config, log, now } = context
  const { backups, database } = config
  if (backups.everyMs === undefined || database.kind === 'postgres') {
    return { wake: () => {}, stop: async () => {} }
  }
  let nextTryAt = 0
  const timing = { everyMs: lookEveryMs, failure: 'The backup failed' }
  return startLoop(context, timing, async (stopping) => {
    if (now() < nextTryAt) return
    try {
      await backUpWhenDue(context, database.file, stopping)
    } catch (error) {
      const reason = toReason(error)
      nextTryAt = now() + retryMs
      log.error(`The backup failed: ${reason} The next attempt is in ten minutes.`)
      noteFailure(database.file, reason, now())
    }
  })
}

async function backUpWhenDue(
  { config, db, log, now }: Context,
  database: string,
  stopping: AbortSignal,
): Promise<void> {
  const { directory, everyMs = 0, keep, recipients } = config.backups
  const { backedUpAt = 0, restoredAt = 0 } = readLastBackup(directory)
  if (now() - backedUpAt < everyMs) return
  if (!(await acquireLease(db.main, lease, now(), leaseMs))) {
    log.info(
      'A backup is due, and another server is making it, or was killed in the last ten minutes',
    )
    return
  }
  try {
    if (stopping.aborted) return
    makeBackupDirectory(directory)
    const name = nameBackup(new Date(now()), recipients.length > 0)
    const isTried = now() - restoredAt >= restoreEveryMs
    await backUpApart({ database, target: join(directory, name), isTried, recipients }, stopping)
    if (stopping.aborted) return
    if (isTried) markRestored(directory, now())
    forgetFailure(database)
    log.info({ file: name, isRestored: isTried }, 'Backed up')
    for (const old of sortBackups(readdirSync(directory)).slice(keep)) rmSync(join(directory, old))
  } finally {
    // A restart or another server retries immediately.
    await extendLease(db.main, lease, now())
  }
}

function makeBackupDirectory(directory: string): void {
  try {
    makePrivateDirectory(directory)
    readdirSync(directory)
    accessSync(directory, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new BackUpError(
      `BACKUP_DIR ${directory} cannot be written to (${code}): see docs/operate/backups.md.`,
      { cause: error },
    )
  }
}

/** One sentence. */
function toReason(error: unknown): string {
  const [line = ''] = (error as Error).message.trim().split('\n', 1)
  return line.endsWith('.') ? line : `${line}.`
}

type Task = { database: string; target: string; isTried: boolean; recipients: readonly string[] }

/** Writes a backup in a separate process, which ends with the server and then leaves nothing. */
async function backUpApart(
  { database, target, isTried, recipients }: Task,
  stopping: AbortSignal,
): Promise<void> {
  const program = fileURLToPath(new URL('./back-up-apart.ts', import.meta.url))
  const args = [program, database, target, isTried ? 'try' : 'write', ...recipients]
  const env = { TMPDIR: process.env['TMPDIR'] }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  stopping.addEventListener('abort', () => child.kill(), { once: true })
  const [code] = (await once(child, 'close')) as [number | null]
  if (stopping.aborted) {
    removeSnapshot(nameSnapshot(database, child.pid ?? 0))
    rmSync(`${target}.part`, { force: true })
    removeTrial(database)
  } else if (code !== 0) throw new BackUpError(complaint)
}

/** Its modification time is that of the last tested backup. */
const restoredMark = 'restored'

function markRestored(directory: string, now: number): void {
  const mark = join(directory, restoredMark)
  writeFileSync(mark, '')
  utimesSync(mark, new Date(now), new Date(now))
}

/** When the last scheduled backup began, and the last tested one, in milliseconds since 1970. */
export function readLastBackup(directory: string): { backedUpAt?: number; restoredAt?: number } {
  const [last = ''] = sortBackups(listFiles(directory))
  const backedUpAt = timeOfBackup(last)
  const restored = statSync(join(directory, restoredMark), { throwIfNoEntry: false })
  return {
    ...(backedUpAt !== undefined && { backedUpAt }),
    ...(restored && { restoredAt: restored.mtimeMs }),
  }
}

/** None if the directory is missing or cannot be read, which the next backup reports. */
function listFiles(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
