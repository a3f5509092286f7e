import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { findFreePort } from '#tests/support/server-process.ts'

export type PostgresServer = { url: string; pid: number; stop: () => Promise<void> }

/** Faster, at the risk of losing data that no test needs. */
const unsafe = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

type Place = {
  /** Kept after the server stops; by default, a temporary one. */
  directory?: string
  settings?: Record<string, string>
  /** The folder of PostgreSQL's programs; by default, of the newest version installed. */
  programs?: string
}

/** Starts a PostgreSQL server. It syncs to disk only if its directory is retained. */
export async function startPostgres({
  directory: kept,
  settings: ownSettings = {},
  programs = findPrograms(),
}: Place = {}): Promise<PostgresServer> {
  const directory = kept ?? makeScratchDirectory('postgres')
  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? postgresAccount() : undefined
  if (account !== undefined) chownSync(directory, account.uid, account.gid)

  const cluster = join(directory, 'cluster')
  if (!existsSync(cluster)) {
    execFileSync(
      join(programs, 'initdb'),
      [
        '-D',
        cluster,
        '-U',
        'postgres',
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
        '--no-sync',
      ],
      { ...account, cwd: directory, stdio: 'ignore' },
    )
  }
  const port = ownSettings['port'] ?? String(await findFreePort())
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(kept === undefined && unsafe),
    ...ownSettings,
    port,
  }
  const server = spawn(
    join(programs, 'postgres'),
    [
      '-D',
      cluster,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...account, cwd: directory, stdio: 'ignore' },
  )
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await waitFor(url)
  return {
    url,
    pid: server.pid ?? 0,
    async stop() {
      // "Immediate" shutdown, or a "fast" one, which needs no recovery.
      server.kill(kept === undefined ? 'SIGQUIT' : 'SIGINT')
      await ended
      if (kept === undefined) rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Starts a hot standby of a running server, in a temporary directory. */
export async function startStandby(primaryUrl: string): Promise<PostgresServer> {
  const directory = makeScratchDirectory('standby')
  const account = process.getuid?.() === 0 ? postgresAccount() : undefined
  if (account !== undefined) chownSync(directory, account.uid, account.gid)
  execFileSync(
    join(findPrograms(), 'pg_basebackup'),
    [
      ['-d', primaryUrl, '-D', join(directory, 'cluster')],
      ['--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
    ].flat(),
    { ...account, cwd: directory, stdio: 'ignore' },
  )
  const port = String(await findFreePort())
  const server = await startPostgres({ directory, settings: { port } })
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The folder of the programs of the newest PostgreSQL installed. */
export function findPrograms(): string {
  const programs = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)
  if (programs === undefined) throw new Error("PostgreSQL's server is not installed.")
  return programs
}

async function waitFor(url: string): Promise<void> {
  const givesUpAt = Date.now() + 20_000
  while (true) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > givesUpAt) throw error
      await delay(30)
    }
  }
}

/** The system user that runs databases. */
export function postgresAccount(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m)
  if (line === null) throw new Error('There is no system user "postgres" to run the database.')
  return { uid: Number(line[1]), gid: Number(line[2]) }
}
