import { connect, type AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { blockAccount } from '#server/accounts/blocking/block-account.ts'
import { accountLoad } from '#server/core/throttle/throttles.rules.ts'
import { byOperator } from '#server/users/record-activity.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { connectAssistant, makeToken, revisions } from '#tests/support/clients/assistant.ts'
import { oauthApp } from '#tests/support/clients/oauth-app.ts'
import { databases } from '#tests/support/databases.ts'
import { makeQueue } from '#tests/support/make-queue.ts'
import { makeListeningApp, onlyOwner, type TestApp } from '#tests/support/library-test.ts'

const color = 'f1f5f9'

describe.each(databases)('A change of the list of prompts on $name', (database) => {
  test.for(revisions)('is announced to the official client at %s', async (revision) => {
    const app = await makeListeningApp(database)
    const ada = await app.signUp()
    const token = await makeToken(ada)
    const changes = makeQueue()
    const path = revision === '2025-11-25' ? '/mcp/token' : '/mcp'
    const client = await connectAssistant(app, token, { revision, path, onChange: changes.add })
    const named = async () => (await client.listPrompts()).prompts.map(({ name }) => name)
    expect(client.getServerCapabilities()?.prompts).toEqual({ listChanged: true })
    const promptId = await ada.makePrompt('Poem', { shortName: 'poem' })
    await changes.next()
    expect(await named()).toEqual(['poem'])
    const texts = { promptId, name: 'Poem', color, prompt: 'On {topic}' }
    await ada.call(calls.updatePrompt, { ...texts, whenToUse: 'For a poem' })
    await changes.next()
    expect((await client.listPrompts()).prompts).toMatchObject([{ description: 'For a poem' }])
    await ada.call(calls.updatePrompt, { ...texts, shortName: null })
    await changes.next()
    expect(await named()).toEqual([])
    const other = await ada.makePrompt('Song', { shortName: 'song' })
    await changes.next()
    await ada.call(calls.deletePrompt, { promptId: other })
    await changes.next()
    expect(await named()).toEqual([])
  })

  // What differs between the databases does not depend on the transport.
  const kinds = ['a subscription', 'a stream'] as const
  describe.each(database.name === 'SQLite' ? kinds : kinds.slice(0, 1))('over %s', (kind) => {
    test('is announced at most once per second', async () => {
      const app = await makeListeningApp(database)
      const ada = await app.signUp()
      await app.liftLimits()
      const began = performance.now()
      const events = await follow(app, kind, await makeToken(ada))
      for (let count = 0; count < 30; count++) {
        await ada.makePrompt('Named', { shortName: `named-${count}` })
      }
      const seen = [await events.next(), await events.next()]
      await ada.call(calls.deleteAccount, {})
      for await (const event of events.rest()) if (event === changed) seen.push(event)
      expect(seen.length).toBeLessThan((performance.now() - began) / 1_000 + 1)
    })

    test('is followed by a heartbeat each 25 seconds', async () => {
      // The protocol's library has an interval, and streams compare times.
      vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
      onTestFinished(() => void vi.useRealTimers())
      const app = await makeListeningApp(database)
      const events = await follow(app, kind, await makeToken(await app.signUp()))
      // The first check of a stream.
      if (kind === 'a stream') await events.checked()
      for (let count = 0; count < 2; count++) {
        vi.advanceTimersByTime(25_000)
        await events.checked()
      }
    })

    test('is not announced if the list cannot have changed', async () => {
      const app = await makeListeningApp(database)
      const ada = await app.signUp()
      const bob = await app.signUp('bob@example.com')
      const token = await makeToken(ada)
      const events = await follow(app, kind, token)
      const checks = await follow(app, 'a stream', token)
      await bob.makePrompt('His', { shortName: 'his' })
      // Even if the first check of a stream is late, the second one has seen the first change.
      for (const name of ['First', 'Second']) {
        await ada.makePrompt(name)
        await checks.checked()
      }
      await ada.makeFolder('Work')
      await ada.call(calls.setMyValues, { values: [{ name: 'topic', value: 'bread' }] })
      await checks.checked()
      await ada.call(calls.deleteAccount, {})
      for await (const event of events.rest()) expect(event).not.toBe(changed)
    })

    test('is announced within the folder of a token, whatever moves in or out', async () => {
      const app = await makeListeningApp(database)
      const ada = await app.signUp()
      await app.liftLimits()
      const root = await ada.makeFolder('Root')
      const [inside, outside] = [await ada.makeFolder('In', root), await ada.makeFolder('Out')]
      await ada.makePrompt('One', { folderId: inside, shortName: 'one' })
      const two = await ada.makePrompt('Two', { folderId: outside, shortName: 'two' })
      const events = await follow(app, kind, await makeToken(ada, { folderId: root }))
      await ada.call(calls.updatePrompt, { promptId: two, name: 'Changed', color, prompt: 'x' })
      await ada.makePrompt('Three', { folderId: outside, shortName: 'three' })
      await ada.call(calls.movePrompt, { promptId: two, folderId: root })
      expect(await events.next()).toBe(changed)
      // One folder with one prompt replaces another.
      await ada.call(calls.changeSelection, {
        changes: [
          { promptIds: [], folderIds: [inside], folderId: 'root' },
          { promptIds: [], folderIds: [outside], folderId: root },
        ],
      })
      expect(await events.next()).toBe(changed)
      await ada.call(calls.deleteFolder, { folderId: root })
      expect(await events.next()).toBe(changed)
      // Even if the first check of a stream is late, the second one has seen the first change.
      const whole = await follow(app, kind, await makeToken(ada))
      for (const shortName of ['four', 'five']) {
        await ada.makePrompt('Outside', { shortName })
        expect(await whole.next()).toBe(changed)
      }
      await ada.call(calls.deleteAccount, {})
      const rest = []
      for await (const event of events.rest()) if (event === changed) rest.push(event)
      expect(rest).toEqual([])
    })

    test.each<[string, (app: TestApp, ada: ApiUser, tokenId: string) => Promise<unknown>]>([
      ['its token is revoked', (_app, ada, tokenId) => ada.call(calls.revokeToken, { tokenId })],
      ['its token expires', async ({ clock }) => (clock.now += 31 * 24 * 60 * 60_000)],
      [
        'its account is blocked',
        async (app) => blockAccount(app.services, await onlyOwner(app), byOperator),
      ],
      ['its account is deleted', (_app, ada) => ada.call(calls.deleteAccount, {})],
      ['the server stops', async ({ server }) => void server.close()],
    ])('ends soon after %s', async (_when, end) => {
      const app = await makeListeningApp(database)
      const ada = await app.signUp()
      const made = { name: 'Assistant', scopes: ['library:read' as const], days: 30 as const }
      const { token, id } = await ada.call(calls.createToken, made)
      const events = await follow(app, kind, token)
      await end(app, ada, id)
      const seen = []
      for await (const event of events.rest()) seen.push(event)
      expect(seen).toEqual(kind === 'a subscription' ? [complete] : [])
      app.server.server.closeAllConnections()
    })

    test('ends soon after its app is disconnected', async () => {
      const app = await makeListeningApp(database)
      const ada = await app.signUp()
      const { appId, tokens } = await connectApp(app, ada)
      const events = await follow(app, kind, tokens)
      await ada.call(calls.endApp, { appId })
      const seen = []
      for await (const event of events.rest()) seen.push(event)
      expect(seen).toEqual(kind === 'a subscription' ? [complete] : [])
    })

    test('is limited to streams per account, which end with their clients and leave the others free', async () => {
      const app = await makeListeningApp(database, { RATE_LIMITS: 'on' })
      const ada = await app.signUp()
      const token = await makeToken(ada)
      const open = []
      for (let count = 0; count < accountLoad.announcements; count++) {
        open.push(await follow(app, kind, token))
      }
      await expect(follow(app, kind, token)).rejects.toThrow('429')
      const client = await connectAssistant(app, token)
      expect((await client.listPrompts()).prompts).toEqual([])
      for (const events of open) events.leave()
      await expect.poll(() => follow(app, kind, token).then(() => true)).toBe(true)
    })

    test('does not wait for clients that do not read', async () => {
      const app = await makeListeningApp(database)
      const ada = await app.signUp()
      const token = await makeToken(ada)
      const { port } = app.server.server.address() as AddressInfo
      for (let count = 0; count < 10; count++) {
        const socket = connect(port, '127.0.0.1')
        onTestFinished(() => void socket.destroy())
        socket.on('error', () => {}).pause()
        const { method, headers, body = '' } = requestFor(kind, token)
        const head = { host: 'localhost', ...headers, 'content-length': String(body.length) }
        const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
        socket.write([`${method} /mcp HTTP/1.1`, ...lines, '', body].join('\r\n'))
      }
      const events = await follow(app, kind, token)
      for (const shortName of ['a', 'b']) {
        await ada.makePrompt(shortName, { shortName })
        expect(await events.next()).toBe(changed)
      }
    })
  })

  test('is announced first after an interruption in which it happened', async () => {
    const app = await makeListeningApp(database)
    const ada = await app.signUp()
    const token = await makeToken(ada)
    const first = await follow(app, 'a stream', token)
    first.leave()
    const same = await follow(app, 'a stream', token, { 'last-event-id': first.id() })
    await ada.makePrompt('Poem', { shortName: 'poem' })
    expect(await same.next()).toBe(changed)
    const missed = await follow(app, 'a stream', token, { 'last-event-id': first.id() })
    expect(await missed.next()).toBe(changed)
    expect(missed.id()).toBe(same.id())
    const strange = await follow(app, 'a stream', token, { 'last-event-id': '9.9' })
    await ada.makePrompt('Song', { shortName: 'song' })
    expect(await strange.next()).toBe(changed)
  })

  test('is streamed only as each revision defines it', async () => {
    const app = await makeListeningApp(database)
    const token = await makeToken(await app.signUp())
    const statusOf = async (...request: Parameters<typeof requestFor>) => {
      const { status, headers } = await send(app, requestFor(...request))
      return [status, headers.get('allow')]
    }
    expect(await statusOf('a stream', token, { accept: 'application/json' })).toEqual([406, null])
    const newer = { 'mcp-protocol-version': '2026-07-28' }
    expect(await statusOf('a stream', token, newer)).toEqual([405, 'POST'])
    expect(await statusOf('a subscription', token, { 'mcp-method': '' })).toEqual([404, null])
    const other = {
      ...requestFor('a subscription', token),
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    }
    expect((await send(app, other)).status).toBe(400)
  })
})

test('Announcements are limited to a thousand streams per process', async () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')
  const app = await makeListeningApp(database)
  const token = await makeToken(await app.signUp())
  const owner = await onlyOwner(app)
  const watched = Array.from({ length: 1_000 }, () => app.services.changes.watch(owner))
  await expect(follow(app, 'a stream', token)).rejects.toThrow('429')
  await expect(follow(app, 'a subscription', token)).rejects.toThrow('429')
  for (const { stop } of watched) stop()
})

