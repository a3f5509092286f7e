import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { readFailure } from '#server/operate/backup/note-failure.ts'
import { readLastBackup } from '#server/operate/backup/start-backups.ts'
import type { Services } from '#server/core/services.ts'
import { version } from '#server/core/version.ts'
import type { Family } from '#server/operate/metrics/metrics.rules.ts'

type Context = Pick<Services, 'config' | 'db' | 'now'>

const resolutionMs = 10

export type EventLoopDelays = ReturnType<typeof monitorEventLoopDelay>

/** Monitors the delay of the event loop. */
export function watchEventLoop(): EventLoopDelays {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  return delays
}

/** Reads the state of the process, its database, disk, mails and backups. */
export async function readGauges(context: Context, delays: EventLoopDelays): Promise<Family[]> {
  const gauges = [
    ...readProcess(delays),
    ...(await readDatabase(context)),
    ...(await readStorage(context)),
  ]
  return gauges.map(({ value, labels = {}, ...family }) => ({
    type: 'gauge',
    ...family,
    samples: [{ labels, value }],
  }))
}

type Gauge = Pick<Family, 'name' | 'help'> & {
  type?: 'counter'
  value: number
  labels?: Record<string, string>
}

function readProcess(delays: EventLoopDelays): Gauge[] {
  const { user, system } = process.cpuUsage()
  // In nanoseconds, and NaN before the first measurement.
  const delay = delays.percentile(99) / 1e9 || 0
  delays.reset()
  return [
    {
      name: 'promptshelf_info',
      help: 'The release, as a label.',
      labels: { version },
      value: 1,
    },
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'Processor time of the process, without SQLite’s background process.',
      value: (user + system) / 1e6,
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Memory of the process.',
      value: process.memoryUsage.rss(),
    },
    {
      name: 'process_start_time_seconds',
      help: 'When the process started.',
      value: Math.round((Date.now() - process.uptime() * 1000) / 1000),
    },
    {
      name: 'promptshelf_event_loop_delay_seconds',
      help: 'How late the event loop was, 99th percentile since the last reading.',
      value: Math.max(0, delay - resolutionMs / 1000),
    },
  ]
}

/** If it does not answer, the database is down and the rest unknown. */
async function readDatabase({ db, now }: Context): Promise<Gauge[]> {
  const help = 'Whether the database answers.'
  try {
    if (db.isHanging()) throw new Error('SQLite’s background process hangs.')
    const { rows } = await sql<{ waiting: number; oldest: number | null }>`
      select count(*) as waiting, min(created_at) as oldest from mails`.execute(db.main)
    const { waiting = 0, oldest = null } = rows[0] ?? {}
    return [
      { name: 'promptshelf_database_up', help, value: 1 },
      {
        name: 'promptshelf_mails_waiting',
        help: 'Mails that are not sent yet.',
        value: waiting,
      },
      {
        name: 'promptshelf_mails_oldest_seconds',
        help: 'The age of the oldest mail that is not sent yet.',
        value: oldest === null ? 0 : (now() - oldest) / 1000,
      },
    ]
  } catch {
    return [{ name: 'promptshelf_database_up', help, value: 0 }]
  }
}

async function readStorage({ config: { backups, database, dataDir } }: Context): Promise<Gauge[]> {
  if (database.kind === 'postgres') return []
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const failure = readFailure(database.file)
  const { backedUpAt, restoredAt } = readLastBackup(backups.directory)
  const bytes = ['', '-wal'].map(
    (end) => statSync(database.file + end, { throwIfNoEntry: false })?.size ?? 0,
  )
  return [
    {
      name: 'promptshelf_database_bytes',
      help: 'The embedded database with its log.',
      value: bytes.reduce((sum, size) => sum + size, 0),
    },
    {
      name: 'promptshelf_disk_free_bytes',
      help: 'Room for DATA_DIR.',
      value: bavail * bsize,
    },
    {
      name: 'promptshelf_disk_bytes',
      help: 'The size of the file system with DATA_DIR.',
      value: blocks * bsize,
    },
    {
      name: 'promptshelf_backup_interval_seconds',
      help: 'BACKUP_EVERY; 0 if the server makes no backups.',
      value: (backups.everyMs ?? 0) / 1000,
    },
    {
      name: 'promptshelf_backup_last_seconds',
      help: 'When the last whole scheduled backup began, since 1970; 0 if there is none.',
      value: (backedUpAt ?? 0) / 1000,
    },
    {
      name: 'promptshelf_backup_failed_seconds',
      help: 'When the last scheduled backup failed, since 1970; 0 if it did not.',
      value: Math.round((failure?.at ?? 0) / 1000),
    },
    {
      name: 'promptshelf_backup_restored_last_seconds',
      help: 'When the last scheduled backup was restored on trial, since 1970; 0 if none was.',
      value: Math.round((restoredAt ?? 0) / 1000),
    },
  ]
}
