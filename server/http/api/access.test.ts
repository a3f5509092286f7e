import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Call } from '#contract/core/call.ts'
import { tokenScopes, withIncluded, type TokenScope } from '#contract/core/scopes.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { calls } from '#contract/calls.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { makeAuthenticator } from '#tests/support/clients/authenticator.ts'
import { oauthApp } from '#tests/support/clients/oauth-app.ts'
import { databases } from '#tests/support/databases.ts'
import { origin } from '#tests/support/clients/second-factors.ts'
import { libraryTest, makeTestApp, type TestApp } from '#tests/support/library-test.ts'

const day = 24 * 60 * 60 * 1000
const everyCall = Object.entries<Call>(calls)
const forUsers = everyCall.filter(([, call]) => call.access !== 'public')
const forAnyone = everyCall.filter(([, call]) => call.access === 'public')
const writing = everyCall.filter(([, call]) => call.effect === 'write')
const byId = everyCall.flatMap(([name, call]) => idsOf(call).map((id) => [name, id, call] as const))

/** The ids in a call's input, such as `promptId` and `folderIds`. */
function idsOf(call: Call): string[] {
  return fieldsOf(call).filter((name) => /Ids?$/.test(name))
}

function fieldsOf(call: Call): string[] {
  const { properties = {} } = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties)
}

test('The scope, method and effect of a call agree', () => {
  for (const [name, { access, effect, method }] of everyCall) {
    if (method === 'POST' || access === 'library:write')
      expect([name, effect]).toEqual([name, 'write'])
    if (access === 'library:read') expect([name, effect]).toEqual([name, 'read'])
  }
})

test('Calls that cost credits require `runs`, and calls that use keys of models require `models`', () => {
  const needing = (scope: Call['access']) =>
    everyCall.filter(([, { access }]) => access === scope).map(([name]) => name)
  const answering = (...codes: ErrorCode[]) =>
    everyCall.filter(([, { errors = [] }]) => codes.some((code) => errors.includes(code)))
  for (const [name, { access }] of answering('credits_missing')) {
    expect([name, access]).toEqual([name, 'runs'])
  }
  const keyed = everyCall.filter(([, call]) =>
    fieldsOf(call).some((field) => field === 'key' || field === 'connectionId'),
  )
  for (const [name, { access }] of [...keyed, ...answering('connections_off', 'key_needed')]) {
    expect([name, access]).toEqual([name, name === 'startRun' ? 'runs' : 'models'])
  }
  expect(needing('runs')).toEqual(['startRun', 'followRun', 'stopRun', 'listModels'])
  expect(needing('models')).toHaveLength(6)
})

test('Every call has an operation', async () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')
  const app = await makeTestApp(database)
  const missing = everyCall.filter(
    ([, { method, path }]) => !app.server.hasRoute({ method, url: `/api/${path}` }),
  )
  expect(missing.map(([name]) => name)).toEqual([])
  await app.close()
})

describe.each(databases)('Without a session on $name', (database) => {
  const it = libraryTest(database).extend<{ strangers: Record<string, ApiUser> }>({
    strangers: async ({ app }, provide) => provide(await makeStrangers(app)),
  })

  it('calls that need one answer 401', async ({ app, strangers }) => {
    for (const [who, cookies] of Object.entries(strangers)) {
      for (const [name, call] of forUsers) {
        const response = await copyOf(app, cookies).send(call, {})
        const { code } = response.json<{ code: string }>()
        expect([who, name, response.statusCode, code]).toEqual([who, name, 401, 'not_logged_in'])
      }
    }
  })

  it('public calls work', async ({ app, strangers }) => {
    for (const [who, cookies] of Object.entries(strangers)) {
      for (const [name, call] of forAnyone) {
        const { statusCode } = await copyOf(app, cookies).send(call, {})
        // Input is missing, or nothing is found. Google is unreachable in tests.
        expect([who, name, statusCode]).toEqual([who, name, expect.toBeOneOf([200, 400, 404, 503])])
      }
    }
  })
})

describe.each(databases)("With another user's ids on $name", (database) => {
  const it = libraryTest(database)

  it('every call finds nothing and changes nothing', async ({ app }) => {
    const ada = await app.signUp('ada@example.com')
    const bob = await app.signUp('bob@example.com')
    const hers = await makeThings(app, ada)
    const his = await makeThings(app, bob)
    const before = await collect(ada)

    expect(byId.map(([name]) => name)).toEqual(expect.arrayContaining(['getPrompt', 'movePrompt']))
    for (const [name, id, call] of byId) {
      const input = { ...texts, ...his, [id]: hers[id] }
      const response = await bob.send(call, input)
      const { code } = response.json<{ code: string }>()
      expect([name, id, response.statusCode, code]).toEqual([name, id, 404, 'not_found'])
    }
    expect(await collect(ada)).toEqual(before)
  })
})

