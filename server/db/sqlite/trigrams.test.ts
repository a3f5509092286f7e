import { sql } from 'kysely'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import {
  beginMergingTrigrams,
  countSegments,
  mergeMoreTrigrams,
  sweepSomeTrigrams,
} from '#server/db/sqlite/trigrams.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const sqlite = databases.find(({ name }) => name === 'SQLite')
if (sqlite === undefined) throw new Error('There is no SQLite.')
const it = libraryTest(sqlite)

it('SQLite’s index of trigrams is merged into one segment, step by step, while others write', async ({
  app,
}) => {
  const ada = await app.signUp()
  await app.liftLimits()
  const ids: string[] = []
  for (let made = 0; made < 40; made++) ids.push(await ada.makePrompt(`Dragon ${made}`))
  for (const promptId of ids.slice(0, 20)) await ada.call(calls.deletePrompt, { promptId })
  while (await sweepSomeTrigrams(app.db));
  expect(await countSegments(app.db)).toBeGreaterThan(1)

  await beginMergingTrigrams(app.db)
  await ada.makePrompt('Dragon in between')
  while (await mergeMoreTrigrams(app.db));
  expect(await countSegments(app.db)).toBeLessThanOrEqual(2)
  const { prompts } = await ada.call(calls.searchPrompts, { search: 'dragon' })
  expect(prompts).toHaveLength(21)
  await sql`insert into prompt_trigrams (prompt_trigrams, rank)
    values ('integrity-check', 1)`.execute(app.db)
})
