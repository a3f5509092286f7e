import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSqliteInBackground } from '#server/db/sqlite/sqlite-background.ts'
import { sqliteDialect } from '#server/db/sqlite/sqlite-dialect.ts'
import { openSqlite, type SqliteEngine } from '#server/db/sqlite/sqlite-engine.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

/** A database of words, through the server's connection and through another one. */
async function openWords(openEngine: (file: string) => SqliteEngine) {
  const directory = makeScratchDirectory('turns')
  const file = join(directory, 'turns.sqlite')
  const open = (engine: SqliteEngine) =>
    new Kysely<{ words: { word: string } }>({ dialect: sqliteDialect(engine) })
  const own = open(openEngine(file))
  const other = open(openSqlite(file))
  onTestFinished(async () => {
    await own.destroy()
    await other.destroy()
    rmSync(directory, { recursive: true })
  })
  await own.schema.createTable('words').addColumn('word', 'text').execute()
  const wordsIn = async (db: typeof own) =>
    (await db.selectFrom('words').select('word').execute()).map(({ word }) => word)
  return {
    own,
    add: (word: string, then = async () => {}) =>
      own.transaction().execute(async (transaction) => {
        await transaction.insertInto('words').values({ word }).execute()
        await then()
      }),
    wordsHere: () => wordsIn(own),
    wordsElsewhere: () => wordsIn(other),
  }
}

describe.each([
  ['on the main thread', openSqlite],
  ['in the background', (file: string) => openSqliteInBackground(file, 10_000)],
])('Concurrent transactions %s', (_, openEngine) => {
  test.each(['one', 'two', 'three'])('fail alone: number %s', async (failing) => {
    const { add, wordsElsewhere } = await openWords(openEngine)
    const all = ['one', 'two', 'three']
    const outcomes = await Promise.allSettled(
      all.map((word) =>
        add(word, async () => {
          if (word === failing) throw new Error('Rolled back')
        }),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(
      all.map((word) => (word === failing ? 'rejected' : 'fulfilled')),
    )
    expect(await wordsElsewhere()).toEqual(all.filter((word) => word !== failing))
  })

  test('wait for a slow one', async () => {
    const { add, wordsHere } = await openWords(openEngine)
    const slow = add('one', async () => {
      await nextTurn()
      await nextTurn()
    })
    const made = [slow, add('two'), nextTurn().then(() => add('three'))]
    expect(await wordsHere()).toContain('one')
    await Promise.all(made)
    expect(await wordsHere()).toEqual(['one', 'two', 'three'])
  })

  test('are not visible before they are on disk', async () => {
    const { add, wordsHere, wordsElsewhere } = await openWords(openEngine)
    const made = add('one')
    expect(await wordsHere()).toEqual(['one'])
    expect(await wordsElsewhere()).toEqual(['one'])
    await made
  })

  test('a full disk rolls back the transaction that fills it, and no other', async () => {
    const { own, add, wordsElsewhere } = await openWords(openEngine)
    await sql`pragma max_page_count = 20`.execute(own)
    const [small, large, following] = await Promise.allSettled([
      add('one'),
      add('x'.repeat(100_000)),
      add('three'),
    ])
    expect(small.status).toBe('fulfilled')
    expect(large).toMatchObject({
      status: 'rejected',
      reason: { errcode: 13, message: 'database or disk is full' },
    })
    expect(following.status).toBe('fulfilled')
    expect(await wordsElsewhere()).toEqual(['one', 'three'])
  })
})
