import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { hashAtFullCost, libraryTest, makeTestApp } from '#tests/support/library-test.ts'

const day = 24 * 60 * 60 * 1000

describe.each(databases)('An account on $name', (database) => {
  const it = libraryTest(database)

  it('is created by registering and opened by logging in', async ({ app }) => {
    const ada = app.visitor()
    await ada.register('ada@example.com', 'correct horse')
    expect(await ada.call(calls.checkLogin, {})).toEqual({
      isLoggedIn: false,
      credits: { credits: 0, given: 0 },
    })
    await ada.signIn('ada@example.com', 'correct horse')
    expect(await ada.call(calls.checkLogin, {})).toEqual({
      isLoggedIn: true,
      accountId: expect.any(String),
      credits: { credits: 20, given: 20 },
    })
  })

  it('is identified by its id in every session', async ({ app }) => {
    const ada = await app.signUp('ada@example.com')
    const bob = await app.signUp('bob@example.com')
    const idOf = async (user: typeof ada) => (await user.call(calls.checkLogin, {})).accountId
    const id = await idOf(ada)
    expect(id).not.toBe(await idOf(bob))
    await ada.call(calls.logout, {})
    expect(await idOf(ada)).toBeUndefined()
    await ada.signIn('ada@example.com', 'correct horse')
    expect(await idOf(ada)).toBe(id)
  })

  it('shows its address, its free plan and its usage', async ({ app }) => {
    const ada = await app.signUp('Ada@Example.com')
    await ada.makePrompt('Poem', { folderId: await ada.makeFolder('Poems') })
    expect(await ada.call(calls.getProfile, {})).toEqual({
      profile: { email: 'Ada@Example.com' },
      subDetails: {
        name: 'Free',
        price: '0.00',
        expireAt: null,
        isActive: 1,
        hasPaymentFailed: false,
        isGiven: false,
      },
      isSocialMedia: false,
      isEmailVerified: false,
      pendingEmail: null,
      isGoogleLinked: false,
      needsProof: false,
      proofs: ['password'],
      keepsRuns: true,
      usage: { prompts: 1, promptLimit: 10, folders: 1 },
    })
  })

  it('is found by its address in any case, with spaces around it', async ({ app }) => {
    await app.signUp('Ada@Example.com')
    await app.visitor().signIn('  aDA@eXAMPLE.COM ', 'correct horse')
  })

  it.for([
    ['an empty field', { email: '', password: 'long enough', cpassword: '' }, 'fields_missing'],
    ['a missing field', { email: 'ada@example.com' }, 'fields_missing'],
    [
      'an address without an @',
      { email: 'ada.example.com', password: 'long enough', cpassword: 'long enough' },
      'email_invalid',
    ],
    [
      'a short password',
      { email: 'ada@example.com', password: 'short', cpassword: 'short' },
      'password_too_short',
    ],
    [
      'a password that is too long',
      { email: 'ada@example.com', password: 'x'.repeat(129), cpassword: 'x'.repeat(129) },
      'password_too_long',
    ],
    [
      'different passwords',
      { email: 'ada@example.com', password: 'long enough', cpassword: 'long enougH' },
      'password_mismatch',
    ],
  ] as const)('is not created from %s', async ([, form, code], { app }) => {
    expect(await app.visitor().failure(calls.register, form)).toEqual([400, code])
  })

  it('is unique per address, even with concurrent registrations', async ({ app }) => {
    const form = { password: 'long enough', cpassword: 'long enough' }
    const answers = await Promise.all([
      app.visitor().send(calls.register, { ...form, email: 'ada@example.com' }),
      app.visitor().send(calls.register, { ...form, email: 'ADA@example.com' }),
    ])
    expect(answers.map((answer) => answer.statusCode)).toEqual(expect.arrayContaining([200, 409]))
    expect(
      await app.visitor().failure(calls.register, { ...form, email: 'ada@example.com' }),
    ).toEqual([409, 'email_taken'])
  })

  it('gives a stranger the same answer whether or not it exists', async ({ app }) => {
    await app.signUp('ada@example.com')
    const stranger = app.visitor()
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      expect(await stranger.failure(calls.login, { email, password: 'wrong horse' })).toEqual([
        400,
        'password_wrong',
      ])
    }
    expect(stranger.cookies.size).toBe(0)
  })

  it('cannot use Google while the server has no credentials', async ({ app }) => {
    expect(await app.visitor().failure(calls.getGoogleLink, {})).toEqual([
      503,
      'google_unavailable',
    ])
  })
})

