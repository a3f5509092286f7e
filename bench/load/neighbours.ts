// How long other users wait while one account runs the most expensive operations: next to each line, how long they wait
// when nothing else happens. `--postgres` measures on PostgreSQL.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import type { Call } from '#contract/core/call.ts'
import { toRequest } from '#contract/core/client.ts'
import { Prompt } from '#contract/library/prompts.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import type { Database } from '#server/db/database.ts'
import type { DatabaseLocation } from '#server/config/config.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { toRid } from '#server/db/rid.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import { toFolderColumns } from '#server/library/folders/create-folder.ts'
import { bytesOf, toPromptColumns } from '#server/library/prompts/prompts.rules.ts'
import { toSearchText } from '#server/library/search/search-text.ts'
import type { SiteUser } from '#tests/support/clients/site-user.ts'
import { startPostgres } from '#tests/support/servers/postgres-server.ts'
import { startServer } from '#tests/support/server-process.ts'
import { measureWaits } from './measure-waits.ts'
import { addNeighbour, signUpAt } from './users.ts'

const color = 'f1f5f9'
const calmMs = 4_000
/** The server disconnects a client that reads nothing for this long. */
const unreadMs = 8_000

const usesPostgres = process.argv.includes('--postgres')
const directory = await mkdtemp(join(tmpdir(), 'promptshelf-neighbours-'))
const postgres = usesPostgres ? await startPostgres() : undefined
const location: DatabaseLocation = postgres
  ? { kind: 'postgres', url: postgres.url }
  : { kind: 'sqlite', file: join(directory, 'promptshelf.sqlite') }
const environment = { DATA_DIR: directory, ...(postgres && { DATABASE_URL: postgres.url }) }

// Accounts are created without the limits, and everything else is measured with them.
const filling = await startServer(environment, { hasPromptLimit: false })
const signUp = (name: string) => signUpAt(filling.origin, name)
const { user: neighbour, prompts: own } = await addNeighbour(filling.origin)
const users = {
  runs: await signUp('runs'),
  exports: await signUp('exports'),
  chain: await signUp('chain'),
  tree: await signUp('tree'),
  names: await signUp('names'),
  folders: await signUp('folders'),
  trash: await signUp('trash'),
  imports: await signUp('imports'),
}
const db = openDatabase(location)
const runId = await addRun(db, users.runs)
await addPrompts(db, users.exports, 32, (at) => [`Long ${at}`, 'x'.repeat(199_000)])
const chain = await addFolders(db, users.chain, 5_000, (at) => [at - 1, `Nested ${at}`])
await addPrompts(db, users.chain, 200, (at) => [`Nested text ${at}`, 'A text', chain.at(-1 - at)])
await addFolders(db, users.tree, 9_990, (at) => [-1, `${at} ${'𠀀'.repeat(190)}`])
await addPrompts(db, users.names, 8_000, (at) => [longName(at), 'A text'])
const folders = await addFolders(db, users.folders, 10_000, (at) => [at === 0 ? -1 : 0, `F ${at}`])
await addTrash(db, users.trash, 40_000)
const sharedId = (
  await neighbour.ask(calls.createPrompt, {
    name: 'Shared',
    color,
    prompt: 'Shared words. '.repeat(14_000),
  })
).id
await neighbour.ask(calls.togglePromptPublic, { promptId: sharedId })
await db.close()
await filling.stop()

const start = () => startServer({ ...environment, RATE_LIMITS: 'on' }, { hasPromptLimit: false })
let server = await start()
console.log(
  `\nOthers wait, in ms: median and worst of requests, then of searches (${postgres ? 'PostgreSQL' : 'SQLite'})`,
)
await measure('calm', () => pause(calmMs))
await measure('300 streams of a run, unread', () =>
  leaveUnread(users.runs, calls.followRun, { runId }, 300),
)
await measure('300 runs of 1.8 MB, unread', () =>
  leaveUnread(users.runs, calls.getRun, { runId }, 300),
)
await measure('300 runs of 1.8 MB, read', () => read(users.runs, calls.getRun, { runId }, 300))
await measure('100 exports of 6.4 MB, unread', () =>
  leaveUnread(users.exports, calls.exportLibrary, {}, 100),
)
await measure('6 exports of 6.4 MB, read', () => read(users.exports, calls.exportLibrary, {}, 6))
await measure('8 searches below a chain of 5,000 folders', () =>
  read(users.chain, calls.searchPrompts, { search: 'nestde text', folderId: chain[0] }, 8),
)
await measure('12 trees of 9,990 long folders', () =>
  read(users.tree, calls.listFolderTree, {}, 12),
)
await measure('8 misspelt searches in 8,000 long names', () =>
  read(
    users.names,
    calls.searchPrompts,
    { search: 'exampel exampls exampla exmple examplle example' },
    8,
  ),
)
await measure('8 new copies of 10,000 folders', () => read(users.folders, calls.listChanges, {}, 8))
await measure('8 lists of 8,000 ids', () => read(users.names, calls.listIds, {}, 8))
await measure('300 streams of changes, unread', () =>
  leaveUnread(users.names, calls.watchLibrary, {}, 300),
)
await measure('deleting 10,000 folders', () =>
  write(users.folders, calls.deleteFolder, { folderId: folders[0] }),
)
const { items } = await askAs(users.folders, calls.listTrash)
await measure('restoring them', () =>
  write(users.folders, calls.restoreTrash, { trashId: items[0]?.id }),
)
await measure('importing 8,000 prompts', importPrompts)
await measure('8 visitors of a shared prompt of 200 kB, 10 times', visit)
await measure('emptying a trash of 40,000 items', () => write(users.trash, calls.emptyTrash, {}))
await measure('calm again', () => pause(calmMs))
await server.stop('SIGKILL')
await postgres?.stop()
await rm(directory, { recursive: true, force: true })

