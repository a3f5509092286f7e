import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Services } from '#server/core/services.ts'
import { nameBackup, sortBackups, timeOfBackup } from '#server/backup/backup-files.rules.ts'
import { BackUpError, removeSnapshot } from '#server/backup/copy-snapshot.ts'
import { removeTrial } from '#server/backup/try-to-restore.ts'
import { nameSnapshot } from '#server/backup/write-backup.ts'
import { makePrivateDirectory } from '#server/db/sqlite/make-private.ts'
import { acquireLease } from '#server/jobs/leases.queries.ts'
import { startLoop, type Loop } from '#server/jobs/start-loop.ts'

const lookEveryMs = 60_000
/** After a failure; meanwhile no other server backs up. */
const retryMs = 10 * 60_000
const restoreEveryMs = 7 * 24 * 60 * 60_000

type Context = Pick<Services, 'config' | 'db' | 'log' | 'now'>

/** Backs up the embedded database every BACKUP_EVERY, and tries once a week to restore a backup. */
export function startBackups(context: Context): Loop {
  const { backups } = context.config
  if (backups.everyMs === undefined) return { wake: () => {}, stop: async () => {} }
  const timing = { everyMs: lookEveryMs, failure: 'The backup failed' }
  return startLoop(context, timing, (stopping) => backUpWhenDue(context, stopping))
}

async function backUpWhenDue(
  { config, db, log, now }: Context,
  stopping: AbortSignal,
): Promise<void> {
  const { backups, database } = config
  if (database.kind !== 'sqlite' || backups.everyMs === undefined) return
  const { directory, everyMs, keep, recipients } = backups
  const { backedUpAt = 0, restoredAt = 0 } = readLastBackup(directory)
  if (now() - backedUpAt < everyMs) return
  if (!(await acquireLease(db.main, 'backup', now(), retryMs)) || stopping.aborted) return
  makePrivateDirectory(directory)
  const name = nameBackup(new Date(now()), recipients.length > 0)
  const isTried = now() - restoredAt >= restoreEveryMs
  const target = join(directory, name)
  await backUpApart({ database: database.file, target, isTried, recipients }, stopping)
  if (stopping.aborted) return
  if (isTried) markRestored(directory, now())
  log.info({ file: name, isRestored: isTried }, 'Backed up')
  for (const old of sortBackups(readdirSync(directory)).slice(keep)) rmSync(join(directory, old))
}

type Task = { database: string; target: string; isTried: boolean; recipients: readonly string[] }

/** Writes a backup in a process of its own, which ends with the server and leaves nothing then. */
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

/** Its time is that of the last backup that was restored. */
const restoredMark = 'restored'

function markRestored(directory: string, now: number): void {
  const mark = join(directory, restoredMark)
  writeFileSync(mark, '')
  utimesSync(mark, new Date(now), new Date(now))
}

/** When the last scheduled backup began, and the last one that was restored, in milliseconds since 1970. */
export function readLastBackup(directory: string): { backedUpAt?: number; restoredAt?: number } {
  if (!existsSync(directory)) return {}
  const [last = ''] = sortBackups(readdirSync(directory))
  const backedUpAt = timeOfBackup(last)
  const restored = statSync(join(directory, restoredMark), { throwIfNoEntry: false })
  return {
    ...(backedUpAt !== undefined && { backedUpAt }),
    ...(restored && { restoredAt: restored.mtimeMs }),
  }
}
