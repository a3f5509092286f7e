import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { isForTokens, scopes, type Call } from '#contract/core/call.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import type { Actor } from '#server/core/actor.ts'
import { callOperation, type CallName } from '#server/calls/call-operation.ts'
import { channel } from '#tests/support/clients/channel.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'

const [database] = databases
if (database === undefined) throw new Error('There is no database.')
const it = libraryTest(database)

it('A call runs without HTTP, with its input parsed', async ({ app }) => {
  const reader = await makeReader(app)
  const list = () => callOperation(app.services, 'listPrompts', reader, {}, channel)
  expect((await list()).prompts.map(({ name }) => name)).toEqual(['Poem'])
  expect(await failure(app, 'getPrompt', reader, { promptId: 'x' })).toBe('not_found')
  expect(await failure(app, 'getPrompt', reader, null)).toBe('invalid_request')
})

it('A call is refused to an actor without its scope with 403, and to a stranger with 401', async ({
  app,
}) => {
  const reader = await makeReader(app)
  const others = (Object.keys(calls) as CallName[]).filter(
    (name) => !['public', 'library:read'].includes(calls[name].access),
  )
  expect(others).toEqual(expect.arrayContaining(['createPrompt', 'endSession', 'getProfile']))
  for (const name of others) {
    expect([name, await failure(app, name, reader, {})]).toEqual([name, 'insufficient_scope'])
    expect([name, await failure(app, name, undefined, {})]).toEqual([name, 'not_logged_in'])
  }
})

it('A call for people in browsers is refused to a token, whatever its scopes', async ({ app }) => {
  const { owner, userId, proofId } = await makeReader(app)
  const token: Actor = {
    via: 'token',
    tokenId: '',
    tokenName: '',
    owner,
    userId,
    proofId,
    scopes: new Set(scopes),
  }
  for (const [name, call] of Object.entries<Call>(calls)) {
    if (call.access === 'public' || isForTokens(call)) continue
    const outcome = await failure(app, name as CallName, token, {})
    expect([name, outcome]).toEqual([name, 'insufficient_scope'])
  }
  expect(await callOperation(app.services, 'checkLogin', token, {}, channel)).toMatchObject({
    isLoggedIn: false,
  })
})

it('An operator makes the calls that the contract opens to them, and no other', async ({ app }) => {
  const { owner, userId, proofId } = await makeReader(app)
  // Regardless of its scopes.
  const operator: Actor = { via: 'operator', owner, userId, proofId, scopes: new Set(scopes) }
  const open = []
  for (const [name, call] of Object.entries<Call>(calls)) {
    if (call.access === 'public') continue
    if (call.forOperators) open.push(name)
    else
      expect([name, await failure(app, name as CallName, operator, {})]).toEqual([
        name,
        'insufficient_scope',
      ])
  }
  expect(open.toSorted()).toEqual([
    'deleteAccount',
    'downloadAccount',
    'endApp',
    'endOtherSessions',
    'listApps',
    'listTokens',
    'revokeToken',
  ])
  const { tokens } = await callOperation(app.services, 'listTokens', operator, {}, channel)
  expect(tokens).toEqual([])
  expect(await callOperation(app.services, 'checkLogin', operator, {}, channel)).toMatchObject({
    isLoggedIn: false,
  })
})

it('A file is read for its actor', async ({ app }) => {
  const reader = await makeReader(app)
  const { pieces } = await callOperation(app.services, 'exportLibrary', reader, {}, channel)
  let file = ''
  for await (const piece of pieces) file += piece
  expect(file).toContain('Poem')
})

/** An actor that may read the library of an account with one prompt, and nothing else. */
async function makeReader(app: TestApp): Promise<Actor> {
  const ada = await app.signUp()
  await ada.makePrompt('Poem')
  const user = await app.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  // A stream that takes longer than a second continues as long as the session exists.
  const session = await app.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  return {
    via: 'session',
    tokenHash: session.token_hash,
    provedAt: 0,
    owner: mintOwner(user.owner_no, 'session'),
    userId: user.id,
    scopes: new Set(['library:read'] as const),
    proofId: session.token_hash,
  }
}

function failure(app: TestApp, name: CallName, actor: Actor | undefined, input: unknown) {
  return callOperation(app.services, name, actor, input, channel).catch(
    (error: { errorCode: string }) => error.errorCode,
  )
}