/** Prints how long others wait in the meantime, and the duration. `act` returns what to print after it, if anything. */
async function measure(what: string, act: () => Promise<unknown>): Promise<void> {
  const watched = { cookie: neighbour.cookie(), promptId: own[0]?.id ?? '' }
  const { figures, seconds, megabytes, failed, note } = await measureWaits(server, watched, act)
  const columns = [figures.requests, figures.searches].map((pair) =>
    pair.map((ms) => ms.toFixed(0).padStart(6)).join(''),
  )
  console.log(
    `${what.padEnd(48)}${columns.join('  |')}  | ${seconds.toFixed(1)} s, ${megabytes} MB${typeof note === 'string' ? `, ${note}` : ''}`,
  )
  if (failed.length > 0) console.log(`  ${failed.length} failed: ${failed[0]}`)
  if (megabytes === undefined) {
    console.log(`  The server ended: ${server.takeLog().slice(0, 300)}`)
    server = await start()
  }
}

/** Sends requests on this number of connections, and reads none of the answers. */
async function leaveUnread(user: SiteUser, call: Call, input: object, count: number) {
  const sockets = Array.from({ length: count }, () => ask(user, call, input).pause())
  await pause(unreadMs)
  for (const socket of sockets) socket.destroy()
}

/** Sends requests on this number of connections, and reads every answer to its end. Returns the statuses. */
async function read(user: SiteUser, call: Call, input: object, count: number): Promise<string> {
  const statuses = Array.from({ length: count }, async () => {
    const { path, ...request } = toRequest(call, input)
    const response = await fetch(server.origin + path, {
      ...request,
      headers: { ...request.headers, cookie: user.cookie() },
    })
    await response.arrayBuffer()
    return response.status
  })
  const counts = Map.groupBy(await Promise.all(statuses), (status) => status)
  return [...counts].map(([status, some]) => `${some.length} × ${status}`).join(', ')
}

/** Words for which a misspelt one may stand. */
function longName(at: number): string {
  const words = Array.from({ length: 19 }, (_, word) => `example${(at * 19 + word) % 1000}`)
  return `${at} ${words.join(' ')}`
}

