import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activityKinds, type Activity, type ActivityKind } from '#contract/accounts/activity.ts'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import { recordActivity } from '#server/users/record-activity.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { holdLock } from '#tests/support/hold-lock.ts'
import { libraryTest, makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import { mailedToken } from '#tests/support/mailed-links.ts'
import {
  goToGoogle,
  startOpenIdProvider,
  type OpenIdProvider,
} from '#tests/support/servers/openid-provider.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const origin = 'http://localhost:3000'
const day = 24 * 60 * 60_000
const password = 'correct horse'
const chosen = 'battery staple'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const browser = { via: 'browser', agent: 'lightMyRequest', network: '127.0.0.0/24' }

let google: OpenIdProvider
beforeAll(async () => {
  google = await startOpenIdProvider(origin)
})
afterAll(() => google.stop())

type Cause = (ada: ApiUser, about: { app: TestApp; email: string }) => Promise<unknown>

/** Calls by a token or an app record these. */
const ofPrograms = [
  'token_created',
  'token_ended',
  'app_connected',
  'app_ended',
  'library_changed',
  'prompt_run',
] as const satisfies ActivityKind[]

/** Actions of an operator record these: `server/operate/admin/run-command.test.ts`. */
const ofOperators = [
  'account_created',
  'account_blocked',
  'account_unblocked',
  'reset_link_created',
  'email_verified',
  'credits_granted',
  'plan_set',
] as const satisfies ActivityKind[]

/** Changes to passkeys, authenticator apps and recovery codes: `server/accounts/factors/`. */
const ofFactors = [
  'passkey_added',
  'passkey_removed',
  'passkey_refused',
  'totp_added',
  'totp_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'code_failed',
  'password_removed',
  'factor_reset_begun',
  'factor_reset_stopped',
  'factors_reset',
] as const satisfies ActivityKind[]

/** The calls that cause each kind. Returns a new reader of the list if the session has ended. */
const causes: Record<
  Exclude<ActivityKind, (typeof ofPrograms | typeof ofOperators | typeof ofFactors)[number]>,
  Cause
> = {
  signed_in: (_ada, { app, email }) => app.visitor().signIn(email, password),
  sign_in_failed: async (_ada, { app, email }) => {
    const wrong = { email, password: 'wrong horse' }
    expect(await app.visitor().failure(calls.login, wrong)).toEqual([400, 'password_wrong'])
  },
  password_changed: (ada) =>
    ada.call(calls.updateProfile, { password, newPassword: chosen, confirmPassword: chosen }),
  password_reset: async (ada, { app, email }) => {
    await ada.call(calls.sendResetLink, { email })
    const token = await mailedToken(app, 'reset')
    await ada.call(calls.resetPassword, { password: chosen, cPassword: chosen }, { token })
    return again(app, email, chosen)
  },
  email_changed: (ada, { app, email }) => changeEmail(ada, app, email),
  email_change_undone: async (ada, { app, email }) => {
    await changeEmail(ada, app, email)
    const token = await mailedToken(app, 'undo-email')
    await app.visitor().call(calls.undoEmailChange, { token })
    const reset = { password: chosen, cPassword: chosen }
    await app.visitor().call(calls.resetPassword, reset, { token: await mailedToken(app, 'reset') })
    return again(app, email, chosen)
  },
  google_linked: async (ada, { app, email }) => {
    await ada.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    await withGoogle(app, email)
  },
  google_took_over: (_ada, { app, email }) => withGoogle(app, email),
  google_unlinked: async (ada, { app, email }) => {
    await ada.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    await withGoogle(app, email)
    await ada.call(calls.unlinkGoogle, {})
  },
  sessions_ended: (ada) => ada.call(calls.endOtherSessions, {}),
  connection_added: (ada) => ada.call(calls.createConnection, connection),
  connection_changed: async (ada) => {
    const { id: connectionId } = await ada.call(calls.createConnection, connection)
    const { key: _, ...former } = connection
    await ada.call(calls.updateConnection, { connectionId, former, models: ['large'] })
  },
  connection_removed: async (ada) => {
    const { id: connectionId } = await ada.call(calls.createConnection, connection)
    await ada.call(calls.deleteConnection, { connectionId })
  },
  prompt_shared: async (ada) =>
    ada.call(calls.togglePromptPublic, { promptId: await ada.makePrompt('Poem') }),
  prompt_unshared: async (ada) => {
    const promptIds = [await ada.makePrompt('Poem')]
    await ada.call(calls.changeSelection, { changes: [{ promptIds, isPublic: 1 }] })
    await ada.call(calls.changeSelection, { changes: [{ promptIds, isPublic: 0 }] })
  },
  library_exported: (ada) => ada.call(calls.exportLibrary, {}),
  account_downloaded: (ada) => ada.call(calls.downloadAccount, {}),
}

const connection = {
  name: 'Mine',
  dialect: 'openai' as const,
  baseUrl: 'https://models.example/v1',
  key: '',
  models: [],
}

async function changeEmail(ada: ApiUser, app: TestApp, email: string): Promise<void> {
  await ada.call(calls.changeEmail, { email: `new-${email}` })
  await ada.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
}

async function again(app: TestApp, email: string, word: string): Promise<ApiUser> {
  const user = app.visitor()
  await user.signIn(email, word)
  return user
}

/** As the owner of the address, at a provider that runs the mailbox. */
async function withGoogle(app: TestApp, email: string): Promise<ApiUser> {
  google.person = { subject: email, email, isVerified: true, domain: 'example.com' }
  const user = app.visitor()
  await user.call(calls.loginWithGoogle, await goToGoogle(user))
  return user
}

async function list(user: ApiUser): Promise<Activity[]> {
  return (await user.call(calls.listActivity, {})).activity
}

const kindsOf = (activity: readonly Activity[]) => activity.map(({ kind }) => kind)

describe.each(databases)('In the activity of an account on $name', (database) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeTestApp(database, { environment: google.environment })
  })
  afterAll(() => app.close())

  test.for(Object.entries(causes))('%s is recorded', async ([kind, cause]) => {
    const email = `${kind}@example.com`
    const ada = await app.signUp(email, password)
    const before = await list(ada)
    const reader = await cause(ada, { app, email })
    const since = await waitFor(async () => {
      const known = new Set(before.map(({ id }) => id))
      const found = (await list(isUser(reader) ? reader : ada)).filter(({ id }) => !known.has(id))
      expect(kindsOf(found)).toContain(kind)
      return found
    })
    expect(since.filter((one) => one.kind === kind)).toEqual([
      expect.objectContaining({ ...browser, count: 1, at: new Date(app.clock.now).toISOString() }),
    ])
  })
})

