import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqlite } from '#server/db/sqlite/sqlite-engine.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

describe('Reads of one event loop turn', () => {
  let directory: string
  let own: ReturnType<typeof openSqlite>
  let other: ReturnType<typeof openSqlite>
  beforeEach(() => {
    directory = makeScratchDirectory('engine')
    const file = join(directory, 'engine.sqlite')
    own = openSqlite(file, { readsTogether: true })
    own.run('create table words (word)', [])
    other = openSqlite(file)
  })
  afterEach(() => {
    own.close()
    other.close()
    rmSync(directory, { recursive: true })
  })

  const add = (engine: typeof own, word: string) =>
    engine.run('insert into words values (?)', [word])
  const words = () => own.run('select word from words', []).rows as { word: string }[]

  test('see one state of the database, and the next turn a later one', async () => {
    expect(words()).toHaveLength(0)
    add(other, 'meanwhile')
    expect(words()).toHaveLength(0)
    await nextTurn()
    expect(words()).toHaveLength(1)
  })

  test('see a write that came before them, of any connection', () => {
    expect(words()).toHaveLength(0)
    add(other, 'by another')
    add(own, 'by ourselves')
    expect(words().map(({ word }) => word)).toEqual(['by another', 'by ourselves'])
  })

  test('do not delay a transaction or read from it', async () => {
    expect(words()).toHaveLength(0)
    own.run('begin immediate', [])
    add(own, 'taken back')
    expect(words()).toHaveLength(1)
    await nextTurn()
    own.run('rollback', [])
    expect(words()).toHaveLength(0)
  })

  test('survive a read that fails', async () => {
    expect(words()).toHaveLength(0)
    expect(() => own.run("select json_extract('{', '$')", [])).toThrow('malformed JSON')
    own.run('begin immediate', [])
    own.run('commit', [])
    await nextTurn()
    expect(words()).toHaveLength(0)
  })
})
