import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { isListening, runHaproxy } from '#tests/support/servers/haproxy.ts'
import { findPrograms, postgresAccount } from '#tests/support/postgres-server.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { findFreePort } from '#tests/support/server-process.ts'
import { isRunning } from './mortal-postgres.ts'

/** Patroni's `ttl`: the seconds without a heartbeat of the primary before a failover. */
const ttl = 10

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
 * which routes to the primary. All from Debian.
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
    return { name, port, restPort, directory: own, process: start('/usr/bin/patroni', [file]) }
  }
  const nodes = await Promise.all(['one', 'two', 'three'].map(startNode))

  const listMembers = async (): Promise<Member[]> => {
    for (const { restPort } of nodes) {
      try {
        const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`)
        return ((await answer.json()) as { members: Member[] }).members
      } catch {
        // Try the next one.
      }
    }
    return []
  }
  const findLeader = async () => (await listMembers()).find(({ role }) => role === 'leader')?.name
  /** Waits until there is a primary with all others following, one of them synchronously. */
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
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join('\n')}
`,
  )
  let killed: Node | undefined
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilOnlyPrimary(url, nodes.length)
  return {
    url,
    /** Kills all processes of the primary's node at once, like a power failure. */
    async killPrimary(): Promise<void> {
      const leader = await findLeader()
      const node = nodes.find(({ name }) => name === leader)
      if (node === undefined) throw new Error('There is no primary.')
      const postgres = readFileSync(join(node.directory, 'cluster/postmaster.pid'), 'utf8')
      const all = [node.process.pid ?? 0, Number(postgres.split('\n')[0])].flatMap(withChildren)
      for (const pid of all) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
      killed = node
    },
    /** Waits until another node is the primary, and restarts the killed one as its standby. */
    async recover(): Promise<void> {
      if (killed === undefined) throw new Error('No node was killed.')
      for (let leader: string | undefined; leader === undefined || leader === killed.name;) {
        await delay(100)
        leader = await findLeader()
      }
      killed.process = start('/usr/bin/patroni', [join(directory, `${killed.name}.yml`)])
      await untilWhole()
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
        ttl,
        loop_wait: 2,
        retry_timeout: 3,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100 } },
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

/** HAProxy assumes at first that all servers are up, and routes to each in turn. */
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