describe.each(databases)("With another user's library next to one's own on $name", (database) => {
  const it = libraryTest(database)

  // Rows are in the order in which accounts were created, so a missing condition reveals those on one side only.
  it('no call reveals the data of older or newer accounts', async ({ app }) => {
    const older = await app.signUp('older@secret.example')
    const secrets = await makeLibrary(app, older, 'Secret')
    const bob = await app.signUp('bob@example.com')
    await makeLibrary(app, bob, 'His')
    const newer = await app.signUp('newer@secret.example')
    secrets.push(...(await makeLibrary(app, newer, 'Secret')))
    const reading = everyCall.filter(
      ([, { effect, params }]) => effect === 'read' && params === undefined,
    )
    const seen = []
    for (const [name, call] of reading) {
      const { body } = await copyOf(app, bob).send(call, { search: 'secret his' })
      for (const theirs of ['Secret ', '@secret', ...secrets]) {
        expect([name, body]).not.toEqual([name, expect.stringContaining(theirs)])
      }
      if (body.includes('His ')) seen.push(name)
    }
    expect(seen.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'downloadAccount',
      'exportLibrary',
      'getMyValues',
      'getShelf',
      'listActivity',
      'listApps',
      'listChanges',
      'listConnections',
      'listFolders',
      'listFolderTree',
      'listImports',
      'listLibrary',
      'listModels',
      'listPromptNames',
      'listPrompts',
      'listSkills',
      'listTokens',
      'listTrash',
      'searchPrompts',
    ])
  })
})

const tokenKinds: Record<string, readonly TokenScope[]> = {
  ...Object.fromEntries(tokenScopes.map((scope) => [scope, withIncluded([scope])])),
  rooted: tokenScopes,
  'of the command line, rooted': tokenScopes,
}

describe.each(databases)('With a token on $name', (database) => {
  const it = libraryTest(database)

  it.for(Object.entries(tokenKinds))(
    'every call asks for its scope and root: %s',
    async ([kind, scopes], { app }) => {
      const ada = await app.signUp()
      const things = await makeThings(app, ada)
      const folderId = await ada.makeFolder('Root')
      const isRooted = kind.endsWith('rooted')
      const allowed = { scopes: [...scopes], ...(isRooted && { folderId }) }
      const token = kind.startsWith('of the command line')
        ? await oauthApp(app).commandLineToken(ada, allowed)
        : (await ada.call(calls.createToken, { name: 'Script', ...allowed })).token
      const before = await collect(ada)
      const granted = []
      for (const [name, call] of everyCall) {
        // A person's cookie in the same request, and the origin of another site, make no difference.
        const program = copyOf(app, ada, token)
        const cookies = [...program.cookies]
        const site = { 'sec-fetch-site': call.access === 'public' ? 'same-origin' : 'cross-site' }
        const response = await program.send(call, call.effect === 'write' ? {} : things, site)
        const { code } =
          call.answerAs === undefined || response.statusCode >= 400
            ? response.json<{ code?: string }>()
            : {}
        const refused = !scopes.includes(call.access as TokenScope)
          ? 'insufficient_scope'
          : isRooted && call.within === undefined && 'outside_folder'
        if (call.access === 'public') {
          expect([name, response.statusCode]).toEqual([
            name,
            expect.toBeOneOf([200, 400, 404, 503]),
          ])
        } else if (refused) {
          expect([name, response.statusCode, code]).toEqual([name, 403, refused])
        } else {
          granted.push(name)
          expect([name, code]).not.toEqual([
            name,
            expect.toBeOneOf(['cross_site', 'insufficient_scope', 'not_logged_in']),
          ])
        }
        expect([name, response.headers['set-cookie'], [...program.cookies]]).toEqual([
          name,
          undefined,
          cookies,
        ])
      }
      expect(granted).toContain('listPrompts')
      if (!scopes.includes('library:write')) {
        // Only the token's last-used time may change.
        expect({ ...(await collect(ada)), tokens: before.tokens }).toEqual(before)
      }
      // The session is unchanged.
      await ada.call(calls.listTokens, {})
    },
  )
})

describe('From another site', () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')
  const it = libraryTest(database)

  it('no write is accepted, with or without a session', async ({ app }) => {
    const ada = await app.signUp()
    for (const user of [ada, app.visitor()]) {
      for (const [name, call] of writing) {
        const response = await user.send(call, {}, { 'sec-fetch-site': 'cross-site' })
        const { code } = response.json<{ code: string }>()
        expect([name, response.statusCode, code]).toEqual([name, 403, 'cross_site'])
      }
    }
    // With an invalid token, a call is treated as one without.
    const program = copyOf(app, ada, 'x')
    for (const [name, call] of writing) {
      const response = await program.send(call, {}, { 'sec-fetch-site': 'cross-site' })
      const { code } = response.json<{ code: string }>()
      const refusal = call.access === 'public' ? 'cross_site' : 'token_invalid'
      expect([name, code]).toEqual([name, refusal])
    }
  })
})

/** The rest of the input of calls with ids. */
const texts = {
  search: 'text',
  name: 'Taken',
  color: 'f1f5f9',
  prompt: 'over',
  notes: null,
  values: [],
  number: 1,
  label: 'Mine',
  attempt: '0'.repeat(32),
  text: 'over',
  model: 'm',
  scopes: ['library:read'],
  days: 30,
}

