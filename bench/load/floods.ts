// How long another user's list of prompts waits while one account, or a visitor without one, sends the most expensive
// requests that the server accepts or has to reject. `--postgres` measures on PostgreSQL.
import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { calls } from '#contract/calls.ts'
import type { Call } from '#contract/core/call.ts'
import { toRequest } from '#contract/core/client.ts'
import { startModelServer } from '#tests/support/servers/model-server.ts'
import { startPostgres } from '#tests/support/servers/postgres-server.ts'
import { startServer } from '#tests/support/server-process.ts'
import { measureWaits } from './measure-waits.ts'
import { addNeighbour, signUpAt } from './users.ts'

const floodMs = 6_000
const color = 'f1f5f9'
const postgres = process.argv.includes('--postgres') ? await startPostgres() : undefined
const models = await startModelServer()
const server = await startServer(
  {
    RATE_LIMITS: 'on',
    PLANS: 'off',
    MODEL_HOSTS: models.origin,
    SECRETS_KEY: `k1:${randomBytes(32).toString('base64')}`,
    ...(postgres && { DATABASE_URL: postgres.url }),
  },
  { hasPromptLimit: false },
)
const { user: neighbour, prompts } = await addNeighbour(server.origin)
const [prompt] = prompts
const watched = { cookie: neighbour.cookie(), promptId: prompt?.id ?? '' }

const attacker = await signUpAt(server.origin, 'attacker')
const { token } = await attacker.ask(calls.createToken, {
  name: 'Flood',
  scopes: ['library:read', 'library:write', 'runs'],
  days: 30,
})
const bearer = { authorization: `Bearer ${token}` }

type Sent = { path: string; headers?: Record<string, string>; body?: string; method?: string }

await measure('calm', () => pause(floodMs))
await measure('importing 8,000 prompts', importPrompts)
await measure('60 lists of 8,000 prompts at once', () =>
  flood(60, () => called(calls.listPrompts, {})),
)
await measure('60 searches, misspelt', () =>
  flood(60, () => called(calls.searchPrompts, { search: 'imported wrods exampel' })),
)
await measure('8 exports of 8,000 prompts', () => flood(8, () => called(calls.exportLibrary, {})))
await measure('one MCP message of 990 kB', () => flood(1, () => wideMessage(330_000), 1))
await measure('MCP messages of 30 kB, 4 at once', () => flood(4, () => wideMessage(10_000)))
await measure('MCP tools/list, 60 at once', () => flood(60, () => message('tools/list', {})))
await measure('1 MB of {} to login, no account, 1 at once', () => flood(1, anonymous))
await measure('1 MB of {} to login, no account, 8 at once', () => flood(8, anonymous))
await measure('1 MB of {} with an account, 8 at once', () =>
  flood(8, () => called(calls.updatePrompt, { promptId: prompt?.id, x: emptyObjects(340_000) })),
)
await measure('saving 200,000 letters of {a|b}, 8 at once', () => flood(8, save))
await measure('a model that answers a letter per event, 4 at once', runLetters)
await measure('registering OAuth clients, 20 at once, no account', () => flood(20, register))
await measure('logins with wrong passwords, 20 at once', () => flood(20, logIn))
await measure('calm again', () => pause(floodMs))

await server.stop('SIGKILL')
await models.close()
await postgres?.stop()

/** Prints how long others wait in the meantime, and the load of the machine. */
async function measure(what: string, act: () => Promise<unknown>): Promise<void> {
  const { figures, failed, note, megabytes, seconds, work } = await measureWaits(
    server,
    watched,
    act,
  )
  const waits = [figures.lists, figures.requests].map((pair) =>
    pair.map((ms) => ms.toFixed(0).padStart(6)).join(''),
  )
  const suffix = typeof note === 'string' ? `, ${note}` : ''
  const share = ((100 * work) / seconds).toFixed(0)
  const load = loadavg()[0]?.toFixed(0)
  console.log(
    `${what.padEnd(54)}${waits.join('  |')}  | main thread ${share} %, ${seconds.toFixed(1)} s, load ${load}, ${megabytes} MB${suffix}`,
  )
  if (failed.length > 0) console.log(`  ${failed.length} failed: ${failed[0]}`)
}

/** Sends repeatedly on this number of connections. Returns the statuses. */
async function flood(connections: number, next: () => Sent, most = Infinity): Promise<string> {
  const end = performance.now() + floodMs
  const statuses: number[] = []
  const repeat = async () => {
    for (let count = 0; count < most && performance.now() < end; count++) {
      const { path, headers, body, method = 'POST' } = next()
      const init = { method, headers: { 'content-type': 'application/json', ...headers } }
      const sent = fetch(server.origin + path, { ...init, ...(body !== undefined && { body }) })
      const response = await sent.catch(() => undefined)
      await response?.arrayBuffer().catch(() => undefined)
      statuses.push(response?.status ?? 0)
    }
  }
  await Promise.all(Array.from({ length: connections }, repeat))
  const counts = Map.groupBy(statuses, (status) => status)
  return [...counts].map(([status, some]) => `${some.length} × ${status}`).join(', ')
}

function called(call: Call, input: object): Sent {
  const request = toRequest(call, input)
  return { ...request, headers: { ...request.headers, cookie: attacker.cookie() } }
}

function emptyObjects(count: number): object[] {
  return Array.from({ length: count }, () => ({}))
}

function message(method: string, params: object): Sent {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const accept = 'application/json, text/event-stream'
  return { path: '/mcp', headers: { ...bearer, accept }, body }
}

function wideMessage(icons: number): Sent {
  const clientInfo = { name: 'x', version: '1', icons: emptyObjects(icons) }
  return message('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
}

function anonymous(): Sent {
  const body = JSON.stringify({ email: 'a@b.example', x: emptyObjects(340_000) })
  return { path: '/api/login', body }
}

function save(): Sent {
  const name = `Braces ${randomBytes(8).toString('hex')}`
  return called(calls.createPrompt, { name, color, prompt: '{a|b}'.repeat(39_990) })
}

function register(): Sent {
  const redirect_uris = [`https://app.example/${'ü'.repeat(900)}`]
  return { path: '/oauth/register', body: JSON.stringify({ client_name: 'x', redirect_uris }) }
}

function logIn(): Sent {
  const name = randomBytes(4).toString('hex')
  return called(calls.login, { email: `${name}@example.com`, password: 'not the password' })
}

async function importPrompts(): Promise<void> {
  const attempt = randomBytes(16).toString('hex')
  const total = 8_000
  for (let from = 0; from < total; from += 500) {
    const entries = Array.from({ length: 500 }, (_, at) => ({
      kind: 'prompt',
      in: null,
      name: `Imported ${from + at}`,
      color,
      prompt: 'An imported text of words as an example. '.repeat(10),
      notes: null,
      variables: [],
    }))
    const input = { attempt, name: 'File', total, from, entries }
    await flood(1, () => called(calls.importEntries, input), 1)
  }
}

async function runLetters(): Promise<string> {
  const { id: connectionId } = await attacker.ask(calls.createConnection, {
    attempt: randomBytes(16).toString('hex'),
    name: 'Letters',
    dialect: 'openai',
    baseUrl: models.baseUrls.openai,
    key: 'a-key-0123456789',
    models: ['letters'],
  })
  const { id: promptId } = await attacker.ask(calls.createPrompt, {
    name: 'Asked',
    color,
    prompt: 'A text',
  })
  return flood(4, () => {
    const attempt = randomBytes(16).toString('hex')
    const input = { attempt, promptId, values: [], text: 'A text', model: 'letters', connectionId }
    return called(calls.startRun, input)
  })
}
