import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError, type Report } from '#server/operate/admin/define-command.ts'
import { toList, toSize, toMinute } from '#server/operate/admin/format-text.ts'
import { refuseOtherVersion } from '#server/operate/admin/open-services.ts'
import { findOldestMail } from '#server/operate/admin/stats.queries.ts'
import { readFailure } from '#server/operate/backup/note-failure.ts'
import { readLastBackup } from '#server/operate/backup/start-backups.ts'
import type { Config } from '#server/config/config.ts'
import { findFaults } from '#server/db/find-faults.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { checkMailServer } from '#server/mail/build-transport.ts'
import { unfilledPages } from '#server/config/pages.rules.ts'
import { readPages } from '#server/config/read-pages.ts'
import { toReason } from '#server/mail/send-mail.ts'

const oldestMailMs = 15 * 60_000
const leastFreeBytes = 200_000_000

type Finding = {
  name: string
  /** `unknown`: it was not checked. */
  state: 'ok' | 'failed' | 'unknown'
  detail: string
}

/** Why something was not checked. */
type NotChecked = { notChecked: string }

/** Checks everything that a server needs to run. Never throws because of a finding. */
export async function checkServer(config: Config, isQuick: boolean): Promise<Report> {
  const findings: Finding[] = []
  const look = async (name: string, work: () => Promise<string | NotChecked>) => {
    try {
      const result = await work()
      const isChecked = typeof result === 'string'
      findings.push({
        name,
        state: isChecked ? 'ok' : 'unknown',
        detail: isChecked ? result : result.notChecked,
      })
    } catch (error) {
      findings.push({ name, state: 'failed', detail: (error as Error).message })
    }
    return findings.at(-1)?.state === 'ok'
  }
  const { database, dataDir } = config
  const isUsable = await look('version', async () => {
    await refuseOtherVersion(database)
    return 'the database is of this version'
  })
  if (isUsable) {
    await look('database', async () => {
      const [fault] = await findFaults(database, isQuick)
      if (fault !== undefined) throw new CommandError(fault)
      return isQuick ? 'can be read' : 'is whole'
    })
    await look('mails', () => findWaitingMail(config))
  }
  await look('mail server', async () => {
    if (config.smtpUrl === undefined) return { notChecked: 'not set up (SMTP_URL)' }
    if (isQuick) return { notChecked: 'not checked (--quick)' }
    try {
      await checkMailServer(config, config.smtpUrl)
    } catch (error) {
      throw new CommandError(`cannot be used: ${toReason(error)}`, { cause: error })
    }
    return 'lets this server in'
  })
  await look('disk', async () => {
    // With PostgreSQL, the command can run on any machine.
    if (database.kind === 'postgres' && !existsSync(dataDir)) {
      return { notChecked: 'not on this machine (DATA_DIR)' }
    }
    const { bavail, bsize } = await statfs(
      database.kind === 'sqlite' ? dirname(database.file) : dataDir,
    )
    const free = `${toSize(bavail * bsize)} are free`
    if (bavail * bsize < leastFreeBytes) throw new CommandError(`only ${free}`)
    return free
  })
  await look('pages', async () => {
    if (config.isLocal) return { notChecked: 'not needed while BASE_URL is on localhost' }
    const unfilled = unfilledPages(await readPages(config))
    if (unfilled.length > 0) {
      throw new CommandError(`have placeholders to fill in (see PAGES_DIR): ${unfilled.join(', ')}`)
    }
    return 'are filled in'
  })
  await look('backups', async () => findLastBackup(config))
  const isFailure = findings.some(({ state }) => state === 'failed')
  return {
    isFailure,
    json: { ok: !isFailure, checks: findings },
    text: toList(
      findings.map(({ name, state, detail }) => [
        name,
        state === 'unknown' ? detail : `${state}: ${detail}`,
      ]),
    ),
  }
}

/** A server with backups must have made one within two intervals, with no failure since. */
function findLastBackup({
  backups: { everyMs, directory },
  database,
}: Config): string | NotChecked {
  if (database.kind === 'postgres') return { notChecked: 'not made by the server: use pg_dump' }
  if (everyMs === undefined) return { notChecked: 'not scheduled (BACKUP_EVERY)' }
  const failure = readFailure(database.file)
  if (failure !== undefined) {
    throw new CommandError(
      `the last one, at ${toMinute(failure.at)}, failed: ${failure.reason || 'see the log'}`,
    )
  }
  const { backedUpAt } = readLastBackup(directory)
  if (backedUpAt === undefined) throw new CommandError('there is none yet')
  const last = `the last one began at ${toMinute(backedUpAt)}`
  if (Date.now() - backedUpAt > 2 * everyMs) throw new CommandError(`${last}: see the log`)
  return last
}

async function findWaitingMail({ database }: Config): Promise<string> {
  const db = openDatabase(database)
  try {
    const oldest = await findOldestMail(db.main)
    if (oldest === undefined) return 'none wait'
    const minutes = Math.round((Date.now() - oldest) / 60_000)
    if (Date.now() - oldest > oldestMailMs) {
      throw new CommandError(`one has waited for ${minutes} minutes: see mail list and the log`)
    }
    return `one waits, for ${minutes} minutes`
  } finally {
    await db.close()
  }
}