describe.each(databases)('A session on $name', (database) => {
  const it = libraryTest(database)

  it('is a cookie that scripts and other sites cannot read', async ({ app }) => {
    const ada = app.visitor()
    await ada.register('ada@example.com', 'correct horse')
    const login = { email: 'ada@example.com', password: 'correct horse' }
    const { headers } = await ada.send(calls.login, login)
    expect(headers['set-cookie']).toContainEqual(
      expect.stringMatching(
        /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    )
  })

  it('is bound to this exact host on https', async () => {
    const app = await makeTestApp(database, {
      environment: { BASE_URL: 'https://prompts.example.com' },
    })
    const ada = await app.signUp()
    expect([...ada.cookies.keys()]).toEqual(['__Host-session', '__Host-device'])
    const login = { email: 'ada@example.com', password: 'correct horse' }
    const { headers } = await ada.send(calls.login, login)
    for (const cookie of headers['set-cookie'] ?? []) expect(cookie).toMatch(/; Secure; /)
    await app.close()
  })

  it('ends by logging out, for every copy of its cookie', async ({ app }) => {
    const ada = await app.signUp()
    const copy = new Map(ada.cookies)
    await ada.call(calls.logout, {})
    expect(ada.cookies.has('session')).toBe(false)
    for (const [name, value] of copy) ada.cookies.set(name, value)
    expect(await ada.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
  })

  it('ends when the same browser logs in again', async ({ app }) => {
    const ada = await app.signUp()
    const former = app.visitor()
    for (const [name, value] of ada.cookies) former.cookies.set(name, value)
    await ada.signIn('ada@example.com', 'correct horse')
    expect(await former.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
    await ada.call(calls.getProfile, {})
  })

  it('never reuses a token that the browser sent', async ({ app }) => {
    const ada = app.visitor()
    await ada.register('ada@example.com', 'correct horse')
    const planted = 'x'.repeat(43)
    ada.cookies.set('session', planted)
    await ada.signIn('ada@example.com', 'correct horse')
    expect(ada.cookies.get('session')).not.toBe(planted)
    const attacker = app.visitor()
    attacker.cookies.set('session', planted)
    expect(await attacker.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
  })

  it('coexists with sessions in other browsers', async ({ app }) => {
    const desk = await app.signUp()
    const phone = app.visitor()
    await phone.signIn('ada@example.com', 'correct horse')
    await desk.call(calls.logout, {})
    await phone.call(calls.getProfile, {})
  })

  it('ends after 30 days without use', async ({ app }) => {
    const ada = await app.signUp()
    app.clock.now += 30 * day
    expect(await ada.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
  })

  it('lasts as long as it is used, renewed once a day', async ({ app }) => {
    const ada = await app.signUp()
    app.clock.now += day - 1
    const early = await ada.send(calls.checkLogin, {})
    expect(early.headers['set-cookie']).toBeUndefined()
    for (let week = 0; week < 8; week++) {
      app.clock.now += 7 * day
      const answer = await ada.send(calls.checkLogin, {})
      expect(answer.headers['set-cookie']).toContain('Max-Age=2592000')
    }
    await ada.call(calls.getProfile, {})
  })

  it('ends 90 days after the login, no matter how it is used', async ({ app }) => {
    const ada = await app.signUp()
    for (let week = 0; week < 12; week++) {
      app.clock.now += 7 * day
      await ada.call(calls.getProfile, {})
    }
    const { expires_at } = await app.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
    expect(expires_at).toBe(app.clock.now + 6 * day)
    app.clock.now += 6 * day
    expect(await ada.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
    // Also one that an earlier release has renewed for longer.
    await app.db
      .updateTable('sessions')
      .set({ expires_at: app.clock.now + day })
      .execute()
    expect(await ada.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
  })

  it('is stored as a hash, and the password as argon2id', async ({ app }) => {
    hashAtFullCost()
    const ada = await app.signUp()
    const [token = ''] = ada.cookies.values()
    const session = await app.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(session)).not.toContain(token)
    const user = await app.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    expect(user.password_hash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
    )
  })
})
