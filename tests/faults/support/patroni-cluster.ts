import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { isListening, runHaproxy } from '#tests/support/servers/haproxy.ts'
import { findPrograms, postgresAccount } from '#tests/support/servers/postgres-server.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { findFreePort } from '#tests/support/server-process.ts'
import { isRunning } from './mortal-postgres.ts'

/** Another version than Debian's. */
const patroni = process.env['PATRONI'] ?? '/usr/bin/patroni'

/**
 * Whether a primary that hangs, and recovers after its successor has taken over, steps down. Up to 3.0.2 it may reclaim
 * the leader's key and discard its successor's changes (https://github.com/patroni/patroni/pull/2689).
 */
export function survivesHanging(): boolean {
  const version = execFileSync(patroni, ['--version'], { encoding: 'utf8' })
  const [major = 0, minor = 0, patch = 0] = (version.match(/\d+/g) ?? []).map(Number)
  return major * 1e6 + minor * 1e3 + patch > 3_000_002
}

type Node = {
  name: string
  port: number
  restPort: number
  directory: string
  process: ChildProcess
}
type Member = { name: string; role: string; state: string; lag?: number | string }

/**
 * Three PostgreSQL servers under Patroni and etcd, with synchronous replication (docs/scaling.md), behind HAProxy,
 * which routes to the primary. All from Debian, except `PATRONI`.
 */