/** Creates a passkey, which is pending until its recovery codes are confirmed. */
async function makePasskey(user: ApiUser): Promise<{ passkeyId: string }> {
  const answer = makeAuthenticator(origin).create(await user.call(calls.getPasskeyOptions, {}))
  return { passkeyId: (await user.call(calls.addPasskey, { answer })).id }
}

/** Creates one object of each kind that the contract has an id for. */
async function makeThings(app: TestApp, user: ApiUser): Promise<Record<string, string | string[]>> {
  const folderId = await user.makeFolder('Folder')
  const { sessions } = await user.call(calls.listSessions, {})
  const { id: tokenId } = await user.call(calls.createToken, {
    name: 'Script',
    scopes: ['library:read'],
  })
  const client = oauthApp(app)
  const { clientId } = await client.connect(user)
  const uid = await client.beginUid(user, clientId)
  const { passkeyId } = await makePasskey(user)
  const [{ id: appId } = { id: '' }] = (await user.call(calls.listApps, {})).apps
  const promptId = await user.makePrompt('Prompt', { folderId })
  const deleted = await user.makePrompt('Deleted')
  const { trashId } = await user.call(calls.deletePrompt, { promptId: deleted })
  // No server listens on this port.
  const address = { dialect: 'openai' as const, baseUrl: 'http://127.0.0.1:1', key: 'secret' }
  const connection = { name: 'Mine', models: ['m'], ...address }
  const { id: connectionId } = await user.call(calls.createConnection, connection)
  const run = { attempt: '1'.repeat(32), promptId, connectionId, values: [], text: 'x', model: 'm' }
  const { runId } = await user.call(calls.startRun, run)
  await user.send(calls.followRun, { runId })
  const things = {
    connectionId,
    runId,
    folderId,
    folderIds: [folderId],
    promptId,
    promptIds: [promptId],
    sessionId: sessions[0]?.id ?? '',
    tokenId,
    appId,
    passkeyId,
    uid,
    trashId,
  }
  expect(Object.keys(things)).toEqual(expect.arrayContaining(byId.map(([, id]) => id)))
  return things
}

/** Creates one object of each kind that is listed, named with `word`. Returns the ids. */
async function makeLibrary(app: TestApp, user: ApiUser, word: string): Promise<string[]> {
  const text = { prompt: `${word} secret, his own` }
  const folderId = await user.makeFolder(`${word} folder`)
  const promptId = await user.makePrompt(`${word} prompt`, text)
  await user.call(calls.notePromptUse, { promptId })
  const named = { ...text, name: `${word} skill`, shortName: word.toLowerCase(), color: 'f1f5f9' }
  await user.call(calls.createPrompt, named)
  const inFolder = await user.makePrompt(`${word} in a folder`, { ...text, folderId })
  const deleted = await user.makePrompt(`${word} deleted`, text)
  await user.call(calls.deletePrompt, { promptId: deleted })
  const address = { dialect: 'openai' as const, baseUrl: 'https://models.example', key: 'key' }
  const models = { name: `${word} models`, models: [`${word} model`] }
  await user.call(calls.createConnection, { ...models, ...address })
  await user.call(calls.setMyValues, { values: [{ name: 'company', value: `${word} company` }] })
  const entry = { kind: 'folder' as const, in: null, name: `${word} import`, color: 'f1f5f9' }
  const attempt = (word === 'His' ? '2' : '3').repeat(32)
  const batch = { attempt, name: `${word} file`, total: 1, from: 0, entries: [entry] }
  await user.call(calls.importEntries, batch)
  const token = { name: `${word} token`, scopes: ['library:read' as const], folderId }
  await user.call(calls.createToken, token)
  await oauthApp(app).connect(user, { folderId }, { client_name: `${word} app` })
  return [folderId, promptId, inFolder, deleted]
}

/** The contents of a user's library. */
async function collect(user: ApiUser): Promise<Record<string, unknown>> {
  const held = await user.call(calls.downloadAccount, {})
  const { folders, prompts, trash, connections, runs, tokens, apps } = held
  return { folders, prompts, trash, connections, runs, tokens, apps }
}

/** Browsers without a valid session, each for another reason. */
async function makeStrangers(app: TestApp): Promise<Record<string, ApiUser>> {
  const forger = app.visitor()
  forger.cookies.set('session', 'x'.repeat(43))
  const sleeper = await app.signUp('sleeper@example.com')
  app.clock.now += 30 * day
  const leaver = await app.signUp('leaver@example.com')
  const deleter = await app.signUp('deleter@example.com')
  const strangers = {
    'no session': app.visitor(),
    'a forged session': forger,
    'an expired session': sleeper,
    'an ended session': copyOf(app, leaver),
    "a deleted user's session": copyOf(app, deleter),
  }
  await leaver.call(calls.logout, {})
  await deleter.call(calls.deleteAccount, {})
  return strangers
}

/** A browser, or a program with a token, with the same cookies, for calls that clear them. */
function copyOf(app: TestApp, user: ApiUser, token?: string): ApiUser {
  const copy = token === undefined ? app.visitor() : app.program(token)
  for (const [name, value] of user.cookies) copy.cookies.set(name, value)
  return copy
}
