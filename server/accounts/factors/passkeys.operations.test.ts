import { describe, expect, test } from 'vitest'
import mails from '#languages/en/mails.json' with { type: 'json' }
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import {
  addApp,
  addPasskey,
  origin,
  proveByPasskey,
  signInByPasskey,
} from '#tests/support/clients/second-factors.ts'
import { makeAuthenticator } from '#tests/support/clients/authenticator.ts'
import { mailedSubjects } from '#tests/support/mailed-links.ts'
import type { ApiUser } from '#tests/support/api-user.ts'

const minutes = 60_000
const email = 'ada@example.com'
const password = 'correct horse'
const needed = [403, 'second_factor_needed']

/** A visitor who has entered the password of an account with a factor. */
async function enterPassword(app: TestApp): Promise<ApiUser> {
  const visitor = app.visitor()
  expect(await visitor.failure(calls.login, { email, password })).toEqual(needed)
  return visitor
}

async function kindsOf(user: ApiUser): Promise<string[]> {
  const { activity } = await user.call(calls.listActivity, {})
  return activity.map(({ kind }) => kind)
}

describe.each(databases)('A passkey on $name', (database) => {
  const it = libraryTest(database)

  it('logs in alone, once its recovery codes are confirmed', async ({ app }) => {
    const ada = await app.signUp(email, password)
    const options = await ada.call(calls.getPasskeyOptions, {})
    expect(options.options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const authenticator = makeAuthenticator(origin, { isSynced: true })
    const answer = authenticator.create(options)
    const { id, recoveryCodes } = await ada.call(calls.addPasskey, { answer })
    expect(recoveryCodes).toHaveLength(10)
    const visitor = app.visitor()
    const early = authenticator.get(await visitor.call(calls.getSignInOptions, {}))
    expect(await visitor.failure(calls.signInWithPasskey, { answer: early })).toEqual([
      403,
      'passkey_waiting',
    ])
    await ada.call(calls.confirmRecoveryCodes, {})
    await signInByPasskey(visitor, authenticator)
    const { passkeys, offersPasskey } = await visitor.call(calls.listFactors, {})
    expect(offersPasskey).toBe(false)
    expect(passkeys).toEqual([
      {
        id,
        credentialId: answer.id,
        name: 'Passkey',
        createdAt: new Date(app.clock.now).toISOString(),
        usedAt: new Date(app.clock.now).toISOString(),
        isSynced: true,
        isActive: true,
      },
    ])
    expect(await kindsOf(visitor)).toContain('passkey_added')
    expect(await mailedSubjects(app, email)).toContain(mails.notice.passkey_added.subject)
    expect((await visitor.call(calls.getProfile, {})).needsProof).toBe(false)
  })

  it('completes a login by password, and re-authenticates a session', async ({ app }) => {
    const ada = await app.signUp(email, password)
    const { authenticator } = await addPasskey(ada)
    const visitor = await enterPassword(app)
    expect(await visitor.call(calls.getPendingLogin, {})).toEqual({
      proofs: ['passkey', 'recovery'],
    })
    await signInByPasskey(visitor, authenticator)
    expect(await app.db.selectFrom('pending_logins').selectAll().execute()).toEqual([])
    app.clock.now += 15 * minutes
    const { needsProof, proofs } = await visitor.call(calls.getProfile, {})
    expect([needsProof, proofs]).toEqual([true, ['passkey', 'recovery']])
    expect(await visitor.failure(calls.proveSession, { password })).toEqual(needed)
    await proveByPasskey(visitor, authenticator)
    await visitor.call(calls.downloadAccount, {})
  })

  it('is named by its browser or its user, and can be renamed', async ({ app }) => {
    const ada = await app.signUp(email, password)
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const authenticator = makeAuthenticator(origin)
    const first = authenticator.create(await ada.call(calls.getPasskeyOptions, {}))
    await ada.send(calls.addPasskey, { answer: first }, { 'user-agent': firefox })
    await ada.call(calls.confirmRecoveryCodes, {})
    const second = authenticator.create(await ada.call(calls.getPasskeyOptions, {}))
    const { id } = await ada.call(calls.addPasskey, { answer: second, name: '  Key ring ' })
    const names = async () =>
      (await ada.call(calls.listFactors, {})).passkeys.map(({ name }) => name)
    expect(await names()).toEqual(['Firefox on Linux', 'Key ring'])
    await ada.call(calls.renamePasskey, { passkeyId: id, name: 'Blue key' })
    expect(await names()).toEqual(['Firefox on Linux', 'Blue key'])
    const long = { passkeyId: id, name: 'x'.repeat(limits.passkeyNameLength + 1) }
    expect(await ada.failure(calls.renamePasskey, long)).toEqual([400, 'passkey_name_too_long'])
  })

  it('can no longer log in once it is removed', async ({ app }) => {
    const ada = await app.signUp(email, password)
    const { id, authenticator } = await addPasskey(ada)
    const other = app.visitor()
    await signInByPasskey(other, authenticator)
    await ada.call(calls.removePasskey, { passkeyId: id })
    expect(await other.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
    const visitor = app.visitor()
    const answer = authenticator.get(await visitor.call(calls.getSignInOptions, {}))
    expect(await visitor.failure(calls.signInWithPasskey, { answer })).toEqual([
      400,
      'passkey_unknown',
    ])
    await visitor.signIn(email, password)
    expect(await kindsOf(ada)).toContain('passkey_removed')
    expect(await ada.failure(calls.removePasskey, { passkeyId: id })).toEqual([404, 'not_found'])
  })

  it(`is one of at most ${limits.passkeys}`, async ({ app }) => {
    const ada = await app.signUp(email, password)
    const authenticator = makeAuthenticator(origin)
    await addPasskey(ada, authenticator)
    const [row] = await app.db.selectFrom('passkeys').selectAll().execute()
    if (row === undefined) throw new Error('There is no passkey.')
    const options = await ada.call(calls.getPasskeyOptions, {})
    const others = Array.from({ length: limits.passkeys - 1 }, (_, at) => ({
      ...row,
      id: `other ${at}`,
      credential_id: `other ${at}`,
    }))
    await app.db.insertInto('passkeys').values(others).execute()
    const full = [403, 'passkey_limit_reached']
    expect(await ada.failure(calls.getPasskeyOptions, {})).toEqual(full)
    const answer = authenticator.create(options)
    expect(await ada.failure(calls.addPasskey, { answer })).toEqual(full)
  })

  it('is offered once, unless that was declined', async ({ app }) => {
    const ada = await app.signUp(email, password)
    expect((await ada.call(calls.listFactors, {})).offersPasskey).toBe(true)
    await ada.call(calls.declinePasskey, {})
    expect((await ada.call(calls.listFactors, {})).offersPasskey).toBe(false)
  })
})

describe.each(databases)('An account without a password on $name', (database) => {
  const it = libraryTest(database)

  it('logs in with a passkey alone, keeps its last one, and gets a password by mail', async ({
    app,
  }) => {
    const ada = await app.signUp(email, password)
    expect(await ada.failure(calls.removePassword, {})).toEqual([409, 'factor_missing'])
    await addApp(app, ada)
    expect(await ada.failure(calls.removePassword, {})).toEqual([409, 'factor_missing'])
    const { id, authenticator } = await addPasskey(ada)
    const desk = app.visitor()
    await signInByPasskey(desk, authenticator)
    await ada.call(calls.removePassword, {})
    expect(await desk.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
    expect(await kindsOf(ada)).toContain('password_removed')
    expect(await mailedSubjects(app, email)).toContain(mails.notice.password_removed.subject)
    expect(await app.visitor().failure(calls.login, { email, password })).toEqual([
      400,
      'password_wrong',
    ])
    for (const [call, input] of [
      [calls.removePassword, {}],
      [calls.removePasskey, { passkeyId: id }],
    ] as const) {
      expect(await ada.failure(call, input)).toEqual([409, 'password_missing'])
    }
    await signInByPasskey(app.visitor(), authenticator)
  })
})

describe.each(databases)('If factors are off on $name', (database) => {
  test('without SECRETS_KEY, there are no authenticator apps', async () => {
    const environment = { BASE_URL: 'https://shelf.example.com', SECRETS_KEY: undefined }
    const app = await makeTestApp(database, { environment })
    const ada = await app.signUp(email, password)
    expect((await ada.call(calls.listFactors, {})).appOff).toBe('no_key')
    expect(await ada.failure(calls.beginTotp, {})).toEqual([503, 'totp_off'])
    await app.close()
  })

  test('on an IP address, there are no passkeys', async () => {
    const app = await makeTestApp(database, { environment: { BASE_URL: 'https://192.0.2.1' } })
    const ada = await app.signUp(email, password)
    expect(await ada.call(calls.listFactors, {})).toMatchObject({
      passkeysOff: 'ip',
      offersPasskey: false,
    })
    const off = [503, 'passkeys_off']
    expect(await ada.failure(calls.getPasskeyOptions, {})).toEqual(off)
    expect(await ada.failure(calls.getProofOptions, {})).toEqual(off)
    expect(await app.visitor().failure(calls.getSignInOptions, {})).toEqual(off)
    await app.close()
  })
})
