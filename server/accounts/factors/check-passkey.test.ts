import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import { startSession } from '#server/accounts/session/start-session.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import {
  makeAuthenticator,
  type Authenticator,
  type Deviation,
} from '#tests/support/clients/authenticator.ts'
import { attestByAndroid } from '#tests/support/clients/android-attestation.ts'
import { channel } from '#tests/support/clients/channel.ts'
import { databases } from '#tests/support/databases.ts'
import {
  addPasskey,
  origin,
  proveByPasskey,
  signInByPasskey,
} from '#tests/support/clients/second-factors.ts'
import { mailedToken } from '#tests/support/mailed-links.ts'
import { libraryTest, makeTestApp, type TestApp } from '#tests/support/library-test.ts'

const minutes = 60_000
const email = 'ada@example.com'
const failed: Refusal = [400, 'passkey_failed']
const expired: Refusal = [400, 'passkey_expired']

type Refusal = [status: number, code: ErrorCode]

/** What a browser, an authenticator or an attacker between them may do wrong. */
const deviations: [what: string, deviation: Deviation, refusal: Refusal][] = [
  ['of another site', { origin: 'https://evil.example' }, failed],
  ['of another port', { origin: 'http://localhost:3001' }, failed],
  ['of a site below this one', { origin: 'http://x.localhost:3000' }, failed],
  ['over https instead', { origin: 'https://localhost:3000' }, failed],
  ['for another server', { rpId: 'evil.example' }, failed],
  ['without verifying its user', { isVerified: false }, failed],
  ['without its user', { isPresent: false, isVerified: false }, failed],
  ['to another challenge', { challenge: 'x'.repeat(43) }, expired],
  ['to no challenge', { challenge: '' }, expired],
  ['of another kind', { type: 'payment.get' }, failed],
]

async function answerSignIn(by: Authenticator, user: ApiUser, as: Deviation = {}) {
  const answer = by.get(await user.call(calls.getSignInOptions, {}), as)
  return [calls.signInWithPasskey, { answer }] as const
}

/** No one is logged in, and no passkey was used. */
async function expectUntouched(app: TestApp, visitor: ApiUser): Promise<void> {
  expect(await visitor.call(calls.checkLogin, {})).toMatchObject({ isLoggedIn: false })
  const used = await app.db.selectFrom('passkeys').select('used_at').execute()
  expect(used.map(({ used_at }) => used_at)).toEqual(used.map(() => null))
}

