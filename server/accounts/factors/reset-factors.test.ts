import { describe, expect, onTestFinished, test } from 'vitest'
import mails from '#languages/en/mails.json' with { type: 'json' }
import { calls } from '#contract/calls.ts'
import { blockAccount, unblockAccount } from '#server/accounts/blocking/block-account.ts'
import { resealSecrets } from '#server/accounts/factors/reseal-secrets.ts'
import { beginFactorReset } from '#server/accounts/factors/reset-factors.ts'
import { findAccount } from '#server/operate/admin/find-account.ts'
import { byOperator } from '#server/users/record-activity.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import {
  addApp,
  addPasskey,
  origin,
  signInByPasskey,
} from '#tests/support/clients/second-factors.ts'
import { libraryTest, makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import { mailedSubjects, mailedToken } from '#tests/support/mailed-links.ts'
import { goToGoogle, startOpenIdProvider } from '#tests/support/servers/openid-provider.ts'

const days = 24 * 60 * 60_000
const email = 'ada@example.com'
const password = 'correct horse'
const needed = [403, 'second_factor_needed']
const invalid = [400, 'link_invalid']

async function beginReset(app: TestApp): Promise<number | undefined> {
  const owner = await findAccount(app.db, email)
  if (owner === undefined) throw new Error('There is no account.')
  return beginFactorReset(app.services, owner)
}

async function kindsOf(user: ApiUser): Promise<string[]> {
  const { activity } = await user.call(calls.listActivity, {})
  return activity.map(({ kind, via }) => `${kind} ${via}`)
}

describe.each(databases)('A reset by the operator on $name', (database) => {
  const it = libraryTest(database)

  it('removes all factors after a day, at the next login, and ends all sessions', async ({
    app,
  }) => {
    const ada = await app.signUp(email, password)
    expect(await beginReset(app)).toBeUndefined()
    await addApp(app, ada)
    await addPasskey(ada)
    const resetAt = await beginReset(app)
    expect(resetAt).toBe(app.clock.now + 1 * days)
    expect((await ada.call(calls.listFactors, {})).resetAt).toBe(
      new Date(app.clock.now + 1 * days).toISOString(),
    )
    expect(await mailedSubjects(app, email)).toContain(mails.factorReset.subject)
    expect(await kindsOf(ada)).toContain('factor_reset_begun operator')

    app.clock.now += 1 * days - 1
    // Starting it again does not change its time.
    expect(await beginReset(app)).toBe(resetAt)
    await makeSweep(app)
    expect(await app.visitor().failure(calls.login, { email, password })).toEqual(needed)
    app.clock.now += 1
    const visitor = app.visitor()
    await visitor.signIn(email, password)
    expect(await ada.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
    expect(await visitor.call(calls.listFactors, {})).toMatchObject({
      passkeys: [],
      app: null,
      codesLeft: 0,
      resetAt: null,
    })
    expect(await kindsOf(visitor)).toContain('factors_reset operator')
    expect(await mailedSubjects(app, email)).toContain(mails.notice.factors_reset.subject)
  })

  it('is also carried out in the background', async ({ app }) => {
    const ada = await app.signUp(email, password)
    await addApp(app, ada)
    await beginReset(app)
    app.clock.now += 1 * days
    await makeSweep(app)
    expect(await app.db.selectFrom('totp_secrets').selectAll().execute()).toEqual([])
    await app.visitor().signIn(email, password)
    expect(
      await app.db.selectFrom('activity').selectAll().where('kind', '=', 'factors_reset').execute(),
    ).toHaveLength(1)
  })

  it('is stopped by the mailed link, without logging in, once and within the day', async ({
    app,
  }) => {
    const ada = await app.signUp(email, password)
    const { code } = await addApp(app, ada)
    await beginReset(app)
    const token = await mailedToken(app, 'stop-reset')
    const visitor = app.visitor()
    await visitor.call(calls.stopFactorReset, { token })
    expect(await visitor.call(calls.checkLogin, {})).toMatchObject({ isLoggedIn: false })
    expect(await visitor.failure(calls.stopFactorReset, { token })).toEqual(invalid)
    expect(await mailedSubjects(app, email)).toContain(mails.notice.factor_reset_stopped.subject)
    expect(await kindsOf(ada)).toContain('factor_reset_stopped browser')

    app.clock.now += 1 * days
    await makeSweep(app)
    expect(await visitor.failure(calls.login, { email, password })).toEqual(needed)
    await visitor.call(calls.signInWithCode, { code: code() })
    await beginReset(app)
    const late = await mailedToken(app, 'stop-reset')
    app.clock.now += 1 * days
    expect(await visitor.failure(calls.stopFactorReset, { token: late })).toEqual(invalid)
  })
})

describe.each(databases)('An undone change of address on $name', (database) => {
  const it = libraryTest(database)
  const thiefs = 'thief@example.net'

  /** A thief has the session, and moves the account to another address. */
  async function steal(app: TestApp, thief: ApiUser): Promise<string> {
    await thief.call(calls.changeEmail, { email: thiefs })
    await thief.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    return mailedToken(app, 'undo-email')
  }

  it('removes the factors that the thief has added', async ({ app }) => {
    const thief = await app.signUp(email, password)
    const { authenticator } = await addPasskey(thief)
    await addApp(app, thief)
    app.clock.now += 6 * days
    const proof = authenticator.get(await thief.call(calls.getProofOptions, {}))
    await thief.call(calls.proveSession, { answer: proof })
    const token = await steal(app, thief)
    const later = await addPasskey(thief)
    app.clock.now += 6 * days
    await app.visitor().call(calls.undoEmailChange, { token })
    for (const table of ['passkeys', 'totp_secrets', 'recovery_codes'] as const) {
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    const visitor = app.visitor()
    const answer = later.authenticator.get(await visitor.call(calls.getSignInOptions, {}))
    expect(await visitor.failure(calls.signInWithPasskey, { answer })).toEqual([
      400,
      'passkey_unknown',
    ])
  })

  it("keeps the owner's factors, but not recovery codes that the thief has seen", async ({
    app,
  }) => {
    const ada = await app.signUp(email, password)
    const { authenticator } = await addPasskey(ada)
    const { code, codes } = await addApp(app, ada)
    app.clock.now += 8 * days
    await ada.call(calls.proveSession, { code: code() })
    await ada.call(calls.renewRecoveryCodes, {})
    await ada.call(calls.confirmRecoveryCodes, {})
    const token = await steal(app, ada)
    await app.visitor().call(calls.undoEmailChange, { token })
    const owner = app.visitor()
    await signInByPasskey(owner, authenticator)
    expect(await owner.call(calls.listFactors, {})).toMatchObject({
      passkeys: [{ isActive: true }],
      app: { isActive: true },
      codesLeft: 0,
      hasPassword: false,
    })
    expect(codes).toEqual([])
  })
})

describe.each(databases)('Google on $name', (database) => {
  const person = { subject: 'ada', email, isVerified: true, domain: 'example.com' }

  async function begin(isOn: boolean) {
    const google = await startOpenIdProvider(origin)
    google.person = person
    const environment = {
      ...google.environment,
      GOOGLE_SKIPS_SECOND_FACTOR: isOn ? 'on' : 'off',
    }
    const app = await makeTestApp(database, { environment })
    onTestFinished(async () => {
      await app.close()
      await google.stop()
    })
    const ada = await app.signUp(email, password)
    await ada.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    return { app, ada }
  }

  test.for([true, false])(
    'counts as both factors if the operator sets it so (%s), once it is connected',
    async (isOn) => {
      const { app, ada } = await begin(isOn)
      const { code } = await addApp(app, ada)
      const first = app.visitor()
      expect(await first.failure(calls.loginWithGoogle, await goToGoogle(first))).toEqual(needed)
      await first.call(calls.signInWithCode, { code: code() })
      expect((await first.call(calls.getProfile, {})).isGoogleLinked).toBe(true)
      const second = app.visitor()
      const { statusCode } = await second.send(calls.loginWithGoogle, await goToGoogle(second))
      expect(statusCode).toBe(isOn ? 200 : 403)
    },
  )

  test('can be disconnected from an account that has a passkey, unless it is the last login method', async () => {
    const { app, ada } = await begin(false)
    const visitor = app.visitor()
    await visitor.call(calls.loginWithGoogle, await goToGoogle(visitor))
    const { id } = await addPasskey(ada)
    await ada.call(calls.removePassword, {})
    await ada.call(calls.unlinkGoogle, {})
    expect(await ada.failure(calls.removePasskey, { passkeyId: id })).toEqual([
      409,
      'password_missing',
    ])
  })
})

describe.each(databases)('The secret of an authenticator app on $name', (database) => {
  test('is resealed with the first key of SECRETS_KEY, after which the previous one is not needed', async () => {
    const key = (name: string, byte: number) =>
      `${name}:${Buffer.alloc(32, byte).toString('base64')}`
    const { location, drop } = await database.make()
    onTestFinished(drop)
    const same = { name: 'the same', make: async () => ({ location, drop: async () => {} }) }
    const withKeys = (SECRETS_KEY: string) => makeTestApp(same, { environment: { SECRETS_KEY } })
    const before = await withKeys(key('k1', 1))
    const ada = await before.signUp(email, password)
    const { code } = await addApp(before, ada)
    await before.close()

    const between = await withKeys(`${key('k2', 2)},${key('k1', 1)}`)
    await resealSecrets(between.services, new AbortController().signal)
    await between.close()

    const after = await withKeys(key('k2', 2))
    after.clock.now = before.clock.now
    const visitor = after.visitor()
    expect(await visitor.failure(calls.login, { email, password })).toEqual(needed)
    await visitor.call(calls.signInWithCode, { code: code() })
    await after.close()
  })
})

/** The background work on the database. */
function makeSweep(app: TestApp): Promise<void> {
  return app.makeSweeper()()
}

describe.each(databases)('Blocking an account on $name', (database) => {
  const it = libraryTest(database)

  it('ends a reset, since its owner could not stop it while blocked', async ({ app }) => {
    const ada = await app.signUp(email, password)
    await addApp(app, ada)
    const owner = await findAccount(app.db, email)
    if (owner === undefined) throw new Error('There is no account.')
    await beginReset(app)
    await blockAccount(app.services, owner, byOperator)
    app.clock.now += 1 * days
    await makeSweep(app)
    // A blocked account gets no new one either.
    await expect(beginReset(app)).rejects.toMatchObject({ errorCode: 'account_blocked' })
    await unblockAccount(app.services, owner, byOperator)
    expect(await app.visitor().failure(calls.login, { email, password })).toEqual(needed)
  })
})
