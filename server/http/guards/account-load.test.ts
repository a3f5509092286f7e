import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, onTestFinished } from 'vitest'
import { calls } from '#contract/calls.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { accountLoad } from '#server/core/throttle/throttles.rules.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'

const many = <Made>(count: number, make: (at: number) => Made) =>
  Array.from({ length: count }, (_, at) => make(at))

/** Prevents changes to the rows of libraries until the returned function is called. */
async function lockLibraries(app: TestApp): Promise<() => Promise<void>> {
  const other = openDatabase(app.location)
  const locked = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const holding = other.main.transaction().execute(async (transaction) => {
    await sql`update libraries set last_seq = last_seq`.execute(transaction)
    locked.resolve()
    await over.promise
  })
  await locked.promise
  return async () => {
    over.resolve()
    await holding
    await other.close()
  }
}

const create = (user: ApiUser, at: number) =>
  user.send(calls.createPrompt, { name: `Prompt ${at}`, color: 'f1f5f9', prompt: 'A text' })

describe.each(databases)('Concurrent requests of one account on $name', (database) => {
  const it = libraryTest(database, { RATE_LIMITS: 'on' })

  it('are answered up to the limit, refused with 429 above it, and accepted again afterwards', async ({
    app,
  }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const unlock = await lockLibraries(app)
    const answers = many(accountLoad.requests + 3, (at) => create(ada, at))
    for (const refused of await firstOf(3, answers)) {
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
      expect(refused.json()).toMatchObject({ code: 'too_many_requests', retryAfter: 1 })
    }
    await unlock()
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(accountLoad.requests)
    const { prompts } = await ada.call(calls.listPrompts, {})
    expect(prompts).toHaveLength(accountLoad.requests)
  })

  it('do not delay another account', async ({ app }) => {
    const ada = await app.signUp('ada@example.com')
    const bob = await app.signUp('bob@example.com')
    const unlock = await lockLibraries(app)
    let isOver = false
    const answers = many(accountLoad.requests, (at) => create(ada, at))
    const all = Promise.all(answers).then(() => (isOver = true))
    expect(await bob.call(calls.listPrompts, {})).toEqual({ prompts: [] })
    expect(isOver).toBe(false)
    await unlock()
    await all
  })

  it('are answered while long requests have to wait', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const promptId = await ada.makePrompt('Poem')
    const unlock = await lockLibraries(app)
    const changes = [{ promptIds: [promptId], isFavourite: 1 as const }]
    const all = Promise.all(
      many(accountLoad.longAtOnce + 10, () => ada.call(calls.changeSelection, { changes })),
    )
    expect((await ada.call(calls.listPrompts, {})).prompts).toMatchObject([{ isFavourite: 0 }])
    await unlock()
    await all
    expect((await ada.call(calls.listPrompts, {})).prompts).toMatchObject([{ isFavourite: 1 }])
  })

  it('no longer count once they have failed', async ({ app }) => {
    const ada = await app.signUp()
    for (let round = 0; round < 3; round++) {
      const failed = await Promise.all([
        ...many(20, () => ada.send(calls.getPrompt, { promptId: crypto.randomUUID() })),
        ...many(20, () => ada.send(calls.createPrompt, { name: 1 })),
        ...many(20, () => ada.send(calls.createPrompt, {}, { 'content-type': 'text/plain' })),
      ])
      const statuses = new Set(failed.map(({ statusCode }) => statusCode))
      expect(statuses).toEqual(new Set([404, 400, 415]))
    }
  })

  it('count until their work has ended, even if no client waits for the answer', async ({
    app,
  }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const connectTo = await listen(app)
    const unlock = await lockLibraries(app)
    const body = JSON.stringify({ name: 'Left', color: 'f1f5f9', prompt: 'A text' })
    const head = `POST /api/prompts/create HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
    const begun = countBegun(accountLoad.atOnce)
    const sockets = many(accountLoad.atOnce, () => connectTo(ada, head, body))
    await begun
    const askAgain = async () => (await ada.send(calls.getShelf, {})).statusCode
    const rest = many(accountLoad.requests - accountLoad.atOnce + 1, (at) => create(ada, at))
    expect((await Promise.race(rest)).statusCode).toBe(429)
    for (const socket of sockets) socket.destroy()
    await Promise.all(sockets.map(closingOf))
    expect(await askAgain()).toBe(429)
    await unlock()
    const statuses = (await Promise.all(rest)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status !== 200)).toEqual([429])
    // The requested work is done.
    const { prompts } = await ada.call(calls.listPrompts, {})
    expect(prompts).toHaveLength(accountLoad.requests)
  })

  it('may be eight streams and downloads, which count until they are aborted', async ({ app }) => {
    const ada = await app.signUp()
    const open = await leaveUnread(app, ada, accountLoad.streams)
    const refused = await ada.send(calls.exportLibrary, {})
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
    // Other kinds of requests are not affected.
    expect((await ada.send(calls.getShelf, {})).statusCode).toBe(200)
    open[0]?.destroy()
    await expect.poll(async () => (await ada.send(calls.exportLibrary, {})).statusCode).toBe(200)
    for (const socket of open) socket.destroy()
  })
})

describe.each(databases.filter(({ name }) => name === 'SQLite'))('On $name', (database) => {
  const it = libraryTest(database, { RATE_LIMITS: 'on' })

  it('are cut off if they are unread downloads, and no longer count', async ({ app }) => {
    const ada = await app.signUp()
    await leaveUnread(app, ada, accountLoad.streams)
    await expect.poll(() => countConnections(app)).toBe(0)
    // A download counts until its work has settled, which may be after its connection is closed.
    const exportAgain = async () => {
      const answers = many(accountLoad.streams, () => ada.send(calls.exportLibrary, {}))
      return (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    }
    await expect.poll(exportAgain).toEqual(many(accountLoad.streams, () => 200))
  })
})

/** Starts downloads of a user's library, each on a connection that only reads its beginning. */
async function leaveUnread(app: TestApp, user: ApiUser, count: number): Promise<Socket[]> {
  await app.liftLimits()
  // More than the system buffers of an unread answer.
  const prompt = { color: 'f1f5f9', prompt: 'x'.repeat(200_000) }
  for (let at = 0; at < 60; at++) {
    await user.call(calls.createPrompt, { name: `Long ${at}`, ...prompt })
  }
  const connectTo = await listen(app)
  const open = many(count, () => connectTo(user, 'GET /api/library/export HTTP/1.1').pause())
  await Promise.all(open.map((socket) => once(socket, 'readable')))
  return open
}

/** The results of the first of some promises. */
function firstOf<Item>(count: number, all: readonly Promise<Item>[]): Promise<Item[]> {
  return new Promise((resolve, reject) => {
    const first: Item[] = []
    const take = (item: Item) => {
      if (first.push(item) === count) resolve(first)
    }
    for (const one of all) one.then(take, reject)
  })
}

function countConnections({ server }: TestApp): Promise<number> {
  return promisify(server.server.getConnections.bind(server.server))()
}

/** Resolves once the server has started work on this number of requests. */
function countBegun(count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = count
  const note = () => {
    left -= 1
    if (left === 0) resolve()
  }
  subscribe('tracing:fastify.request.handler:start', note)
  onTestFinished(() => void unsubscribe('tracing:fastify.request.handler:start', note))
  return promise
}

/** Resolves on any kind of close; `once` would reject on a reset. */
function closingOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve()
    else socket.on('close', () => resolve())
  })
}

/** Serves an app on a port. Returns a function that sends a request as a user there. */
async function listen({ server }: TestApp) {
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  return (user: ApiUser, head: string, body = ''): Socket => {
    const cookie = [...user.cookies].map((pair) => pair.join('=')).join('; ')
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`${head}\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n${body}`)
    onTestFinished(() => {
      socket.destroy()
    })
    return socket
  }
}
