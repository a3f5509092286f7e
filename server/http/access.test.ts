import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, makeTestApp, type TestApp } from '#tests/support/library-test.ts'

const day = 24 * 60 * 60 * 1000
const everyCall = Object.entries<Call>(calls)
const forUsers = everyCall.filter(([, call]) => call.access === 'logged-in')
const forAnyone = everyCall.filter(([, call]) => call.access === 'anyone')
const changing = everyCall.filter(([, call]) => call.method === 'POST' || call.path === 'logout')
const byId = everyCall.flatMap(([name, call]) => idsOf(call).map((id) => [name, id, call] as const))

/** What a call's input names by its id: `promptId`, `folderId` and whatever comes to be. */
function idsOf(call: Call): string[] {
  const { properties = {} } = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties).filter((name) => name.endsWith('Id'))
}

test('Every call is answered', async () => {
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

  it('no call for users is answered', async ({ app, strangers }) => {
    for (const [who, cookies] of Object.entries(strangers)) {
      for (const [name, call] of forUsers) {
        const response = await copyOf(app, cookies).send(call, {})
        const { code } = response.json<{ code: string }>()
        expect([who, name, response.statusCode, code]).toEqual([who, name, 401, 'not_logged_in'])
      }
    }
  })

  it('no call for anyone asks for one', async ({ app, strangers }) => {
    for (const [who, cookies] of Object.entries(strangers)) {
      for (const [name, call] of forAnyone) {
        const { statusCode } = await copyOf(app, cookies).send(call, {})
        // What is not given is complained of, or not found; what is out of reach in a test is Google.
        expect([who, name, statusCode]).toEqual([who, name, expect.toBeOneOf([200, 400, 404, 503])])
      }
    }
  })
})

describe.each(databases)("With somebody else's ids on $name", (database) => {
  const it = libraryTest(database)

  it('every call finds nothing, and changes nothing', async ({ app }) => {
    const ada = await app.signUp('ada@example.com')
    const bob = await app.signUp('bob@example.com')
    const hers = await makeThings(ada)
    const his = await makeThings(bob)
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

describe.each(databases)("With somebody else's things beside one's own on $name", (database) => {
  const it = libraryTest(database)

  it('no call shows anything of theirs', async ({ app }) => {
    const ada = await app.signUp('ada@secret.example')
    const folderId = await ada.makeFolder('Secret folder')
    const promptId = await ada.makePrompt('Secret prompt', { prompt: 'secret' })
    await ada.makePrompt('Secret in a folder', { folderId, notes: 'secret' })
    const bob = await app.signUp('bob@example.com')
    await bob.makeFolder('His folder')
    await bob.makePrompt('His secretary', { prompt: 'A text' })
    const reading = everyCall.filter(([, { method, params, path }]) => {
      return method === 'GET' && params === undefined && path !== 'logout'
    })
    const seen = []
    for (const [name, call] of reading) {
      const { body } = await copyOf(app, bob).send(call, { search: 'secret' })
      for (const theirs of ['Secret ', '@secret', folderId, promptId]) {
        expect([name, body]).not.toEqual([name, expect.stringContaining(theirs)])
      }
      if (body.includes('His ')) seen.push(name)
    }
    expect(seen.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'downloadAccount',
      'listFolders',
      'listPrompts',
      'searchPrompts',
    ])
  })
})

describe('From another site', () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')
  const it = libraryTest(database)

  it('no call that changes something is answered, session or not', async ({ app }) => {
    for (const user of [await app.signUp(), app.visitor()]) {
      for (const [name, call] of changing) {
        const response = await user.send(call, {}, { 'sec-fetch-site': 'cross-site' })
        const { code } = response.json<{ code: string }>()
        expect([name, response.statusCode, code]).toEqual([name, 403, 'cross_site'])
      }
    }
  })
})

/** All that calls with ids ask for beside them. */
const texts = { search: 'text', name: 'Taken', color: 'f1f5f9', prompt: 'over', notes: null }

/** Something of the user's for every kind of id that the contract knows. */
async function makeThings(user: ApiUser): Promise<Record<string, string>> {
  const folderId = await user.makeFolder('Folder')
  const { sessions } = await user.call(calls.listSessions, {})
  const things = {
    folderId,
    promptId: await user.makePrompt('Prompt', { folderId }),
    sessionId: sessions[0]?.id ?? '',
  }
  expect(Object.keys(things)).toEqual(expect.arrayContaining(byId.map(([, id]) => id)))
  return things
}

/** What somebody's library holds. */
async function collect(user: ApiUser): Promise<unknown> {
  const { folders, prompts } = await user.call(calls.downloadAccount, {})
  return { folders, prompts }
}

/** Every way of having no session, by the cookies that the browser sends. */
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

/** A browser with the same cookies, for answers that take them away. */
function copyOf(app: TestApp, user: ApiUser): ApiUser {
  const copy = app.visitor()
  for (const [name, value] of user.cookies) copy.cookies.set(name, value)
  return copy
}