describe.each(databases)('A passkey that signs on $name', (database) => {
  const it = libraryTest(database)

  it('is refused if the answer deviates in anything', async ({ app }) => {
    const ada = await app.signUp(email)
    const { authenticator } = await addPasskey(ada, makeAuthenticator(origin, { counts: false }))
    const others: typeof deviations = [
      ['with another key', { isForged: true }, failed],
      ['for another account', { userHandle: 'x'.repeat(43) }, failed],
    ]
    for (const [what, deviation, refusal] of [...deviations, ...others]) {
      const visitor = app.visitor()
      const tried = await visitor.failure(
        ...(await answerSignIn(authenticator, visitor, deviation)),
      )
      expect([what, ...tried]).toEqual([what, ...refusal])
      const answer = authenticator.get(await ada.call(calls.getProofOptions, {}), deviation)
      expect([what, ...(await ada.failure(calls.proveSession, { answer }))]).toEqual([
        what,
        ...refusal,
      ])
      await expectUntouched(app, visitor)
    }
    await signInByPasskey(app.visitor(), authenticator)
  })

  it('starts no session if it is removed right after it has signed', async ({ app }) => {
    const ada = await app.signUp(email)
    const { owner_no } = await app.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    const owner = mintOwner(owner_no, 'session')
    const { id } = await addPasskey(ada, makeAuthenticator(origin))
    const { credential_id: credentialId } = await app.db
      .selectFrom('passkeys')
      .selectAll()
      .executeTakeFirstOrThrow()
    const start = () => startSession(app.services, owner, channel, { by: 'passkey', credentialId })
    await start()
    await ada.call(calls.removePasskey, { passkeyId: id })
    await expect(start()).rejects.toThrow(new ApiError('passkey_unknown'))
  })

  it('is refused when the answer is used again, even at the same time', async ({ app }) => {
    const ada = await app.signUp(email)
    const { authenticator } = await addPasskey(ada)
    const visitor = app.visitor()
    const [call, input] = await answerSignIn(authenticator, visitor)
    const both = await Promise.all([visitor.send(call, input), visitor.send(call, input)])
    const statuses = both.map(({ statusCode }) => statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await visitor.failure(call, input)).toEqual(expired)
  })

  it('is refused five minutes after it was requested', async ({ app }) => {
    const ada = await app.signUp(email)
    const { authenticator } = await addPasskey(ada)
    const visitor = app.visitor()
    const [call, input] = await answerSignIn(authenticator, visitor)
    app.clock.now += 5 * minutes
    expect(await visitor.failure(call, input)).toEqual(expired)
    app.clock.now -= 1
    await visitor.call(call, input)
  })

  it('works only for the browser, the account and the purpose that requested it', async ({
    app,
  }) => {
    const ada = await app.signUp(email)
    const bob = await app.signUp('bob@example.com')
    const { authenticator } = await addPasskey(ada)
    const his = await addPasskey(bob)
    const [visitor, other] = [app.visitor(), app.visitor()]
    await other.call(calls.getSignInOptions, {})
    const answer = async (options: Promise<{ options: object }>) =>
      authenticator.get((await options) as { options: Record<string, unknown> })

    const forVisitor = await answer(visitor.call(calls.getSignInOptions, {}))
    expect(await other.failure(calls.signInWithPasskey, { answer: forVisitor })).toEqual(expired)
    expect(await ada.failure(calls.proveSession, { answer: forVisitor })).toEqual(expired)
    const forBob = await answer(bob.call(calls.getProofOptions, {}))
    expect(await ada.failure(calls.proveSession, { answer: forBob })).toEqual(expired)
    expect(await bob.failure(calls.proveSession, { answer: forBob })).toEqual([
      400,
      'passkey_unknown',
    ])
    const forAda = await answer(ada.call(calls.getProofOptions, {}))
    expect(await visitor.failure(calls.signInWithPasskey, { answer: forAda })).toEqual(expired)
    const desk = app.visitor()
    await signInByPasskey(desk, authenticator)
    expect(await desk.failure(calls.proveSession, { answer: forAda })).toEqual(expired)
    await signInByPasskey(bob, his.authenticator)
    // The right browser can still answer after all of this.
    await visitor.call(calls.signInWithPasskey, {
      answer: await answer(visitor.call(calls.getSignInOptions, {})),
    })
    await proveByPasskey(ada, authenticator)
  })

  it("is refused and reported if its counter goes back, as a copy's does", async ({ app }) => {
    const ada = await app.signUp(email)
    const { authenticator } = await addPasskey(ada)
    await signInByPasskey(app.visitor(), authenticator)
    for (const counter of [2, 1, 0]) {
      const visitor = app.visitor()
      const tried = await answerSignIn(authenticator, visitor, { counter })
      expect(await visitor.failure(...tried)).toEqual(failed)
      expect(await visitor.call(calls.checkLogin, {})).toMatchObject({ isLoggedIn: false })
    }
    const { activity } = await ada.call(calls.listActivity, {})
    const refused = activity.filter(({ kind }) => kind === 'passkey_refused')
    expect(refused.map(({ name }) => name)).toEqual(['Passkey', 'Passkey', 'Passkey'])
    const later = app.visitor()
    await later.call(...(await answerSignIn(authenticator, later, { counter: 3 })))
  })

  it('may have no counter', async ({ app }) => {
    const ada = await app.signUp(email)
    const { authenticator } = await addPasskey(ada, makeAuthenticator(origin, { counts: false }))
    for (let time = 0; time < 3; time++) await signInByPasskey(app.visitor(), authenticator)
  })

  it('reports where it is stored, and updates that', async ({ app }) => {
    const ada = await app.signUp(email)
    const [single, synced] = [false, true].map((isSynced) =>
      makeAuthenticator(origin, { isSynced }),
    )
    if (!single || !synced) return
    await addPasskey(ada, single)
    await addPasskey(ada, synced)
    const { passkeys } = await ada.call(calls.listFactors, {})
    expect(passkeys.map(({ isSynced }) => isSynced)).toEqual([false, true])
  })
})

describe.each(databases)('Where only certain domains may register on $name', (database) => {
  const it = libraryTest(database, { REGISTRATION: 'domains:example.com' })

  it('a passkey of an unverified address cannot log in', async ({ app }) => {
    const ada = await app.signUp(email)
    const { authenticator } = await addPasskey(ada)
    for (let time = 0; time < 5; time++) {
      const visitor = app.visitor()
      const tried = await answerSignIn(authenticator, visitor)
      expect(await visitor.failure(...tried)).toEqual([403, 'email_unverified'])
    }
    await ada.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    await signInByPasskey(app.visitor(), authenticator)
  })
})