export async function startPatroniCluster() {
  const directory = makeScratchDirectory('patroni')
  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? postgresAccount() : undefined
  if (account !== undefined) chownSync(directory, account.uid, account.gid)
  const start = (command: string, args: string[]) =>
    spawn(command, args, { ...account, cwd: directory, stdio: 'ignore' })

  const [etcdPort, peerPort] = [await findFreePort(), await findFreePort()]
  const peers = `http://127.0.0.1:${peerPort}`
  const clients = `http://127.0.0.1:${etcdPort}`
  const etcd = start('/usr/bin/etcd', [
    `--data-dir=${join(directory, 'etcd')}`,
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=default=${peers}`,
  ])
  await isListening(etcdPort)

  const startNode = async (name: string): Promise<Node> => {
    const port = await findFreePort()
    const restPort = await findFreePort()
    const own = join(directory, name)
    mkdirSync(own)
    if (account !== undefined) chownSync(own, account.uid, account.gid)
    const file = join(directory, `${name}.yml`)
    // JSON is valid YAML.
    writeFileSync(
      file,
      JSON.stringify(configurationOf({ name, port, restPort, directory: own, etcdPort })),
    )
    return { name, port, restPort, directory: own, process: start(patroni, [file]) }
  }
  const nodes = await Promise.all(['one', 'two', 'three'].map(startNode))

  const listMembers = async (): Promise<Member[]> => {
    for (const { restPort } of nodes) {
      try {
        // A stopped Patroni accepts the connection and never answers.
        const signalled = AbortSignal.timeout(2_000)
        const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: signalled })
        return ((await answer.json()) as { members: Member[] }).members
      } catch {
        // Try the next one.
      }
    }
    return []
  }
  const findLeader = async () => (await listMembers()).find(({ role }) => role === 'leader')?.name
  const untilSucceeded = async ({ name }: Node) => {
    for (let leader: string | undefined; leader === undefined || leader === name;) {
      await delay(100)
      leader = await findLeader()
    }
  }
  /** The primary's node, and the processes of its PostgreSQL and of its Patroni. */
  const findPrimary = async () => {
    const leader = await findLeader()
    const node = nodes.find(({ name }) => name === leader)
    if (node === undefined) throw new Error('There is no primary.')
    const pidFile = readFileSync(join(node.directory, 'cluster/postmaster.pid'), 'utf8')
    const postgres = withChildren(Number(pidFile.split('\n')[0]))
    const agent = withChildren(node.process.pid ?? 0).filter((pid) => !postgres.includes(pid))
    return { node, postgres, agent }
  }
  /** Waits until there is a primary that all others follow, one of them synchronously. */
  const untilWhole = async () => {
    for (const givesUpAt = Date.now() + 120_000; ; await delay(100)) {
      const members = await listMembers()
      const roles = members
        .filter(({ state }) => /running|streaming/.test(state))
        .map(({ role }) => role)
      if (roles.toSorted().join() === 'leader,replica,sync_standby') return
      if (Date.now() > givesUpAt)
        throw new Error(`The cluster is incomplete: ${JSON.stringify(members)}`)
    }
  }
  await untilWhole()

  const port = await findFreePort()
  const haproxy = await runHaproxy(
    port,
    `global
  quiet
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join('\n')}
`,
  )
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilOnlyPrimary(url, nodes.length)
  return {
    url,
    /** Kills all processes of the primary's node at once, like a power failure. */
    async killPrimary(): Promise<Recovery> {
      const { node, postgres, agent } = await findPrimary()
      signal([...agent, ...postgres], 'SIGKILL')
      return async () => {
        await untilSucceeded(node)
        node.process = start(patroni, [join(directory, `${node.name}.yml`)])
        await untilWhole()
      }
    },
    /** Stops all processes of the primary's node, like a paused virtual machine, or only PostgreSQL's, like a disk. */
    async hangPrimary(what: 'node' | 'PostgreSQL'): Promise<Recovery> {
      const { node, postgres, agent } = await findPrimary()
      const stopped = what === 'node' ? [...agent, ...postgres] : postgres
      signal(stopped, 'SIGSTOP')
      const backAt = Date.now() + hangMs
      return async () => {
        await untilSucceeded(node)
        await delay(Math.max(0, backAt - Date.now()))
        signal(stopped, 'SIGCONT')
        await untilWhole()
      }
    },
    async stop(): Promise<void> {
      await haproxy.stop()
      for (const { process: patroni } of nodes) {
        patroni.kill('SIGTERM')
        if (patroni.exitCode === null && patroni.signalCode === null) await once(patroni, 'exit')
      }
      etcd.kill('SIGTERM')
      await once(etcd, 'exit')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Waits until another node is the primary, and restarts the previous one as its standby. */
export type Recovery = () => Promise<void>

/** Longer than any time limit of the cluster. */
const hangMs = 40_000

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) if (isRunning(pid)) process.kill(pid, name)
}

function configurationOf(node: Omit<Node, 'process'> & { etcdPort: number }) {
  const address = `127.0.0.1:${node.port}`
  return {
    scope: 'promptshelf',
    name: node.name,
    restapi: {
      listen: `127.0.0.1:${node.restPort}`,
      connect_address: `127.0.0.1:${node.restPort}`,
    },
    etcd3: { hosts: [`127.0.0.1:${node.etcdPort}`] },
    bootstrap: {
      dcs: {
        ttl: 5,
        loop_wait: 1,
        retry_timeout: 2,
        failsafe_mode: true,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, wal_retrieve_retry_interval: '500ms' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'no-sync'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: join(node.directory, 'cluster'),
      bin_dir: findPrograms(),
      remove_data_directory_on_rewind_failure: true,
      pgpass: join(node.directory, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'replicator' },
      },
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      parameters: { unix_socket_directories: node.directory },
    },
  }
}

/** HAProxy initially assumes that all servers are up, and routes to each in turn. */
async function untilOnlyPrimary(url: string, servers: number): Promise<void> {
  for (let inTurn = 0; inTurn < servers;) {
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ standby: boolean }>(
      'select pg_is_in_recovery() as standby',
    )
    await client.end()
    inTurn = rows[0]?.standby ? 0 : inTurn + 1
    await delay(50)
  }
}

/** A process and its children. */
function withChildren(pid: number): number[] {
  if (!isRunning(pid)) return []
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return [pid, ...children.filter(Boolean).map(Number).flatMap(withChildren)]
}
