import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'

const mostBytes = 5_000_000

/** Copies a row of a table many times, each with a number at the end of its name. */
async function multiply(app: TestApp, table: 'folders' | 'prompts', count: number, name: string) {
  const numbers = sql`with recursive numbers(n) as (
    select 1 union all select n + 1 from numbers where n < ${sql.lit(count)}
  ) select n from numbers`
  const card = sql`replace(card, '"id":"', '"id":"' || n || '-')`
  const others =
    table === 'folders'
      ? sql`parent_id, folded_name, color, created_at`
      : sql`folder_id, color, is_public, ${card}, created_at, updated_at, notes, body`
  const columns =
    table === 'folders'
      ? sql`parent_id, folded_name, color, created_at`
      : sql`folder_id, color, is_public, card, created_at, updated_at, notes, body`
  await sql`insert into ${sql.table(table)} (rid, owner_no, id, name, sort_key, ${columns})
    select rid + 100 * n, owner_no, n || '-' || id, name, sort_key, ${others}
    from ${sql.table(table)} cross join (${numbers}) as numbers where name = ${name}`.execute(
    app.db,
  )
}

describe.each(databases)('A long list on $name', (database) => {
  const it = libraryTest(database)

  it('comes whole and in order, piece by piece', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const folderId = await ada.makeFolder('Folder')
    for (const name of ['b', 'A', 'c']) {
      await ada.makePrompt(name, { folderId })
      await ada.makeFolder(name, folderId)
      // The same name and key: by their ids then.
      await multiply(app, 'prompts', 300, name)
      await multiply(app, 'folders', 300, name)
    }
    const { prompts, ...rest } = await ada.call(calls.listPrompts, { folderId })
    expect(rest).toEqual({})
    const { folders, hasMore } = await ada.call(calls.listFolders, { folderId })
    expect(hasMore).toBeUndefined()
    for (const list of [prompts, folders]) {
      expect(list).toHaveLength(903)
      expect(new Set(list.map(({ id }) => id)).size).toBe(903)
      expect(list.map(({ name }) => name)).toEqual(
        ['A', 'b', 'c'].flatMap((name) => Array<string>(301).fill(name)),
      )
    }
    expect((await ada.call(calls.listFolders, {})).folders).toMatchObject([
      { promptCount: 903, folderCount: 903 },
    ])
  })

  it('ends before an answer is too long, and says so', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const name = '\u0001'.repeat(200)
    await ada.makePrompt(name, { prompt: '\u0001'.repeat(1_000) })
    await ada.makeFolder(name)
    await multiply(app, 'prompts', 2_500, name)
    await multiply(app, 'folders', 6_000, name)
    for (const call of [calls.listPrompts, calls.listFolders]) {
      const { body } = await ada.send(call, {})
      expect(Buffer.byteLength(body)).toBeLessThan(mostBytes)
      expect(JSON.parse(body)).toMatchObject({ hasMore: true })
    }
  })
})
