import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { addPasskey as insertPasskeyOf } from '#server/accounts/factors/change-factors.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import { byOperator as source } from '#server/users/record-activity.ts'
import { ApiError } from '#server/core/api-error.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'
import { addApp, addPasskey, origin, toApp } from '#tests/support/clients/second-factors.ts'
import { makeAuthenticator } from '#tests/support/clients/authenticator.ts'
import { mailedToken } from '#tests/support/mailed-links.ts'

const email = 'ada@example.com'
const password = 'correct horse'
const newPasskey = { credentialId: 'x', publicKey: 'x', counter: 0, isSynced: false }

describe.each(databases)('Pending changes of someone else on $name', (database) => {
  const it = libraryTest(database)

  /** A passkey pending confirmation, added by someone who knows the password. */
  async function leavePasskey(app: TestApp) {
    const thief = app.visitor()
    await thief.signIn(email, password)
    const authenticator = makeAuthenticator(origin)
    const answer = authenticator.create(await thief.call(calls.getPasskeyOptions, {}))
    await thief.call(calls.addPasskey, { answer })
    return { thief, authenticator, answer }
  }

  it('do not count with the first factor of the owner', async ({ app }) => {
    const ada = await app.signUp(email, password)
    const { authenticator } = await leavePasskey(app)
    await addApp(app, ada)
    const { passkeys, app: totp } = await ada.call(calls.listFactors, {})
    expect([passkeys, totp?.isActive]).toEqual([[], true])
    const visitor = app.visitor()
    const answer = authenticator.get(await visitor.call(calls.getSignInOptions, {}))
    expect(await visitor.failure(calls.signInWithPasskey, { answer })).toEqual([
      400,
      'passkey_unknown',
    ])
  })

  it('end with a new password, set in the profile or by mail', async ({ app }) => {
    const ada = await app.signUp(email, password)
    await leavePasskey(app)
    const newPassword = 'a new horse'
    await ada.call(calls.updateProfile, { password, newPassword, confirmPassword: newPassword })
    expect((await ada.call(calls.listFactors, {})).passkeys).toEqual([])

    const { secret } = await ada.call(calls.beginTotp, {})
    await ada.call(calls.confirmTotp, { code: toApp(app, secret).code() })
    await ada.call(calls.sendResetLink, { email })
    const token = await mailedToken(app, 'reset')
    await ada.call(calls.resetPassword, { password, cPassword: password }, { token })
    await ada.signIn(email, password)
    expect(await ada.call(calls.listFactors, {})).toMatchObject({ app: null, needsCodes: false })
    expect(await ada.failure(calls.confirmRecoveryCodes, {})).toEqual([409, 'factor_missing'])
  })

  it('add nothing in a session that has ended in the meantime', async ({ app }) => {
    await app.signUp(email, password)
    const { owner_no } = await app.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    const actor = {
      via: 'session',
      owner: mintOwner(owner_no, 'session'),
      userId: '',
      scopes: new Set<never>(),
      tokenHash: 'ended',
      proofId: 'ended',
      provedAt: app.clock.now,
    } as const
    await expect(
      insertPasskeyOf(app.services, actor, { ...newPasskey, name: 'Mine', transports: '' }, source),
    ).rejects.toThrow(new ApiError('not_logged_in'))
    expect(await app.db.selectFrom('passkeys').selectAll().execute()).toEqual([])
  })

  it('do not change the address if it was requested without the factor', async ({ app }) => {
    const ada = await app.signUp(email, password)
    const thief = app.visitor()
    await thief.signIn(email, password)
    await thief.call(calls.changeEmail, { email: 'thief@example.com' })
    const token = await mailedToken(app, 'verify-email')
    await addPasskey(ada)
    expect(await app.visitor().failure(calls.verifyEmail, { token })).toEqual([400, 'link_invalid'])
    const { profile, pendingEmail } = await ada.call(calls.getProfile, {})
    expect([profile.email, pendingEmail]).toEqual([email, null])
  })
})