const changed = 'notifications/prompts/list_changed'
const complete = 'complete'

type Kind = 'a stream' | 'a subscription'

/** Connects an app by OAuth. Returns its access token. */
async function connectApp(app: TestApp, ada: ApiUser): Promise<{ appId: string; tokens: string }> {
  const tokens = await oauthApp(app).commandLineToken(ada)
  const { apps } = await ada.call(calls.listApps, {})
  return { appId: apps[0]?.id ?? '', tokens }
}

type Sent = { method: string; headers: Record<string, string>; body?: string }

function requestFor(kind: Kind, token: string, added: Record<string, string> = {}): Sent {
  const authorization = `Bearer ${token}`
  if (kind === 'a stream') {
    const version = { 'mcp-protocol-version': '2025-11-25' }
    const headers = { authorization, accept: 'text/event-stream', ...version, ...added }
    return { method: 'GET', headers }
  }
  const revision = '2026-07-28'
  const headers = {
    authorization,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': revision,
    'mcp-method': 'subscriptions/listen',
    ...added,
  }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { _meta, notifications: { promptsListChanged: true, toolsListChanged: true } }
  const body = { jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params }
  return { method: 'POST', headers, body: JSON.stringify(body) }
}

function send(app: TestApp, request: Sent, signal?: AbortSignal): Promise<Response> {
  const { port } = app.server.server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}/mcp`, { ...request, ...(signal && { signal }) })
}

type Message = {
  method?: string
  params?: { _meta?: object; notifications?: object }
  result?: { resultType: string }
}

/** Follows the list until the end of the test. A subscription has been acknowledged. */
async function follow(
  app: TestApp,
  kind: Kind,
  token: string,
  headers: Record<string, string> = {},
) {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const response = await send(app, requestFor(kind, token, headers), leaving.signal)
  if (!response.ok || response.body === null) throw new Error(String(response.status))
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  let id: string | undefined

  /** The next event's message, or an empty one for a comment. */
  async function read(untilPing = false): Promise<Message | undefined> {
    for (;;) {
      while (!unread.includes('\n\n')) {
        const { value, done } = await reader.read().catch(() => ({ value: '', done: true }))
        if (done) return undefined
        unread += value
      }
      const [event = '', ...rest] = unread.split('\n\n')
      unread = rest.join('\n\n')
      id = /^id: (.*)$/m.exec(event)?.[1] ?? id
      const [, data] = /^data: (.*)$/m.exec(event) ?? []
      if (untilPing && event.startsWith(':')) return {}
      if (data !== undefined) return data === '' ? {} : (JSON.parse(data) as Message)
    }
  }

  async function next(): Promise<string> {
    const message = await read()
    if (message === undefined) throw new Error('The stream has ended.')
    if (kind === 'a subscription') {
      const about = { 'io.modelcontextprotocol/subscriptionId': 7 }
      expect((message.params ?? message.result) as { _meta: object }).toMatchObject({
        _meta: about,
      })
    }
    return message.method ?? message.result?.resultType ?? ''
  }
  if (kind === 'a stream') {
    await read()
  } else {
    const first = await read()
    expect(first?.method).toBe('notifications/subscriptions/acknowledged')
    expect(first?.params?.notifications).toEqual({ promptsListChanged: true })
  }
  return {
    next,
    /** Resolves after the next check of the list, whether it has changed or not. */
    checked: () => read(true),
    /** All further events, until the end of the stream. */
    async *rest(): AsyncGenerator<string> {
      for (;;) {
        try {
          yield await next()
        } catch {
          return
        }
      }
    },
    /** The last event's id. */
    id: () => id ?? '',
    leave: () => leaving.abort(),
  }
}
