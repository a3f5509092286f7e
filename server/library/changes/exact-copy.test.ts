import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Call } from '#contract/core/call.ts'
import type { CopiedPrompt } from '#contract/library/changes.ts'
import type { ListedPrompt } from '#contract/transfer/export.ts'
import { lockLibrary } from '#server/users/libraries.queries.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { watchLibrary } from '#server/library/changes/watch-library.ts'
import { makeChance } from '#tests/support/chance.ts'
import { LibraryCopy } from '#tests/support/clients/library-copy.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'
import { readChangeNo, readRows, rowsWithin, withoutUse } from '#tests/support/library-rows.ts'
import { randomChanges } from '#tests/support/random-changes.ts'

/** More for a longer search, with another seed. */
const rounds = Number(process.env['COPY_ROUNDS'] ?? 5)
const seed = Number(process.env['COPY_SEED'] ?? 1)
const writers = 8
const changesInRound = 6

describe.each(databases)('A copy on $name', (database) => {
  test('equals the library after each round of concurrent changes that it has followed', async () => {
    const app = await makeTestApp(database, { watches: true })
    const ada = await app.signUp()
    await app.liftLimits()
    const { owner_no } = await app.db
      .selectFrom('libraries')
      .select('owner_no')
      .executeTakeFirstOrThrow()
    const owner = mintOwner(owner_no, 'session')
    const root = await ada.makeFolder('Root')
    const whole = new LibraryCopy(ada.call)
    const ofFolder = new LibraryCopy(ada.call, root)
    const chance = makeChance(seed)
    const send = async (call: Call, input: object) => {
      const response = await ada.send(call, input)
      expect(response.statusCode).toBeLessThan(500)
      return response.statusCode === 200 ? { answer: response.json<object>() } : {}
    }
    const change = randomChanges(send, root, chance)
    const watch = watchLibrary(app.services, owner)
    let applied = 0
    let compared = 0
    for (let round = 0; round < rounds; round++) {
      let isOver = false
      const write = async () => {
        for (let count = 0; count < changesInRound; count++) if (await change()) applied++
      }
      const written = Promise.all(Array.from({ length: writers }, write)).then(() => {
        isOver = true
      })
      const isCaughtUp = async () =>
        isOver &&
        whole.cursor === String(await readChangeNo(app.db)) &&
        whole.cursor === ofFolder.cursor
      while (!(await isCaughtUp())) {
        await watch.next()
        await whole.catchUp()
        await ofFolder.catchUp()
        if (isPostgres(app.db)) await compareAmidChanges()
      }
      await written
      const library = await readRows(app.db, owner)
      expect(withoutUse(whole.rows())).toEqual(withoutUse(library))
      expect(withoutUse(ofFolder.rows())).toEqual(withoutUse(rowsWithin(library, root)))
    }
    if (isPostgres(app.db)) expect(compared).toBeGreaterThan(rounds)
    expect(applied).toBeGreaterThan((rounds * writers * changesInRound) / 2)
    const { prompts } = await ada.call(calls.listLibrary, {})
    expect(whole.rows().prompts.map(toListed)).toEqual(prompts.toSorted(byId))
    await watch.return()
    await app.close()

    /** Compares while other changes have begun, and wait. */
    async function compareAmidChanges(): Promise<void> {
      await app.db.transaction().execute(async (transaction) => {
        await lockLibrary(transaction, owner)
        await whole.catchUp()
        await ofFolder.catchUp()
        expect(whole.cursor).toBe(String(await readChangeNo(app.db)))
        const library = await readRows(app.db, owner)
        expect(withoutUse(whole.rows())).toEqual(withoutUse(library))
        expect(withoutUse(ofFolder.rows())).toEqual(withoutUse(rowsWithin(library, root)))
        compared++
      })
    }
  })
})

function toListed({ id, folderId, shortName, color, updatedAt }: CopiedPrompt): ListedPrompt {
  return { id, folderId, shortName, color, updatedAt }
}

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1
}
