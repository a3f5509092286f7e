import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import { mailedSubjects, mailedToken, mailedTokens } from '#tests/support/mailed-links.ts'
import {
  goToGoogle,
  startOpenIdProvider,
  type OpenIdProvider,
} from '#tests/support/servers/openid-provider.ts'

const origin = 'http://localhost:3000'
const ada = {
  subject: 'ada-at-google',
  email: 'Ada@Example.com',
  isVerified: true,
  domain: 'example.com',
}
const former = { email: 'ada@example.com', password: 'correct horse' }

describe.each(databases)('Signing in with Google on $name', (database) => {
  const it = test.extend<{ google: OpenIdProvider; app: TestApp }>({
    google: async ({}, use) => {
      const google = await startOpenIdProvider(origin)
      google.person = ada
      await use(google)
      await google.stop()
    },
    app: async ({ google }, use) => {
      const app = await makeTestApp(database, { environment: google.environment })
      await use(app)
      await app.close()
    },
  })

  it('creates an account on the free plan, with a verified address and no password', async ({
    app,
  }) => {
    const user = app.visitor()
    await signIn(user)
    expect(await user.call(calls.getProfile, {})).toMatchObject({
      profile: { email: 'Ada@Example.com' },
      subDetails: { name: 'Free', isActive: 1 },
      isSocialMedia: true,
      isEmailVerified: true,
    })
  })

  it('finds the account again, even if the address at Google has changed', async ({
    app,
    google,
  }) => {
    const first = app.visitor()
    await signIn(first)
    await first.makePrompt('Mine')
    google.person = { ...ada, email: 'countess@example.com' }
    const second = app.visitor()
    await signIn(second)
    const { prompts } = await second.call(calls.listPrompts, {})
    expect(prompts.map((prompt) => prompt.name)).toEqual(['Mine'])
  })

  it('links an account whose owner has read its mail, keeps the password and mails a notice', async ({
    app,
  }) => {
    const owner = await app.signUp(former.email, former.password)
    await owner.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    await owner.makePrompt('Mine')

    const viaGoogle = app.visitor()
    await signIn(viaGoogle)
    expect((await viaGoogle.call(calls.listPrompts, {})).prompts).toHaveLength(1)
    expect(await viaGoogle.call(calls.getProfile, {})).toMatchObject({
      isSocialMedia: false,
      isGoogleLinked: true,
    })
    await app.visitor().signIn(former.email, former.password)
    expect(await owner.call(calls.checkLogin, {})).toMatchObject({ isLoggedIn: true })
    expect(await mailedSubjects(app, 'ada@example.com')).toContain(
      'Google is connected to your account',
    )
  })

  it('links an account whose password was set by a mailed link', async ({ app }) => {
    await app.signUp(former.email, former.password)
    const visitor = app.visitor()
    await visitor.call(calls.sendResetLink, { email: former.email })
    const token = await mailedToken(app, 'reset')
    const chosen = 'battery staple'
    await visitor.call(calls.resetPassword, { password: chosen, cPassword: chosen }, { token })
    await signIn(app.visitor())
    await app.visitor().signIn(former.email, chosen)
  })

  it.for([
    ['that is not verified', false],
    ['that its reader has verified without being signed in', true],
  ] as const)(
    "takes over an account with an address %s, and ends its creator's access",
    async ([, isConfirmed], { app }) => {
      const squatter = await app.signUp('ADA@example.com', former.password)
      await squatter.call(calls.changeEmail, { email: 'squatter@example.com' })
      const changeToken = await mailedToken(app, 'verify-email')
      const script = { name: 'Script', scopes: ['library:read' as const] }
      const program = app.program((await squatter.call(calls.createToken, script)).token)
      if (isConfirmed) {
        await app
          .visitor()
          .call(calls.verifyEmail, { token: (await mailedTokens(app, 'verify-email'))[0] ?? '' })
      }
      await app.visitor().call(calls.sendResetLink, { email: former.email })
      const resetToken = await mailedToken(app, 'reset')

      const user = app.visitor()
      await signIn(user)
      expect(await user.call(calls.getProfile, {})).toMatchObject({
        // In the mailbox owner's spelling.
        profile: { email: 'Ada@Example.com' },
        isSocialMedia: true,
        isEmailVerified: true,
        pendingEmail: null,
      })
      expect(await squatter.call(calls.checkLogin, {})).toMatchObject({ isLoggedIn: false })
      expect(await program.failure(calls.listPrompts, {})).toEqual([401, 'token_invalid'])
      const stranger = app.visitor()
      expect(await stranger.failure(calls.login, former)).toEqual([400, 'password_wrong'])
      expect(await stranger.failure(calls.verifyEmail, { token: changeToken })).toEqual([
        400,
        'link_invalid',
      ])
      expect(await stranger.failure(calls.getResetToken, {}, { token: resetToken })).toEqual([
        400,
        'link_invalid',
      ])
      expect(await mailedSubjects(app, 'Ada@Example.com')).toContain('You now log in with Google')
    },
  )

  it('asks for the password once if Google does not run the mailbox', async ({ app, google }) => {
    google.person = { subject: 'ada-at-google', email: former.email, isVerified: true }
    const owner = await app.signUp(former.email, former.password)
    await owner.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    await owner.makePrompt('Mine')

    const visitor = app.visitor()
    const refused = await visitor.failure(calls.loginWithGoogle, await goToGoogle(visitor))
    expect(refused).toEqual([409, 'google_password_needed'])
    expect(await visitor.call(calls.checkLogin, {})).toMatchObject({ isLoggedIn: false })
    expect(await owner.call(calls.getProfile, {})).toMatchObject({ isGoogleLinked: false })

    const wrong = { ...former, password: 'wrong horse' }
    expect(await visitor.failure(calls.login, wrong)).toEqual([400, 'password_wrong'])
    await visitor.signIn(former.email, former.password)
    expect(await owner.call(calls.getProfile, {})).toMatchObject({ isGoogleLinked: true })
    const second = app.visitor()
    await signIn(second)
    expect((await second.call(calls.listPrompts, {})).prompts).toHaveLength(1)
  })

  it('links nothing to another account that signs in with that browser', async ({
    app,
    google,
  }) => {
    google.person = { subject: 'ada-at-google', email: former.email, isVerified: true }
    await app.signUp(former.email, former.password)
    const bob = await app.signUp('bob@example.com', 'a new horse')
    const visitor = app.visitor()
    await visitor.failure(calls.loginWithGoogle, await goToGoogle(visitor))
    await visitor.signIn('bob@example.com', 'a new horse')
    expect(await bob.call(calls.getProfile, {})).toMatchObject({ isGoogleLinked: false })
  })

  it('drops the pending link after ten minutes', async ({ app, google }) => {
    google.person = { subject: 'ada-at-google', email: former.email, isVerified: true }
    const owner = await app.signUp(former.email, former.password)
    const visitor = app.visitor()
    await visitor.failure(calls.loginWithGoogle, await goToGoogle(visitor))
    app.clock.now += 10 * 60 * 1000
    await visitor.signIn(former.email, former.password)
    expect(await owner.call(calls.getProfile, {})).toMatchObject({ isGoogleLinked: false })
  })

  it('treats the same subject of another issuer as another person', async ({ app, google }) => {
    await signIn(app.visitor())
    await app.db.updateTable('users').set({ google_issuer: 'https://other.example' }).execute()
    google.person = { ...ada, email: 'other@example.com' }
    const other = app.visitor()
    await signIn(other)
    expect(await other.call(calls.getProfile, {})).toMatchObject({
      profile: { email: 'other@example.com' },
    })
  })

  it('is unlinked when a change of its address is undone', async ({ app, google }) => {
    const intruder = await app.signUp(former.email, former.password)
    await intruder.makePrompt('Mine')
    await intruder.call(calls.changeEmail, { email: 'eve@example.com' })
    await intruder.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    google.person = { ...ada, subject: 'eve-at-google', email: 'eve@example.com' }
    await signIn(intruder)
    expect(await intruder.call(calls.getProfile, {})).toMatchObject({ isGoogleLinked: true })

    await app.visitor().call(calls.undoEmailChange, { token: await mailedToken(app, 'undo-email') })
    await signIn(intruder)
    expect((await intruder.call(calls.listPrompts, {})).prompts).toEqual([])
  })

  it('takes no account over while a previous address can undo its change', async ({
    app,
    google,
  }) => {
    const thief = await app.signUp(former.email, former.password)
    await thief.call(calls.changeEmail, { email: 'eve@gmail.com' })
    const link = await mailedToken(app, 'verify-email')
    await app.visitor().call(calls.verifyEmail, { token: link })
    google.person = { ...ada, subject: 'eve-at-google', email: 'eve@gmail.com' }
    const visitor = app.visitor()
    await visitor.failure(calls.loginWithGoogle, await goToGoogle(visitor))

    const owner = app.visitor()
    await owner.call(calls.undoEmailChange, { token: await mailedToken(app, 'undo-email') })
    expect(await mailedToken(app, 'reset')).not.toBe('')
  })

  it('can be unlinked by an account only if it has a password', async ({ app, google }) => {
    const onlyGoogle = app.visitor()
    await signIn(onlyGoogle)
    expect(await onlyGoogle.failure(calls.unlinkGoogle, {})).toEqual([409, 'password_missing'])

    google.person = { ...ada, subject: 'bob-at-google', email: 'bob@example.com' }
    const bob = await app.signUp('bob@example.com', 'a new horse')
    await bob.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    await signIn(app.visitor())
    await bob.call(calls.unlinkGoogle, {})
    expect(await bob.call(calls.getProfile, {})).toMatchObject({ isGoogleLinked: false })
    expect(await mailedSubjects(app, 'bob@example.com')).toContain(
      'Google is disconnected from your account',
    )
  })

  it('refuses an address that Google has not verified', async ({ app, google }) => {
    google.person = { ...ada, isVerified: false }
    const user = app.visitor()
    expect(await user.failure(calls.loginWithGoogle, await goToGoogle(user))).toEqual([
      400,
      'google_email_unverified',
    ])
    expect(await app.db.selectFrom('users').selectAll().execute()).toEqual([])
  })

  it('rejects an ID token that Google has not signed', async ({ app, google }) => {
    await signIn(app.visitor())
    google.person = { ...ada, subject: 'eve-at-google', email: 'eve@example.com' }
    google.forged = ada
    const eve = app.visitor()
    expect(await eve.failure(calls.loginWithGoogle, await goToGoogle(eve))).toEqual([
      400,
      'google_failed',
    ])
    expect(await eve.call(calls.checkLogin, {})).toMatchObject({ isLoggedIn: false })
    google.forged = undefined
    await signIn(eve)
  })

  it('refuses another Google account for an address that is linked to one', async ({
    app,
    google,
  }) => {
    await signIn(app.visitor())
    google.person = { ...ada, subject: 'somebody-else' }
    const user = app.visitor()
    expect(await user.failure(calls.loginWithGoogle, await goToGoogle(user))).toEqual([
      400,
      'google_failed',
    ])
  })

  it('fails when the user declines at Google', async ({ app, google }) => {
    google.person = undefined
    const user = app.visitor()
    const query = await goToGoogle(user)
    expect(query).toMatchObject({ error: 'access_denied' })
    expect(await user.failure(calls.loginWithGoogle, query)).toEqual([400, 'google_failed'])
  })

  it('accepts a response of Google only once', async ({ app }) => {
    const user = app.visitor()
    const query = await goToGoogle(user)
    const cookies = [...user.cookies]
    await user.call(calls.loginWithGoogle, query)
    const replay = app.visitor()
    for (const [name, value] of cookies) replay.cookies.set(name, value)
    expect(await replay.failure(calls.loginWithGoogle, query)).toEqual([400, 'google_failed'])
  })

  it('accepts one of twenty concurrent copies of a response', async ({ app }) => {
    const user = app.visitor()
    const query = await goToGoogle(user)
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => user.send(calls.loginWithGoogle, query)),
    )
    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(1)
  })

  it('is bound to the browser by a cookie that scripts and other sites cannot read', async ({
    app,
    google,
  }) => {
    google.person = { subject: 'ada-at-google', email: former.email, isVerified: true }
    await app.signUp(former.email, former.password)
    const user = app.visitor()
    const begun = await user.send(calls.getGoogleLink, {})
    // The pending link, too.
    const ended = await user.send(calls.loginWithGoogle, await goToGoogle(user))
    const cookies = [...begun.cookies, ...ended.cookies].filter(({ value }) => value !== '')
    expect(cookies.map(({ name }) => name)).toEqual(['google-login', 'google-link'])
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax' })
    }
  })

  it('fails in another browser than the one that started it', async ({ app }) => {
    const query = await goToGoogle(app.visitor())
    expect(await app.visitor().failure(calls.loginWithGoogle, query)).toEqual([
      400,
      'google_failed',
    ])
  })

  it('fails with an unknown state', async ({ app }) => {
    const user = app.visitor()
    const query = { ...(await goToGoogle(user)), state: 'made-up' }
    expect(await user.failure(calls.loginWithGoogle, query)).toEqual([400, 'google_failed'])
  })

  it('fails with another nonce', async ({ app }) => {
    const user = app.visitor()
    const query = await goToGoogle(user)
    await app.db.updateTable('google_logins').set({ nonce: 'another' }).execute()
    expect(await user.failure(calls.loginWithGoogle, query)).toEqual([400, 'google_failed'])
  })

  it('fails after ten minutes', async ({ app }) => {
    const user = app.visitor()
    const query = await goToGoogle(user)
    app.clock.now += 10 * 60 * 1000
    expect(await user.failure(calls.loginWithGoogle, query)).toEqual([400, 'google_failed'])
  })

  it('fails without a query', async ({ app }) => {
    expect(await app.visitor().failure(calls.loginWithGoogle, {})).toEqual([400, 'google_failed'])
  })

  it('answers 503 while Google is down, and recovers when it is back', async ({ app, google }) => {
    const user = app.visitor()
    const query = await goToGoogle(user)
    const port = Number(new URL(google.environment.GOOGLE_ISSUER).port)
    await google.stop()
    expect(await user.failure(calls.loginWithGoogle, query)).toEqual([503, 'unavailable'])

    const back = await startOpenIdProvider(origin, port)
    back.person = ada
    await signIn(user)
    expect(await user.call(calls.checkLogin, {})).toMatchObject({ isLoggedIn: true })
    await back.stop()
  })

  it('answers 503 if Google is down at the start', async ({ google }) => {
    await google.stop()
    const app = await makeTestApp(database, { environment: google.environment })
    expect(await app.visitor().failure(calls.getGoogleLink, {})).toEqual([503, 'unavailable'])
    await app.close()
  })

  it('is unavailable without credentials', async () => {
    const app = await makeTestApp(database)
    expect(await app.visitor().failure(calls.getGoogleLink, {})).toEqual([
      503,
      'google_unavailable',
    ])
    await app.close()
  })

  it('asks Google for a code with PKCE, state and nonce', async ({ app }) => {
    const { url } = await app.visitor().call(calls.getGoogleLink, {})
    const asked = Object.fromEntries(new URL(url).searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      redirect_uri: `${origin}/verify-glogin`,
      scope: 'openid email',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/.{40,}/),
      nonce: expect.stringMatching(/.{40,}/),
    })
  })
})

async function signIn(user: ApiUser): Promise<void> {
  await user.call(calls.loginWithGoogle, await goToGoogle(user))
}