describe.each(databases)('A passkey that is created on $name', (database) => {
  const it = libraryTest(database)

  it('is refused if the answer deviates in anything', async ({ app }) => {
    const ada = await app.signUp(email)
    const authenticator = makeAuthenticator(origin)
    for (const [what, deviation, refusal] of deviations) {
      const answer = authenticator.create(await ada.call(calls.getPasskeyOptions, {}), deviation)
      expect([what, ...(await ada.failure(calls.addPasskey, { answer }))]).toEqual([
        what,
        ...refusal,
      ])
    }
    expect((await ada.call(calls.listFactors, {})).passkeys).toEqual([])
  })

  it('works only for the session that requested it, once, within five minutes', async ({ app }) => {
    const ada = await app.signUp(email)
    const bob = await app.signUp('bob@example.com')
    const desk = app.visitor()
    await desk.signIn(email, 'correct horse')
    const authenticator = makeAuthenticator(origin)
    const answer = authenticator.create(await ada.call(calls.getPasskeyOptions, {}))
    for (const other of [bob, desk]) {
      expect(await other.failure(calls.addPasskey, { answer })).toEqual(expired)
    }
    app.clock.now += 5 * minutes
    expect(await ada.failure(calls.addPasskey, { answer })).toEqual(expired)
    app.clock.now -= 1
    const both = await Promise.all([1, 2].map(() => ada.send(calls.addPasskey, { answer })))
    const statuses = both.map(({ statusCode }) => statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  it('belongs to no account yet', async ({ app }) => {
    const ada = await app.signUp(email)
    const bob = await app.signUp('bob@example.com')
    const authenticator = makeAuthenticator(origin)
    const first = authenticator.create(await ada.call(calls.getPasskeyOptions, {}))
    await ada.call(calls.addPasskey, { answer: first })
    const { options } = await ada.call(calls.getPasskeyOptions, {})
    expect(options).toMatchObject({ excludeCredentials: [{ id: first.id, type: 'public-key' }] })
    // Another one with the same id, as a hostile authenticator may create it.
    const second = authenticator.create(await bob.call(calls.getPasskeyOptions, {}))
    const taken = await app.db.selectFrom('passkeys').selectAll().executeTakeFirstOrThrow()
    await app.db.updateTable('passkeys').set({ credential_id: second.id }).execute()
    expect(await bob.failure(calls.addPasskey, { answer: second })).toEqual([409, 'passkey_known'])
    expect(await app.db.selectFrom('passkeys').select('owner_no').execute()).toEqual([
      { owner_no: taken.owner_no },
    ])
  })

  it("is refused with a device's attestation, whose certificates name addresses to contact", async ({
    app,
  }) => {
    const asked: string[] = []
    const internal = createServer(({ url }, response) => {
      asked.push(url ?? '')
      response.end()
    }).listen(0, '127.0.0.1')
    await once(internal, 'listening')
    const { port } = internal.address() as AddressInfo
    const ada = await app.signUp(email)
    const created = makeAuthenticator(origin).create(await ada.call(calls.getPasskeyOptions, {}))
    const answer = attestByAndroid(created, `http://127.0.0.1:${port}/latest/meta-data`)
    expect(await ada.failure(calls.addPasskey, { answer })).toEqual(failed)
    expect(asked).toEqual([])
    internal.close()
  })

  it('has the id outside its signed data, whose length is limited', async ({ app }) => {
    const ada = await app.signUp(email)
    const created = makeAuthenticator(origin).create(await ada.call(calls.getPasskeyOptions, {}))
    const answer = { ...created, id: 'another', rawId: 'another' }
    expect(await ada.failure(calls.addPasskey, { answer })).toEqual(failed)
  })

  it('may come from an origin that the operator allows', async () => {
    const environment = {
      BASE_URL: 'https://shelf.example.com',
      OLD_ORIGINS: 'https://old.example.com',
    }
    const app = await makeTestApp(database, { environment })
    const ada = await app.signUp(email)
    const authenticator = makeAuthenticator('https://old.example.com')
    await addPasskey(ada, authenticator)
    await signInByPasskey(app.visitor(), authenticator)
    const visitor = app.visitor()
    const tried = await answerSignIn(authenticator, visitor, { rpId: 'old.example.com' })
    expect(await visitor.failure(...tried)).toEqual(failed)
    await app.close()
  })
})
