import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Call } from '#contract/core/call.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { lockLibrary } from '#server/users/libraries.queries.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import { makeChance } from '#tests/support/chance.ts'
import { LibraryCopy } from '#tests/support/clients/library-copy.ts'
import { siteUser } from '#tests/support/clients/site-user.ts'
import { readChangeNo, readRows, rowsWithin, withoutUse } from '#tests/support/library-rows.ts'
import { randomChanges } from '#tests/support/random-changes.ts'
import { findFreePort, startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { CallError } from '#tests/support/site-client.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { makeDurableDatabase } from './support/durable-database.ts'
import { isLong, report, times } from './support/fault-length.ts'
import { followLibrary, isOutage } from './support/follow-library.ts'
import { startMortalPostgres } from './support/mortal-postgres.ts'

const rounds = times(1, 5)
const writers = 8
const changesBefore = 30
/** Longer than a statement may take. */
const frozenMs = 15_000

describe.each(['SQLite', 'PostgreSQL'])('A copy that follows a library on %s', (name) => {
  test('equals it at its number, while eight writers change it and its servers are killed', async () => {
    const postgres = name === 'PostgreSQL' ? await startMortalPostgres() : undefined
    if (postgres) onTestFinished(postgres.stop)
    const { location, environment } = postgres
      ? {
          location: { kind: 'postgres' as const, url: postgres.url },
          environment: { DATABASE_URL: postgres.url },
        }
      : await makeDurableDatabase(name)
    // On PostgreSQL, the reader's server learns of the changes only from the database.
    const places = await Promise.all(
      (postgres ? ['writers', 'reader'] : ['all']).map(async () => ({
        ...environment,
        PORT: String(await findFreePort()),
        LOG_LEVEL: 'fatal',
      })),
    )
    const servers: ServerProcess[] = []
    const start = async () => {
      for (const place of places) servers.push(await startServer(place, { hasPromptLimit: false }))
    }
    const stop = async (signal?: NodeJS.Signals) => {
      for (const server of servers.splice(0)) await server.stop(signal)
    }
    await start()
    onTestFinished(() => stop())
    const writer = siteUser(servers[0]?.origin ?? '', 'ada@example.com')
    await writer.signUp()
    const { id: root } = await writer.ask(calls.createFolder, { name: 'Root', color: 'f1f5f9' })
    const readingOrigin = servers.at(-1)?.origin ?? ''
    const reader = siteUser(readingOrigin, 'ada@example.com')
    await reader.signIn()
    const db = openDatabase(location)
    onTestFinished(() => db.close())
    const { owner_no } = await db.main
      .selectFrom('libraries')
      .select('owner_no')
      .executeTakeFirstOrThrow()
    const owner = mintOwner(owner_no, 'session')

    const whole = new LibraryCopy(reader.ask)
    const ofFolder = new LibraryCopy(reader.ask, root)
    const follower = followLibrary(reader, readingOrigin, [whole, ofFolder])
    const change = randomChanges(send, root, makeChance(18))
    const accidents: (() => Promise<void>)[] = [
      async () => {
        await stop('SIGKILL')
        await start()
      },
    ]
    if (postgres) {
      accidents.push(async () => {
        await postgres.kill()
        await postgres.start()
      })
    }
    if (postgres && isLong) {
      accidents.push(async () => {
        postgres.freeze()
        await delay(frozenMs)
        postgres.thaw()
      })
    }
    let applied = 0
    let compared = 0
    for (let round = 0; round < rounds; round++) {
      for (const accident of accidents) {
        const over = new AbortController()
        const writing = Promise.all(
          Array.from({ length: writers }, async () => {
            while (!over.signal.aborted) {
              try {
                if (await change()) applied++
              } catch (error) {
                if (!isOutage(error)) throw error
                await delay(20)
              }
            }
          }),
        )
        await untilApplied()
        await accident()
        // Also what follows the first number of a new stream has to arrive.
        await untilApplied()
        if (postgres) await compareAmidChanges()
        over.abort()
        await writing
        await compare()
      }
    }
    report(
      `${name}: ${applied} changes, ${rounds * accidents.length} kills, ${compared} comparisons`,
    )
    await follower.stop()

    async function send(call: Call, input: object): Promise<{ answer?: object }> {
      const { status, code, answer } = await writer.call(call, input)
      if (status >= 500) throw new CallError(status, code)
      return answer ? { answer } : {}
    }

    async function untilApplied(): Promise<void> {
      const before = applied
      await waitFor(() => expect(applied - before).toBeGreaterThan(changesBefore))
    }

    /** Compares while other changes have begun, and wait. */
    function compareAmidChanges(): Promise<void> {
      return db.main.transaction().execute(async (transaction) => {
        await lockLibrary(transaction, owner)
        await compare()
      })
    }

    /** Compares once the copies have followed up to the last number. */
    async function compare(): Promise<void> {
      await waitFor(async () => {
        const last = String(await readChangeNo(db.main))
        expect([whole.cursor, ofFolder.cursor]).toEqual([last, last])
      })
      const library = await readRows(db.main, owner)
      expect(withoutUse(whole.rows())).toEqual(withoutUse(library))
      expect(withoutUse(ofFolder.rows())).toEqual(withoutUse(rowsWithin(library, root)))
      compared++
    }
  }, 600_000)
})
