import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'

test('The keys by which a distributed PostgreSQL spreads libraries take nothing from them', async () => {
  const postgres = databases.find(({ name }) => name === 'PostgreSQL')
  if (postgres === undefined) throw new Error('There is no PostgreSQL.')
  const app = await makeTestApp(postgres)
  onTestFinished(app.close)
  const ada = await app.signUp()
  const before = await ada.makePrompt('Before', { prompt: 'the same text' })
  // Citus itself is not here; its own functions are left out, and spread nothing.
  for (const statement of await readStatements()) {
    if (!statement.startsWith('select create_')) await sql.raw(statement).execute(app.db)
  }

  const outer = await ada.makeFolder('Outer')
  const inner = await ada.makeFolder('Inner', outer)
  const after = await ada.makePrompt('After', { folderId: inner, prompt: 'the same text' })
  await ada.call(calls.movePrompt, { promptId: before, folderId: inner })
  await ada.call(calls.updatePrompt, {
    promptId: before,
    name: 'Changed',
    color: 'f1f5f9',
    prompt: 'the same text',
  })
  const { prompts } = await ada.call(calls.searchPrompts, { search: 'same text' })
  expect(prompts.map((hit) => hit.id)).toEqual([after, before])
  expect(await ada.failure(calls.createPrompt, promptIn(crypto.randomUUID()))).toEqual([
    404,
    'not_found',
  ])
  await ada.call(calls.deleteFolder, { folderId: outer })
  expect((await ada.call(calls.searchPrompts, { search: 'same text' })).prompts).toEqual([])
  await ada.call(calls.deleteAccount, {})
  expect(await app.db.selectFrom('prompt_search').selectAll().execute()).toEqual([])
})

function promptIn(folderId: string) {
  return { folderId, name: 'Nowhere', color: 'f1f5f9', prompt: 'x' }
}

async function readStatements(): Promise<string[]> {
  const file = await readFile(new URL('../../docs/citus.sql', import.meta.url), 'utf8')
  return file
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
}
