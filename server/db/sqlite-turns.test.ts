import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSqliteInBackground } from '#server/db/sqlite-background.ts'
import { sqliteDialect } from '#server/db/sqlite-dialect.ts'
import { openSqlite, type SqliteEngine } from '#server/db/sqlite-engine.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

/** A database of words as its server has it, and as another program sees it. */
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
    file,
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
  ['on the thread that answers', openSqlite],
  ['in the background', openSqliteInBackground],
])('Transactions that come together, %s,', (_, openEngine) => {
  test.each(['one', 'two', 'three'])('can fail alone: number %s', async (failing) => {
    const { add, wordsElsewhere } = await openWords(openEngine)
    const all = ['one', 'two', 'three']
    const outcomes = await Promise.allSettled(
      all.map((word) =>
        add(word, async () => {
          if (word === failing) throw new Error('Taken back')
        }),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(
      all.map((word) => (word === failing ? 'rejected' : 'fulfilled')),
    )
    expect(await wordsElsewhere()).toEqual(all.filter((word) => word !== failing))
  })

  test('wait for one that takes its time', async () => {
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

  test('are read by nobody before they are on the disk', async () => {
    const { add, wordsHere, wordsElsewhere } = await openWords(openEngine)
    const made = add('one')
    expect(await wordsHere()).toEqual(['one'])
    expect(await wordsElsewhere()).toEqual(['one'])
    await made
  })

  test('are all refused where a full disk has undone them all, and the next is made', async () => {
    const { own, add, wordsElsewhere } = await openWords(openEngine)
    await sql`pragma max_page_count = 20`.execute(own)
    const [small, large, following] = await Promise.allSettled([
      add('one'),
      add('x'.repeat(100_000)),
      add('three'),
    ])
    const refusal = {
      status: 'rejected',
      reason: { errcode: 13, message: 'database or disk is full' },
    }
    expect(small).toMatchObject(refusal)
    expect(large).toMatchObject(refusal)
    expect(following.status).toBe('fulfilled')
    expect(await wordsElsewhere()).toEqual(['three'])
  })
})

test('Transactions of one turn go to the disk together', async () => {
  const { file, add, wordsElsewhere } = await openWords(openSqlite)
  const before = countCommits(file)
  await Promise.all(['one', 'two', 'three'].map((word) => add(word)))
  expect(countCommits(file)).toBe(before + 1)
  expect(await wordsElsewhere()).toEqual(['one', 'two', 'three'])
})

/** Of SQLite's log: a header of 32 bytes, then frames of 24 and a page, which say whether they end a commit. */
function countCommits(file: string): number {
  const log = readFileSync(`${file}-wal`)
  const frame = 24 + log.readUInt32BE(8)
  let commits = 0
  for (let at = 32; at + frame <= log.length; at += frame) {
    if (log.readUInt32BE(at + 4) > 0) commits += 1
  }
  return commits
}
