import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { isForTokens, type Call } from '#contract/core/call.ts'
import { blockAccount, unblockAccount } from '#server/accounts/blocking/block-account.ts'
import { findAccount } from '#server/operate/admin/find-account.ts'
import { sendResetLink } from '#server/accounts/password/send-reset-link.ts'
import { identifySession } from '#server/accounts/session/identify-session.ts'
import { startSession } from '#server/accounts/session/start-session.ts'
import { whileValid } from '#server/calls/while-valid.ts'
import { byOperator } from '#server/users/record-activity.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { channel } from '#tests/support/clients/channel.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { beginFactorReset } from '#server/accounts/factors/reset-factors.ts'
import { addApp, addPasskey } from '#tests/support/clients/second-factors.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import { mailedToken } from '#tests/support/mailed-links.ts'
import {
  goToGoogle,
  startOpenIdProvider,
  type OpenIdProvider,
} from '#tests/support/servers/openid-provider.ts'
import { startModelServer, type ModelServer } from '#tests/support/servers/model-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const password = 'correct horse'
const everyCall = Object.entries<Call>(calls)
const forUsers = everyCall.filter(([, { access }]) => access !== 'public')
const forPrograms = forUsers.filter(([, call]) => isForTokens(call))

type PublicCall = {
  [Name in keyof typeof calls]: (typeof calls)[Name]['access'] extends 'public' ? Name : never
}[keyof typeof calls]

type Answer = [status: number, code?: string]
type About = { app: TestApp; ada: ApiUser; email: string }
/** Prepares a way of logging in while the account is open. Returns a function that tries it. */
type Way = (about: About) => Promise<() => Promise<Answer>>

const blocked: Answer = [403, 'account_blocked']
const fine: Answer = [200]

/** The public calls that concern an account, and their answers while it is blocked and after it is open again. */
const ways: Partial<Record<PublicCall, { way: Way; whileBlocked: Answer; after?: Answer }>> = {
  login: {
    whileBlocked: blocked,
    way: async ({ app, email }) => login(app, email, password),
  },
  loginWithGoogle: {
    whileBlocked: blocked,
    way: async ({ app, email }) => {
      google.person = { subject: email, email, isVerified: true, domain: 'example.com' }
      return async () => {
        const user = app.visitor()
        return answerOf(user, calls.loginWithGoogle, await goToGoogle(user))
      }
    },
  },
  verifyEmail: {
    whileBlocked: blocked,
    way: async ({ app }) => byLink(app, calls.verifyEmail, await mailedToken(app, 'verify-email')),
  },
  undoEmailChange: {
    whileBlocked: blocked,
    way: async ({ app, ada, email }) => {
      await ada.call(calls.changeEmail, { email: `new-${email}` })
      await ada.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
      return byLink(app, calls.undoEmailChange, await mailedToken(app, 'undo-email'))
    },
  },
  getResetToken: {
    whileBlocked: blocked,
    way: async (about) => byResetLink(about, calls.getResetToken, {}),
  },
  resetPassword: {
    whileBlocked: blocked,
    way: async (about) =>
      byResetLink(about, calls.resetPassword, { password: 'new word', cPassword: 'new word' }),
  },
  signInWithPasskey: {
    whileBlocked: blocked,
    way: async ({ app, ada }) => {
      const { authenticator } = await addPasskey(ada)
      return async () => {
        const visitor = app.visitor()
        const answer = authenticator.get(await visitor.call(calls.getSignInOptions, {}))
        return answerOf(visitor, calls.signInWithPasskey, { answer })
      }
    },
  },
  signInWithCode: {
    // Blocking ends pending logins.
    whileBlocked: [400, 'sign_in_expired'],
    after: [400, 'sign_in_expired'],
    way: async (about) => {
      const { visitor, code } = await waitForCode(about)
      return () => answerOf(visitor, calls.signInWithCode, { code })
    },
  },
  getPendingLogin: {
    whileBlocked: [400, 'sign_in_expired'],
    after: [400, 'sign_in_expired'],
    way: async (about) => {
      const { visitor } = await waitForCode(about)
      return () => answerOf(visitor, calls.getPendingLogin, {})
    },
  },
  stopFactorReset: {
    whileBlocked: blocked,
    way: async ({ app, ada, email }) => {
      await addApp(app, ada)
      await beginFactorReset(app.services, await ownerOf(app, email))
      return byLink(app, calls.stopFactorReset, await mailedToken(app, 'stop-reset'))
    },
  },
  getSharedPrompt: {
    whileBlocked: [404, 'not_found'],
    way: async ({ app, ada }) => {
      const promptId = await ada.makePrompt('Poem')
      await ada.call(calls.togglePromptPublic, { promptId })
      return () => answerOf(app.visitor(), calls.getSharedPrompt, { promptId })
    },
  },
  // Nothing reveals that the account exists, or is blocked.
  sendResetLink: {
    whileBlocked: fine,
    way: async ({ app, email }) => {
      return () => answerOf(app.visitor(), calls.sendResetLink, { email })
    },
  },
  register: {
    whileBlocked: [409, 'email_taken'],
    after: [409, 'email_taken'],
    way: async ({ app, email }) => {
      const form = { email, password, cpassword: password }
      return () => answerOf(app.visitor(), calls.register, form)
    },
  },
}