function isUser(value: unknown): value is ApiUser {
  return typeof value === 'object' && value !== null && 'signIn' in value
}

test('Every kind has a cause', () => {
  expect([...Object.keys(causes), ...ofPrograms, ...ofOperators, ...ofFactors].toSorted()).toEqual(
    activityKinds.toSorted(),
  )
})

describe.each(databases)('The activity of an account on $name', (database) => {
  const it = libraryTest(database)

  async function ownerOf(app: TestApp, email: string): Promise<number> {
    const { owner_no } = await app.db
      .selectFrom('users')
      .select('owner_no')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    return owner_no
  }

  it('lists the newest first, with the action and its origin', async ({ app }) => {
    const ada = await app.signUp()
    app.clock.now += 1
    const promptId = await ada.makePrompt('Poem')
    await ada.send(calls.togglePromptPublic, { promptId }, { 'user-agent': firefox.repeat(3) })
    app.clock.now += 1
    const { id: connectionId } = await ada.call(calls.createConnection, connection)
    app.clock.now += 1
    await ada.call(calls.deleteConnection, { connectionId })
    const [removed, added, shared, signedIn] = await list(ada)
    expect(removed).toMatchObject({ kind: 'connection_removed', name: 'Mine', prompt: null })
    expect(added).toMatchObject({ kind: 'connection_added', name: 'Mine', prompt: null })
    expect(shared).toMatchObject({
      kind: 'prompt_shared',
      agent: firefox.repeat(3).slice(0, 200),
      prompt: { id: promptId, name: 'Poem' },
    })
    expect(signedIn).toMatchObject({ kind: 'signed_in', ...browser })
  })

  it('counts failed logins per day, from any origin', async ({ app }) => {
    const ada = await app.signUp('ada@example.com', password)
    app.clock.now = Math.ceil(app.clock.now / day) * day
    const fail = (email: string, remoteAddress: string) =>
      app.server.inject({
        method: 'POST',
        url: '/api/login',
        remoteAddress,
        payload: { email, password: 'wrong horse' },
      })
    /** Returns the counts of the entries, once they add up to as many failures. */
    const countsOf = (times: number) =>
      waitFor(async () => {
        const failed = (await list(ada)).filter(({ kind }) => kind === 'sign_in_failed')
        const counts = failed.map(({ count }) => count)
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(times)
        return counts
      })
    await fail('ada@example.com', '203.0.113.7')
    await fail('nobody@example.com', '203.0.113.7')
    expect(await countsOf(1)).toEqual([1])
    await fail('ada@example.com', '198.51.100.9')
    expect(await countsOf(2)).toEqual([2])
    expect((await list(ada))[0]).toMatchObject({ network: '198.51.100.0/24' })
    app.clock.now += day
    await fail('ada@example.com', '203.0.113.7')
    expect(await countsOf(3)).toEqual([1, 2])
    const rows = await app.db.selectFrom('activity').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113\.7|198\.51\.100\.9|nobody/)
  })

  it('counts shared prompts per hour and names a single one, while it exists', async ({ app }) => {
    const ada = await app.signUp()
    app.clock.now = Math.ceil(app.clock.now / day) * day
    const promptIds = [await ada.makePrompt('Poem'), await ada.makePrompt('Ode')]
    const [poem = ''] = promptIds
    const share = (ids: string[], isPublic: 0 | 1) =>
      ada.call(calls.changeSelection, { changes: [{ promptIds: ids, isPublic }] })
    const shared = async () => (await list(ada)).filter(({ kind }) => kind === 'prompt_shared')
    await share([poem], 1)
    await share([poem], 1)
    expect(await shared()).toMatchObject([{ count: 1, prompt: { id: poem, name: 'Poem' } }])
    await share(promptIds, 1)
    expect(await shared()).toMatchObject([{ count: 2, prompt: null }])
    await share(promptIds, 0)
    app.clock.now += day / 24
    await share([poem], 1)
    expect(await shared()).toMatchObject([{ count: 1, prompt: { name: 'Poem' } }, { count: 2 }])
    await ada.call(calls.deletePrompt, { promptId: poem })
    expect(await shared()).toMatchObject([{ count: 1, prompt: null }, { count: 2 }])
    const unshared = (await list(ada)).filter(({ kind }) => kind === 'prompt_unshared')
    expect(unshared).toMatchObject([{ count: 2, prompt: null }])
  })

  it('has nothing that did not happen', async ({ app }) => {
    const ada = await app.signUp('ada@example.com', password)
    const before = await list(ada)
    const promptIds = [await ada.makePrompt('Poem'), '00000000-0000-4000-8000-000000000000']
    const missing = [404, 'not_found']
    const changes = [{ promptIds, isPublic: 1 as const }]
    expect(await ada.failure(calls.changeSelection, { changes })).toEqual(missing)
    expect(await ada.failure(calls.exportSelection, { promptIds })).toEqual(missing)
    const [promptId = '', folderId = ''] = promptIds
    expect(await ada.failure(calls.exportLibrary, { folderId })).toEqual(missing)
    await ada.call(calls.exportSelection, { promptIds: [promptId], isCompared: true })
    const wrong = { password: 'wrong horse', newPassword: chosen, confirmPassword: chosen }
    expect(await ada.failure(calls.updateProfile, wrong)).toEqual([400, 'password_wrong'])
    expect(await list(ada)).toEqual(before)
  })

  it('counts each export of the hour once', async ({ app }) => {
    app.clock.now = Math.ceil(app.clock.now / day) * day
    const ada = await app.signUp()
    const promptIds = [await ada.makePrompt('Poem')]
    await ada.call(calls.exportLibrary, {})
    app.clock.now += 1
    await ada.call(calls.exportSelection, { promptIds })
    app.clock.now += 1
    const held = (await ada.call(calls.downloadAccount, {})) as { activity: Activity[] }
    expect(held.activity).toEqual(await list(ada))
    expect(held.activity).toMatchObject([
      { kind: 'account_downloaded' },
      { kind: 'library_exported', count: 2 },
      { kind: 'signed_in' },
    ])
  })

  it(`keeps the newest ${limits.activity}, separately for each account`, async ({ app }) => {
    const ada = await app.signUp('ada@example.com', password)
    const bob = await app.signUp('bob@example.com', password)
    const owner = await ownerOf(app, 'ada@example.com')
    const source = { via: 'token', agent: 'Backup', network: '' } as const
    const [first] = await app.db
      .selectFrom('activity')
      .selectAll()
      .where('owner_no', '=', owner)
      .execute()
    if (first === undefined) throw new Error('The login is missing.')
    const rows = Array.from({ length: limits.activity - 1 }, (_, at) => ({
      ...first,
      id: `row ${at}`,
      at: app.clock.now + 1 + at,
    }))
    await app.db.insertInto('activity').values(rows).execute()
    app.clock.now += limits.activity
    expect(await list(ada)).toHaveLength(limits.activity)
    expect((await list(ada)).at(-1)).toMatchObject({ id: first.id })
    const made = { kind: 'token_created', at: app.clock.now, name: 'Backup' } as const
    await recordActivity(app.db, owner, source, made)
    expect(await list(ada)).toHaveLength(limits.activity)
    expect((await list(ada))[0]).toMatchObject({ kind: 'token_created', ...source, name: 'Backup' })
    expect((await list(ada)).at(-1)).toMatchObject({ id: 'row 0' })
    expect(kindsOf(await list(bob))).toEqual(['signed_in'])
    const kept = await app.db.selectFrom('activity').select('id').execute()
    expect(kept).toHaveLength(limits.activity + 1)
  })

  it('disappears after 90 days, before the next sweep', async ({ app }) => {
    const ada = await app.signUp('ada@example.com', password)
    const signIn = async () => {
      await ada.signIn('ada@example.com', password)
      return list(ada)
    }
    app.clock.now += 90 * day - 1
    await app.sweepExpired()
    expect(await signIn()).toHaveLength(2)
    app.clock.now += 1
    expect(await list(ada)).toHaveLength(1)
    const count = async () => (await app.db.selectFrom('activity').select('id').execute()).length
    expect(await count()).toBe(2)
    await app.sweepExpired()
    expect(await count()).toBe(1)
  })

  it('is deleted with the account', async ({ app }) => {
    const ada = await app.signUp()
    await app.signUp('bob@example.com')
    await ada.call(calls.deleteAccount, {})
    expect(await app.db.selectFrom('activity').selectAll().execute()).toHaveLength(1)
  })
})

describe('A failed login on PostgreSQL', () => {
  const [, postgres] = databases
  if (postgres === undefined) throw new Error('PostgreSQL is missing.')
  const it = libraryTest(postgres)

  it('is answered before it is recorded', async ({ app }) => {
    const ada = await app.signUp('ada@example.com', password)
    const lock = await holdLock(app, 'lock table activity in access exclusive mode')
    const wrong = { email: 'ada@example.com', password: 'wrong horse' }
    expect(await app.visitor().failure(calls.login, wrong)).toEqual([400, 'password_wrong'])
    await lock.waitForQueue(1)
    await lock.release()
    await waitFor(async () => expect(kindsOf(await list(ada))).toContain('sign_in_failed'))
  })
})
