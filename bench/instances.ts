// One, two and four instances behind HAProxy on one PostgreSQL of a million prompts, reached through
// PgBouncer: whether all works whichever instance answers, how many requests a second they take, and
// which part takes the processors' time.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { calls } from '#contract/calls.ts'
import { isListening, startHaproxy } from '#tests/support/haproxy.ts'
import { postgresAccount } from '#tests/support/postgres-server.ts'
import { findFreePort, startServer } from '#tests/support/server-process.ts'
import { siteClient, type SiteClient } from '#tests/support/site-client.ts'
import { openMillion } from './million.ts'
import { emailOf, ownerNear, password } from './owners.ts'
import { plot, type Curve } from './plot.ts'

const instanceCounts = [1, 2, 4]
const connectionCounts = [1, 4, 16, 64, 256]
const comparedAt = 64
const seconds = 4
/** What a tick of /proc/<pid>/stat is, in milliseconds. */
const tickMs = 10

const database = await openMillion('PostgreSQL')
if (database.location.kind !== 'postgres') throw new Error('This is about PostgreSQL.')
const directory = await mkdtemp(join(tmpdir(), 'promptshelf-instances-'))
await chmod(directory, 0o755)
const pool = await startPgBouncer(database.location.url)
const curves: Curve[] = []
for (const count of instanceCounts) curves.push(await measure(count))
plot(
  'instances',
  { title: 'Single prompts, by instances', x: 'connections', y: 'a second' },
  curves,
)
pool.child.kill('SIGINT')
await once(pool.child, 'exit')
await rm(directory, { recursive: true })
await database.close()

async function measure(count: number): Promise<Curve> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const environment = {
    DATABASE_URL: pool.url,
    BASE_URL: origin,
    TRUST_PROXY: 'on',
    LOG_LEVEL: 'info',
  }
  const servers = await Promise.all(
    Array.from({ length: count }, () => startServer(environment, { hasPromptLimit: false })),
  )
  const proxy = await startHaproxy(
    port,
    servers.map((server) => server.origin),
  )
  const client = await logIn(origin)
  const cookie = client.cookie()
  const { id } = await callEveryInstance(client, servers)
  console.log(`\n${count} instances`)

  const targets = {
    'single prompt': { url: `${origin}/api/prompts/get?promptId=${id}` },
    'list of 50': { url: `${origin}/api/prompts/list?folderId=${await makeFifty(client)}` },
    search: { url: `${origin}/api/prompts/search?search=landscape` },
    create: {
      url: `${origin}/api/prompts/create`,
      method: 'POST' as const,
      body: JSON.stringify({ name: 'Made', color: 'FFD166', prompt: 'Tell {name} a story.' }),
    },
  }
  for (const [name, target] of Object.entries(targets)) {
    const parts = {
      instances: servers.map((server) => server.pid),
      PostgreSQL: [database.pid ?? 0],
      PgBouncer: [pool.child.pid ?? 0],
      HAProxy: [proxy.pid],
    }
    const before = await cpuOf(parts)
    const { perSecond, total, p99 } = await load(target, cookie, comparedAt)
    const after = await cpuOf(parts)
    const shares = Object.keys(parts).map((part) => {
      const each = (((after[part] ?? 0) - (before[part] ?? 0)) * 1000) / total
      return `${part} ${each.toFixed(0)}`
    })
    console.log(
      `${name.padEnd(14)} ${Math.round(perSecond)} a second, p99 ${p99} ms; µs of a processor each: ${shares.join(', ')}`,
    )
  }
  const points: Curve['points'] = []
  for (const connections of connectionCounts) {
    const { perSecond } = await load(targets['single prompt'], cookie, connections)
    points.push([connections, perSecond])
  }
  await proxy.stop()
  await Promise.all(servers.map((server) => server.stop()))
  return { name: count === 1 ? 'one instance' : `${count} instances`, points }
}

async function load(
  target: { url: string; method?: 'POST'; body?: string },
  cookie: string,
  connections: number,
) {
  const headers = { cookie, 'content-type': 'application/json' }
  const result = await autocannon({ ...target, headers, connections, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${target.url}: not all were 200`)
  return {
    perSecond: result.requests.average,
    total: result.requests.total,
    p99: result.latency.p99,
  }
}

/** Checks that what one instance has written is read at once by the others. */
async function callEveryInstance(
  { call, cookie }: SiteClient,
  servers: readonly { origin: string }[],
): Promise<{ id: string }> {
  const name = `Everywhere ${Date.now()}`
  const made = await call(calls.createPrompt, {
    name,
    color: 'FFD166',
    prompt: 'Tell {name} a story.',
  })
  for (const server of servers) {
    const paths = [
      `prompts/get?promptId=${made.id}`,
      `prompts/search?search=${encodeURIComponent(name)}`,
    ]
    for (const path of paths) {
      const response = await fetch(`${server.origin}/api/${path}`, {
        headers: { cookie: cookie() },
      })
      if (!(await response.text()).includes(made.id)) throw new Error(`${server.origin}: ${path}`)
    }
  }
  return made
}

async function makeFifty({ call }: SiteClient): Promise<string> {
  const { id } = await call(calls.createFolder, { name: 'Fifty', color: '4ECDC4' })
  const prompt = { folderId: id, color: 'FFD166', prompt: 'Tell {name} a story. '.repeat(40) }
  for (let count = 0; count < 50; count++) {
    await call(calls.createPrompt, { ...prompt, name: `Story ${count}` })
  }
  return id
}

async function logIn(origin: string): Promise<SiteClient> {
  const client = siteClient(origin)
  const email = emailOf(ownerNear(1_000, 1_000_000))
  await client.call(calls.login, { email, password })
  return client
}

async function startPgBouncer(url: string): Promise<{ url: string; child: ChildProcess }> {
  const { port: behind } = new URL(url)
  const port = await findFreePort()
  const file = join(directory, 'pgbouncer.ini')
  const users = join(directory, 'users.txt')
  await writeFile(users, '"postgres" ""\n')
  await writeFile(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${behind} dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 16
max_client_conn = 500
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
`,
  )
  const account = process.getuid?.() === 0 ? postgresAccount() : undefined
  const child = spawn('/usr/sbin/pgbouncer', ['--quiet', file], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  })
  await isListening(port)
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, child }
}

/** Milliseconds of processor that processes and their children have used so far. */
async function cpuOf(parts: Record<string, number[]>): Promise<Record<string, number>> {
  const used: Record<string, number> = {}
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
    // After the name, which may hold anything: state, parent, …, user and system time.
    const [, parent, ...more] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(more[9]) + Number(more[10])
    for (const [part, pids] of Object.entries(parts)) {
      if (!pids.includes(Number(entry)) && !pids.includes(Number(parent))) continue
      used[part] = (used[part] ?? 0) + ticks * tickMs
    }
  }
  return used
}