/** Public calls that concern no account, or only the session. */
const others: PublicCall[] = [
  'checkHealth',
  'checkLogin',
  'getGoogleLink',
  'getPage',
  'getSignInOptions',
  'listPlans',
  'logout',
]

let google: OpenIdProvider
let models: ModelServer
beforeAll(async () => {
  google = await startOpenIdProvider('http://localhost:3000')
  models = await startModelServer()
})
afterAll(() => Promise.all([google.stop(), models.close()]))

test('Every public call is classified as a way into an account or not', () => {
  const named = everyCall.filter(([, { access }]) => access === 'public').map(([name]) => name)
  expect([...Object.keys(ways), ...others].toSorted()).toEqual(named.toSorted())
})

describe.each(databases)('A blocked account on $name', (database) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeTestApp(database, { environment: google.environment })
  })
  afterAll(() => app.close())
  const it = libraryTest(database)

  it.for(Object.entries(ways))('answers to %s, and is whole again after', async ([name, tried]) => {
    const email = `${name.toLowerCase()}@example.com`
    await app.db.deleteFrom('mails').execute()
    const ada = await app.signUp(email, password)
    const attempt = await tried.way({ app, ada, email })
    const owner = await ownerOf(app, name === 'undoEmailChange' ? `new-${email}` : email)
    await blockAccount(app.services, owner, byOperator)
    expect(await attempt()).toEqual(tried.whileBlocked)
    expect(await mailsTo(app, owner)).toBe(0)
    expect(await sessionsOf(app, owner)).toBe(0)
    await unblockAccount(app.services, owner, byOperator)
    expect(await attempt()).toEqual(tried.after ?? fine)
  })

  it('reveals this only to someone who has the password', async ({ app: other }) => {
    await other.signUp('ada@example.com', password)
    const wrong = await login(other, 'ada@example.com', 'wrong horse')
    const open = await wrong()
    await blockAccount(other.services, await ownerOf(other, 'ada@example.com'), byOperator)
    expect(await wrong()).toEqual(open)
    expect(open).toEqual([400, 'password_wrong'])
  })

  it('has no session and no token, then or later', async ({ app: other }) => {
    const ada = await other.signUp()
    const session = new Map(ada.cookies)
    const script = { name: 'Script', scopes: ['library:read' as const] }
    const { token } = await ada.call(calls.createToken, script)
    const owner = await ownerOf(other, 'ada@example.com')
    const expectNone = async () => {
      for (const [name, call] of forUsers) {
        for (const [key, value] of session) ada.cookies.set(key, value)
        expect([name, ...(await answerOf(ada, call, {}))]).toEqual([name, 401, 'not_logged_in'])
      }
      for (const [name, call] of forPrograms) {
        const answer = await answerOf(other.program(token), call, {})
        expect([name, ...answer]).toEqual([name, 401, 'token_invalid'])
      }
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
      const mcp = await other.server.inject({ method: 'POST', url: '/mcp', headers, payload: {} })
      expect(mcp.statusCode).toBe(401)
      const page = '/sandbox/checkout/01a1fc2c-43c7-7eda-9052-213b5df26ec4'
      const cookie = [...session].map((pair) => pair.join('=')).join('; ')
      const { headers: sent } = await other.server.inject({ url: page, headers: { cookie } })
      expect(sent.location).toBe('/login')
      for (const [key, value] of session) ada.cookies.set(key, value)
      expect(await ada.call(calls.checkLogin, {})).toMatchObject({ isLoggedIn: false })
    }
    const rows = {
      sessions: await other.db.selectFrom('sessions').selectAll().execute(),
      tokens: await other.db.selectFrom('tokens').selectAll().execute(),
    }
    await blockAccount(other.services, owner, byOperator)
    expect(await sessionsOf(other, owner)).toBe(0)
    // As logins leave them that began before the account was blocked.
    await other.db.insertInto('sessions').values(rows.sessions).execute()
    await other.db.insertInto('tokens').values(rows.tokens).execute()
    await expectNone()
    await unblockAccount(other.services, owner, byOperator)
    await expectNone()
  })

  it('starts no session for a login that was admitted before', async ({ app: other }) => {
    await other.signUp('ada@example.com', password)
    const owner = await ownerOf(other, 'ada@example.com')
    const account = { issuer: 'https://accounts.google.com', subject: 'ada' }
    const columns = { google_issuer: account.issuer, google_subject: account.subject }
    await other.db.updateTable('users').set(columns).execute()
    await blockAccount(other.services, owner, byOperator)
    const started = startSession(other.services, owner, channel, {
      by: 'google',
      google: account,
      isBoth: true,
    })
    await expect(started).rejects.toMatchObject({ errorCode: 'account_blocked' })
    expect(await sessionsOf(other, owner)).toBe(0)
  })

  it('gets no mail', async ({ app: other }) => {
    await other.signUp('ada@example.com', password)
    const owner = await ownerOf(other, 'ada@example.com')
    expect(await mailsTo(other, owner)).toBe(1)
    await blockAccount(other.services, owner, byOperator)
    await sendResetLink(other.services, 'ada@example.com', 'en')
    expect(await mailsTo(other, owner)).toBe(0)
  })

  it('stops streams of its sessions within a second', async ({ app: other }) => {
    const ada = await other.signUp()
    const secret = [...ada.cookies.values()].find((value) => value.length === 43) ?? ''
    const session = await identifySession(other.services, secret)
    if (session === undefined) throw new Error('There is no session.')
    const { actor } = session
    await blockAccount(other.services, actor.owner, byOperator)
    const read = async () => {
      for await (const tick of whileValid(other.services, actor, ticks())) {
        expect(tick).toBe('tick')
      }
    }
    await expect(read()).rejects.toMatchObject({ errorCode: 'not_logged_in' })
  })

  it('keeps its data and its activity', async ({ app: other }) => {
    const ada = await other.signUp()
    await ada.makePrompt('Poem')
    const owner = await ownerOf(other, 'ada@example.com')
    expect(await blockAccount(other.services, owner, byOperator)).toBe(true)
    expect(await blockAccount(other.services, owner, byOperator)).toBe(false)
    expect(await unblockAccount(other.services, owner, byOperator)).toBe(true)
    expect(await unblockAccount(other.services, owner, byOperator)).toBe(false)
    await ada.signIn('ada@example.com', password)
    expect((await ada.call(calls.listPrompts, {})).prompts).toMatchObject([{ name: 'Poem' }])
    const { activity } = await ada.call(calls.listActivity, {})
    const byThem = activity.filter(({ via }) => via === 'operator').map(({ kind }) => kind)
    expect(byThem.toSorted()).toEqual(['account_blocked', 'account_unblocked'])
  })

  it('ends open streams, and stops its runs', async ({ app: other }) => {
    const ada = await other.signUp()
    const promptId = await ada.makePrompt('Poem')
    const connection = { name: 'Mine', dialect: 'openai' as const, key: '', models: ['endless'] }
    const { id: connectionId } = await ada.call(calls.createConnection, {
      ...connection,
      baseUrl: models.baseUrls.openai,
    })
    const attempt = 'b'.repeat(32)
    const run = { attempt, promptId, connectionId, values: [], text: 'x', model: 'endless' }
    const { runId } = await ada.call(calls.startRun, run)
    const origin = await other.server.listen({ host: '127.0.0.1', port: 0 })
    const cookie = [...ada.cookies].map((pair) => pair.join('=')).join('; ')
    const { body } = await fetch(`${origin}/api/runs/follow?runId=${runId}`, {
      headers: { cookie },
      signal: AbortSignal.timeout(20_000),
    })
    const reader = body?.getReader()
    onTestFinished(() => reader?.cancel().catch(() => {}))
    await reader?.read()
    const owner = await ownerOf(other, 'ada@example.com')
    await blockAccount(other.services, owner, byOperator)
    const readAll = async () => {
      while (!(await reader?.read())?.done);
    }
    await readAll().catch((error: unknown) => expect(error).toBeInstanceOf(TypeError))
    await waitFor(async () => {
      const { state } = await other.db
        .selectFrom('runs')
        .select('state')
        .where('id', '=', runId)
        .executeTakeFirstOrThrow()
      expect(state).toBe('stopped')
    })
  })
})

