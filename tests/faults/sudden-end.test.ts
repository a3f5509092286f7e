import { setImmediate as untilNextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { makeChance } from '#tests/support/chance.ts'
import { findFreePort, startServer } from '#tests/support/server-process.ts'
import { checkLibrary } from './support/check-library.ts'
import { checkRows } from './support/check-rows.ts'
import { makeDurableDatabase } from './support/durable-database.ts'
import { expectNoRefusal, report, times } from './support/fault-length.ts'
import { libraryWriter } from './support/library-writer.ts'
import { siteUser } from '#tests/support/clients/site-user.ts'
import { writeUnderLoad } from './support/write-under-load.ts'

const cycles = times(3, 50)

describe.each(['SQLite', 'PostgreSQL'])('A server on %s that is killed while writing', (name) => {
  test('restarts with everything that it acknowledged, and no partial writes', async () => {
    const chance = makeChance(20_26)
    const { location, environment } = await makeDurableDatabase(name)
    const where = { ...environment, PORT: String(await findFreePort()) }
    let server = await startServer(where, { hasPromptLimit: false })
    const users = ['ada', 'grace'].map((one) => siteUser(server.origin, `${one}@example.com`))
    for (const user of users) await user.signUp()
    const accounts = users.map((user) => ({
      user,
      writers: ['first', 'second', 'third'].map((one) => libraryWriter(user, one, chance)),
    }))
    const writers = accounts.flatMap((account) => account.writers)

    let fates = { done: 0, undone: 0 }
    for (let cycle = 0; cycle < cycles; cycle++) {
      const { refusals } = await writeUnderLoad(writers, 40 + chance(60))
      for (let turns = chance(20); turns > 0; turns--) await untilNextTurn()
      await server.stop('SIGKILL')
      expectNoRefusal(await refusals, server.takeLog())
      server = await startServer(where, { hasPromptLimit: false })
      for (const { user, writers: own } of accounts) {
        const { done, undone } = await checkLibrary(user, own)
        fates = { done: fates.done + done, undone: fates.undone + undone }
      }
      await checkRows(location)
    }
    expect(await server.stop()).toBe(0)
    const acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged(), 0)
    report(
      `${name}: killed ${cycles} times, ${acknowledged} acknowledged writes, all there; of those without ` +
        `an answer ${fates.done} done whole and ${fates.undone} not at all`,
    )
  }, 600_000)
})
