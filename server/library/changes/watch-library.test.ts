import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { blockAccount } from '#server/accounts/blocking/block-account.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { byOperator } from '#server/users/record-activity.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import {
  makeListeningApp,
  makeTestApp,
  onlyOwner,
  type TestApp,
} from '#tests/support/library-test.ts'

describe.each(databases)('Watching a library on $name', (database) => {
  test('shows its number at once and after each change, but not other libraries', async () => {
    // Without polls, only the change itself can show it.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const app = await makeListeningApp(database)
    const ada = await app.signUp()
    const bob = await app.signUp('bob@example.com')
    const watch = await startWatching(app, ada)
    const his = await startWatching(app, bob)
    const before = await watch.next()
    expect(await his.next()).toEqual({ next: '0' })
    await ada.makePrompt('Poem')
    const after = await watch.next()
    expect(after).not.toEqual(before)
    expect(after).toEqual({ next: (await ada.call(calls.listChanges, {})).next })
    await bob.makePrompt('His')
    expect(await his.next()).toEqual({ next: (await bob.call(calls.listChanges, {})).next })
  })

  test('shows changes of another process', async () => {
    const app = await makeListeningApp(database)
    const db = openDatabase(app.location)
    const other = await makeTestApp(database, { db })
    onTestFinished(async () => {
      await other.close()
      await db.close()
    })
    const ada = await app.signUp()
    const watch = await startWatching(app, ada)
    await watch.next()
    const there = other.visitor()
    await there.signIn('ada@example.com', 'correct horse')
    await there.makePrompt('Poem')
    expect(await watch.next()).toEqual({ next: (await ada.call(calls.listChanges, {})).next })
  })

  test('shows a heartbeat each 25 seconds without a change', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const app = await makeListeningApp(database)
    const watch = await startWatching(app, await app.signUp())
    await watch.next()
    for (let count = 0; count < 2; count++) {
      vi.advanceTimersByTime(25_000)
      expect(await watch.next()).toEqual({ ping: 1 })
    }
  })

  test('shows a lower number if the database has lost its last changes', async () => {
    const app = await makeListeningApp(database)
    const ada = await app.signUp()
    for (const name of ['First', 'Second']) await ada.makePrompt(name)
    const watch = await startWatching(app, ada)
    expect(await watch.next()).toEqual({ next: '2' })
    await app.db.updateTable('libraries').set({ change_no: 1 }).execute()
    expect(await watch.next()).toEqual({ next: '1' })
  })

  test.each([
    ['its session ends', async (_app: TestApp, ada: ApiUser) => ada.call(calls.logout, {})],
    [
      'its account is blocked',
      async (app: TestApp) => blockAccount(app.services, await onlyOwner(app), byOperator),
    ],
    [
      'its account is deleted',
      async (_app: TestApp, ada: ApiUser) => ada.call(calls.deleteAccount, {}),
    ],
    ['the server stops', async (app: TestApp) => void app.server.close()],
  ])('ends soon after %s', async (_when, end) => {
    const app = await makeListeningApp(database)
    const ada = await app.signUp()
    const watch = await startWatching(app, ada)
    await watch.next()
    await end(app, ada)
    const endedAt = performance.now()
    await watch.end()
    // A second between checks, and time for a busy machine, but no heartbeat.
    expect(performance.now() - endedAt).toBeLessThan(20_000)
    // The client keeps its connection, for which a stopping server would wait.
    app.server.server.closeAllConnections()
  })

  test('ends soon after its token is revoked', async () => {
    const app = await makeListeningApp(database)
    const ada = await app.signUp()
    const { id: tokenId, token } = await ada.call(calls.createToken, {
      name: 'Script',
      scopes: ['library:read'],
    })
    const watch = await startWatching(app, app.program(token), { authorization: `Bearer ${token}` })
    await watch.next()
    await ada.call(calls.revokeToken, { tokenId })
    await watch.end()
  })

  test('is limited to twelve streams per account, which end with their clients', async () => {
    const app = await makeListeningApp(database, { RATE_LIMITS: 'on' })
    const ada = await app.signUp()
    const watches = []
    for (let count = 0; count < 12; count++) watches.push(await startWatching(app, ada))
    await expect(startWatching(app, ada)).rejects.toThrow('429')
    for (const watch of watches) watch.leave()
    await expect.poll(() => startWatching(app, ada).then((watch) => watch.next())).toBeDefined()
  })

  test('is limited to a thousand streams per process', async () => {
    const app = await makeListeningApp(database)
    const ada = await app.signUp()
    const owner = await onlyOwner(app)
    const { changes } = app.services
    const watched = Array.from({ length: 1_000 }, () => changes.watch(owner))
    await expect(startWatching(app, ada)).rejects.toThrow('429')
    watched[0]?.stop()
    const watch = await startWatching(app, ada)
    await watch.next()
    for (const { stop } of watched.slice(1)) stop()
  })
})

/** Watches over HTTP until the end of the test. */
async function startWatching(app: TestApp, user: ApiUser, headers: Record<string, string> = {}) {
  const address = app.server.server.address()
  if (address === null || typeof address === 'string')
    throw new Error('The server does not listen.')
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const cookie = [...user.cookies].map((pair) => pair.join('=')).join('; ')
  const response = await fetch(`http://127.0.0.1:${address.port}/api/library/watch`, {
    headers: { cookie, ...headers },
    signal: leaving.signal,
  })
  if (!response.ok || response.body === null) throw new Error(String(response.status))
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  return {
    /** The next line. */
    async next(): Promise<unknown> {
      while (!unread.includes('\n')) {
        const { value, done } = await reader.read()
        if (done) throw new Error('The stream has ended.')
        unread += value
      }
      const [line = '', ...rest] = unread.split('\n')
      unread = rest.join('\n')
      return JSON.parse(line)
    },
    /** Resolves with the end of the stream, whether orderly or not. */
    async end(): Promise<void> {
      for (;;) {
        const { done } = await reader.read().catch(() => ({ done: true }))
        if (done) return
      }
    },
    leave: () => leaving.abort(),
  }
}