/** Three seconds of them. */
async function* ticks(): AsyncGenerator<string> {
  for (let count = 0; count < 30; count++) {
    await delay(100)
    yield 'tick'
  }
}

/** A login by password that waits for a code. */
async function waitForCode({
  app,
  ada,
  email,
}: About): Promise<{ visitor: ApiUser; code: string }> {
  const { codes } = await addApp(app, ada)
  const visitor = app.visitor()
  const entered = await answerOf(visitor, calls.login, { email, password })
  expect(entered).toEqual([403, 'second_factor_needed'])
  return { visitor, code: codes[0] ?? '' }
}

async function login(app: TestApp, email: string, word: string): Promise<() => Promise<Answer>> {
  return () => answerOf(app.visitor(), calls.login, { email, password: word })
}

function byLink(app: TestApp, call: Call, token: string): () => Promise<Answer> {
  return () => answerOf(app.visitor(), call, { token })
}

async function byResetLink({ app, ada, email }: About, call: Call, input: object) {
  await ada.call(calls.sendResetLink, { email })
  const token = await mailedToken(app, 'reset')
  return () => answerOf(app.visitor(), call, input, { token })
}

async function answerOf(
  user: ApiUser,
  call: Call,
  input: object,
  params: Record<string, string> = {},
): Promise<Answer> {
  const response = await user.send(call, input, {}, params)
  if (response.statusCode === 200) return fine
  return [response.statusCode, response.json<{ code: string }>().code]
}

async function ownerOf(app: TestApp, email: string): Promise<OwnerNo> {
  const owner = await findAccount(app.db, email)
  if (owner === undefined) throw new Error(`There is no account with ${email}.`)
  return owner
}

async function mailsTo(app: TestApp, owner: OwnerNo): Promise<number> {
  const mails = app.db.selectFrom('mails').select('id').where('owner_no', '=', owner)
  return (await mails.execute()).length
}

async function sessionsOf(app: TestApp, owner: OwnerNo): Promise<number> {
  const sessions = app.db.selectFrom('sessions').select('token_hash')
  return (await sessions.where('owner_no', '=', owner).execute()).length
}
