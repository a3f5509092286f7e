import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'

const ownedTables = [
  'folders',
  'prompts',
  'prompt_search',
  'libraries',
  'subscriptions',
  'credit_entries',
]

/** Look-ups by an id that somebody without a session brings: a public link, a provider's event. */
const withoutOwner = [
  /^select "name", "body" from "prompts" where "id" = \$1 and "is_public" = 1$/,
  /^select \* from "subscriptions" where "id" = \$1$/,
  /^select \* from "subscriptions" where "provider" = \$1 and "ended_at" is null and "expires_at" <= /,
]

const color = 'f1f5f9'

test('Every query of a library names its owner, who is what a database may be spread by', async () => {
  const postgres = databases.find(({ name }) => name === 'PostgreSQL')
  if (postgres === undefined) throw new Error('There is no PostgreSQL.')
  const app = await makeTestApp(postgres)
  onTestFinished(app.close)
  const asked = vi.spyOn(Client.prototype, 'query')
  onTestFinished(() => asked.mockRestore())

  const ada = await app.signUp()
  const outer = await ada.makeFolder('Outer')
  const inner = await ada.makeFolder('Inner', outer)
  const promptId = await ada.makePrompt('Poem', { folderId: inner })
  await ada.call(calls.listFolders, { folderId: inner })
  await ada.call(calls.listPrompts, { folderId: inner })
  await ada.call(calls.countFolderContents, { folderId: outer })
  await ada.call(calls.searchPrompts, { search: 'poem' })
  await ada.call(calls.getPrompt, { promptId })
  await ada.call(calls.updatePrompt, { promptId, name: 'Ode', color, prompt: 'x', notes: null })
  await ada.call(calls.updateFolder, { folderId: inner, name: 'Innermost', color })
  await ada.call(calls.togglePromptPublic, { promptId })
  await app.visitor().call(calls.getSharedPrompt, { promptId })
  await ada.call(calls.movePrompt, { promptId, folderId: 'root' })
  await ada.call(calls.deletePrompt, { promptId })
  await ada.call(calls.deleteFolder, { folderId: outer })
  const { link } = await ada.call(calls.checkOut, { id: 'plus-monthly', type: 'monthly' })
  await app.server.inject({
    method: 'POST',
    url: `${new URL(link).pathname}/pay`,
    headers: { cookie: [...ada.cookies].map((pair) => pair.join('=')).join('; ') },
  })
  await ada.call(calls.unsubscribe, {})
  await app.doDuePaymentWork()
  await ada.call(calls.getProfile, {})
  await ada.call(calls.checkLogin, {})
  await ada.call(calls.downloadAccount, {})
  await ada.call(calls.deleteAccount, {})

  const touchesLibrary = new RegExp(
    `\\b(?:from|into|update|join) "?(?:${ownedTables.join('|')})\\b`,
    'i',
  )
  const statements = new Set(
    asked.mock.calls.map(([query]) => toText(query)).filter((text) => touchesLibrary.test(text)),
  )
  expect(statements.size).toBeGreaterThan(30)
  const ownerless = [...statements].filter(
    (text) => !text.includes('owner_no') && !withoutOwner.some((known) => known.test(text)),
  )
  expect(ownerless).toEqual([])
})

/** A statement in one line, as it is asked. */
function toText(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as { text?: string }).text
  return (text ?? '').replaceAll(/\s+/g, ' ').trim()
}
