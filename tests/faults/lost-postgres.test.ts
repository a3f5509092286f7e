import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { makeChance } from '#tests/support/chance.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { checkLibrary } from './support/check-library.ts'
import { checkRows } from './support/check-rows.ts'
import { expectWithin, isLong, report, times } from './support/fault-length.ts'
import { libraryWriter } from './support/library-writer.ts'
import { startMortalPostgres, type MortalPostgres } from './support/mortal-postgres.ts'
import { startSilentProxy } from './support/silent-proxy.ts'
import { siteUser, type SiteUser } from '#tests/support/clients/site-user.ts'
import { writeUnderLoad } from './support/write-under-load.ts'

const kills = times(2, 20)
const boundMs = 15_000
const backWithinMs = 5_000
const stoppedWithinMs = 10_000

let postgres: MortalPostgres

beforeEach(async () => {
  postgres = await startMortalPostgres()
})
afterEach(async () => {
  postgres.thaw()
  await postgres.stop()
})

function start(databaseUrl: string): Promise<ServerProcess> {
  return startServer({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'fatal' }, { hasPromptLimit: false })
}

/** Milliseconds until a user is served again. */
async function untilServed(user: SiteUser): Promise<number> {
  const began = performance.now()
  while ((await user.call(calls.listPrompts, {})).status !== 200) await delay(50)
  return performance.now() - began
}

/** Stops a server and returns how many milliseconds it took. */
async function stopping(server: ServerProcess): Promise<number> {
  const began = performance.now()
  await server.stop()
  return performance.now() - began
}

/** Makes concurrent calls of every kind while the database does not answer. */
async function callWithoutDatabase(
  user: SiteUser,
): Promise<{ statuses: Set<number>; longestMs: number }> {
  const began = performance.now()
  let longestMs = 0
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, n) => [
      user.call(calls.listPrompts, {}),
      user.call(calls.checkHealth, {}),
      user.call(calls.searchPrompts, { search: 'anything' }),
      user.call(calls.createPrompt, { name: `Unanswered ${n}`, color: 'f1f5f9', prompt: 'x' }),
    ])
      .flat()
      .map(async (call) => {
        const { status } = await call
        longestMs = Math.max(longestMs, performance.now() - began)
        return status
      }),
  )
  return { statuses: new Set(outcomes), longestMs }
}

describe('A server whose PostgreSQL', () => {
  test('is killed keeps running, recovers soon after it is back, and has lost nothing', async () => {
    const server = await start(postgres.url)
    const user = siteUser(server.origin, 'ada@example.com')
    await user.signUp()
    const chance = makeChance(4)
    const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']
    const writers = names.map((name) => libraryWriter(user, name, chance))
    const waits: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      const { refusals } = await writeUnderLoad(writers, 60 + chance(60))
      await postgres.kill()
      expect(new Set(await refusals)).toEqual(new Set([503]))
      expect((await user.call(calls.listPrompts, {})).status).toBe(503)
      await postgres.start()
      waits.push(await untilServed(user))
      await checkLibrary(user, writers)
      await checkRows({ kind: 'postgres', url: postgres.url })
    }
    const acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged(), 0)
    report(
      `PostgreSQL killed ${kills} times: ${acknowledged} acknowledged writes, all there; served again ` +
        `after ${Math.round(Math.max(...waits))} ms at most`,
    )
    expectWithin(backWithinMs, Math.max(...waits))
    // The original process.
    expect(await server.stop()).toBe(0)
  }, 300_000)

  test.runIf(isLong)('hangs answers 503 in time, and recovers once it resumes', async () => {
    const server = await start(postgres.url)
    const user = siteUser(server.origin, 'ada@example.com')
    await user.signUp()
    postgres.freeze()
    const { statuses, longestMs } = await callWithoutDatabase(user)
    postgres.thaw()
    report(`PostgreSQL frozen: the last answer after ${Math.round(longestMs)} ms`)
    expect([...statuses]).toEqual([503])
    expectWithin(boundMs, longestMs)
    expectWithin(backWithinMs, await untilServed(user))
    expect(await server.stop()).toBe(0)
  })

  test('is cut off by the network answers 503 in time, and recovers with new connections', async () => {
    const proxy = await startSilentProxy(Number(new URL(postgres.url).port))
    onTestFinished(proxy.stop)
    const url = new URL(postgres.url)
    url.port = String(proxy.port)
    const server = await start(url.href)
    const user = siteUser(server.origin, 'ada@example.com')
    await user.signUp()
    proxy.fallSilent()
    const { statuses, longestMs } = await callWithoutDatabase(user)
    const again = await callWithoutDatabase(user)
    proxy.talkAgain()
    report(
      `PostgreSQL cut off: the last answer after ${Math.round(longestMs)} ms, then ` +
        `${Math.round(again.longestMs)} ms`,
    )
    expect([...statuses, ...again.statuses]).toEqual([503, 503])
    expectWithin(boundMs, Math.max(longestMs, again.longestMs))
    expectWithin(backWithinMs, await untilServed(user))
    // Background work may still wait on a connection that was cut off.
    expectWithin(stoppedWithinMs, await stopping(server))
  })

  test.runIf(isLong)('hangs still stops in time', async () => {
    const server = await start(postgres.url)
    const user = siteUser(server.origin, 'ada@example.com')
    await user.signUp()
    postgres.freeze()
    const unanswered = user.call(calls.listPrompts, {}).catch(() => undefined)
    const stoppedMs = await stopping(server)
    await unanswered
    postgres.thaw()
    expectWithin(stoppedWithinMs, stoppedMs)
  })
})