function ask(user: SiteUser, call: Call, input: object): Socket {
  const { path } = toRequest(call, input)
  const address = new URL(server.origin)
  const socket = connect(Number(address.port), address.hostname)
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${address.host}\r\nCookie: ${user.cookie()}\r\n\r\n`)
  return socket
}

function write(user: SiteUser, call: Call, input: object): Promise<string> {
  return read(user, call, input, 1)
}

async function askAs<C extends Call>(user: SiteUser, call: C): Promise<z.output<C['answer']>> {
  const { path } = toRequest(call, {})
  const response = await fetch(server.origin + path, { headers: { cookie: user.cookie() } })
  return (await response.json()) as z.output<C['answer']>
}

async function importPrompts(): Promise<void> {
  const attempt = randomUUID().replaceAll('-', '')
  const total = 8_000
  for (let from = 0; from < total; from += 500) {
    const entries = Array.from({ length: 500 }, (_, at) => ({
      kind: 'prompt',
      in: null,
      name: `Imported ${from + at}`,
      color,
      prompt: 'An imported text. '.repeat(80),
      notes: null,
      variables: [],
    }))
    await write(users.imports, calls.importEntries, { attempt, name: 'File', total, from, entries })
  }
}

async function visit(): Promise<void> {
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const headers = { accept: 'text/html', 'accept-encoding': 'br' }
        const response = await fetch(`${server.origin}/prompt/shared/${sharedId}`, { headers })
        await response.arrayBuffer()
      }),
    )
  }
}

async function ownerOf({ main }: Database, user: SiteUser) {
  const { owner_no } = await main
    .selectFrom('users')
    .select('owner_no')
    .where('email_key', '=', user.email)
    .executeTakeFirstOrThrow()
  return mintOwner(owner_no, 'registration')
}

async function addRun(of: Database, user: SiteUser): Promise<string> {
  const prompt = { name: 'Asked', color, prompt: 'A text' }
  const { id: promptId } = await user.ask(calls.createPrompt, prompt)
  const id = randomUUID()
  const now = Date.now()
  await of.main
    .insertInto('runs')
    .values({
      owner_no: await ownerOf(of, user),
      id,
      prompt_id: promptId,
      model: 'm',
      connection_id: null,
      model_name: 'M',
      input_price: 0,
      output_price: 0,
      filled_in: '[]',
      text: 'A text',
      answer: 'An answer of words. '.repeat(90_000),
      state: 'done',
      error: null,
      is_cut: 0,
      reserved: 0,
      credits: 0,
      input_tokens: 1,
      output_tokens: 1,
      started_at: now,
      beat_at: now,
      ended_at: now,
      stop_at: null,
      expires_at: now + 24 * 60 * 60_000,
    })
    .execute()
  return id
}

/** Adds folders, each inside the one whose index `make` returns, or at the root for -1. Returns their ids. */
async function addFolders(
  of: Database,
  user: SiteUser,
  count: number,
  make: (at: number) => [inside: number, name: string],
): Promise<string[]> {
  const owner = await ownerOf(of, user)
  const ids = Array.from({ length: count }, () => randomUUID())
  const from = await takeKeys(of, owner, { folder_count: count })
  await inBatches(of, count, (transaction, at) => {
    const [inside, name] = make(at)
    const parent_id = ids[inside] ?? null
    const created_at = new Date().toISOString()
    const columns = toFolderColumns({ name: name.slice(0, 200), color })
    const row = { rid: toRid(owner, from + at), owner_no: owner, id: ids[at] ?? '', parent_id }
    return transaction
      .insertInto('folders')
      .values({ ...row, ...columns, created_at, changed_no: 0 as ChangeNo })
      .execute()
  })
  return ids
}

async function addPrompts(
  of: Database,
  user: SiteUser,
  count: number,
  make: (at: number) => [name: string, body: string, folderId?: string | undefined],
): Promise<void> {
  const owner = await ownerOf(of, user)
  const from = await takeKeys(of, owner, { prompt_count: count })
  await inBatches(of, count, async (transaction, at) => {
    const [name, body, folderId = null] = make(at)
    const updatedAt = new Date().toISOString()
    const edit = { id: randomUUID(), name: name.slice(0, 200).trim(), color, notes: null }
    const prompt = z.parse(Prompt, { ...edit, prompt: body, folderId, isPublic: 0, updatedAt })
    const rid = toRid(owner, from + at)
    const columns = toPromptColumns(prompt)
    const keys = { rid, owner_no: owner, changed_no: 0 as ChangeNo }
    const row = { ...columns, ...keys, created_at: updatedAt }
    await transaction.insertInto('prompts').values(row).execute()
    const { sort_key } = columns
    const text = toSearchText(transaction, prompt)
    await transaction
      .insertInto('prompt_search')
      .values({ rid, owner_no: owner, sort_key, text })
      .execute()
    await transaction
      .updateTable('libraries')
      .set({ stored_bytes: sql`stored_bytes + ${bytesOf(prompt)}` })
      .where('owner_no', '=', owner)
      .execute()
  })
}

async function addTrash(of: Database, user: SiteUser, count: number): Promise<void> {
  const owner = await ownerOf(of, user)
  const from = await takeKeys(of, owner, {})
  await inBatches(of, count, (transaction, at) =>
    transaction
      .insertInto('trash')
      .values({
        rid: toRid(owner, from + at),
        owner_no: owner,
        id: randomUUID(),
        name: `Deleted ${at}`,
        color,
        folders: 0,
        prompts: 0,
        bytes: 0,
        prompts_before: 0,
        deleted_at: Date.now(),
      })
      .execute(),
  )
}

async function takeKeys(
  { main }: Database,
  owner: Awaited<ReturnType<typeof ownerOf>>,
  holds: { folder_count?: number; prompt_count?: number },
): Promise<number> {
  const { last_seq } = await main
    .selectFrom('libraries')
    .select('last_seq')
    .where('owner_no', '=', owner)
    .executeTakeFirstOrThrow()
  await main
    .updateTable('libraries')
    .set({ last_seq: last_seq + 100_000, ...holds })
    .where('owner_no', '=', owner)
    .execute()
  return last_seq + 1
}

async function inBatches(
  { main }: Database,
  count: number,
  add: (transaction: Database['main'], at: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < count; from += 1_000) {
    await main.transaction().execute(async (transaction) => {
      for (let at = from; at < Math.min(count, from + 1_000); at++) await add(transaction, at)
    })
  }
}
