import { setImmediate } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import { identifySession } from '#server/accounts/session/identify-session.ts'
import { whileValid } from '#server/calls/while-valid.ts'
import { databases } from '#tests/support/databases.ts'
import { hashAtFullCost, libraryTest, makeTestApp } from '#tests/support/library-test.ts'
import { logInto } from '#tests/support/log-into.ts'
import { mailedSubjects, mailedToken } from '#tests/support/mailed-links.ts'

const minutes = 60_000
const days = 24 * 60 * minutes
const email = 'ada@example.com'
const password = 'correct horse'
const stale = 15 * minutes

describe.each(databases)('Recent re-authentication on $name', (database) => {
  const it = libraryTest(database)

  it.for([
    ['deleting the account', calls.deleteAccount, {}],
    ['downloading its data', calls.downloadAccount, {}],
    ['changing its address', calls.changeEmail, { email: 'countess@example.com' }],
    ['disconnecting Google', calls.unlinkGoogle, {}],
  ] as const)(
    'is required for %s, a quarter of an hour after logging in',
    async ([, call, input], { app }) => {
      const ada = await app.signUp(email, password)
      app.clock.now += stale
      expect((await ada.call(calls.getProfile, {})).needsProof).toBe(true)
      expect(await ada.failure(call, input)).toEqual([403, 'proof_needed'])

      expect(await ada.failure(calls.proveSession, { password: 'wrong horse' })).toEqual([
        400,
        'password_wrong',
      ])
      expect(await ada.failure(call, input)).toEqual([403, 'proof_needed'])
      await ada.call(calls.proveSession, { password })
      app.clock.now += stale - 1
      expect((await ada.call(calls.getProfile, {})).needsProof).toBe(false)
      expect((await ada.send(call, input)).statusCode).toBe(200)
    },
  )

  it('of one session does not count for others', async ({ app }) => {
    const desk = await app.signUp(email, password)
    const phone = app.visitor()
    await phone.signIn(email, password)
    app.clock.now += stale
    await desk.call(calls.proveSession, { password })
    expect(await phone.failure(calls.downloadAccount, {})).toEqual([403, 'proof_needed'])
  })

  it('is provided by changing the password', async ({ app }) => {
    const ada = await app.signUp(email, password)
    app.clock.now += stale
    const chosen = 'battery staple'
    const change = { password, newPassword: chosen, confirmPassword: chosen }
    await ada.call(calls.updateProfile, change)
    await ada.call(calls.downloadAccount, {})
  })
})

describe.each(databases)('Logging in on $name', (database) => {
  const it = libraryTest(database)
  const newDevice = 'New login to your account'

  it('in a new browser is reported by mail, with browser and system if known', async ({ app }) => {
    await app.signUp(email, password)
    expect(await mailedSubjects(app, email)).not.toContain(newDevice)
    const userAgent =
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 <b>http://evil.example</b>'
    await app.visitor().send(calls.login, { email, password }, { 'user-agent': userAgent })
    const mail = await app.db
      .selectFrom('mails')
      .selectAll()
      .where('subject', '=', newDevice)
      .executeTakeFirstOrThrow()
    expect(mail.plain_text).toContain('Firefox on Linux')
    expect(mail.plain_text).toContain('http://localhost:3000/forgot-password/link')
    expect(mail.html).not.toContain('evil')
  })

  it('again in the same browser is not, even after logging out', async ({ app }) => {
    const desk = await app.signUp(email, password)
    const phone = app.visitor()
    await phone.signIn(email, password)
    for (const browser of [desk, phone]) {
      await browser.call(calls.logout, {})
      await browser.signIn(email, password)
    }
    const subjects = await mailedSubjects(app, email)
    expect(subjects.filter((subject) => subject === newDevice)).toHaveLength(1)
  })

  it('in a browser known for another account is reported, too', async ({ app }) => {
    await app.signUp(email, password)
    const bob = await app.signUp('bob@example.com', 'a new horse')
    await bob.call(calls.logout, {})
    await bob.signIn(email, password)
    expect(await mailedSubjects(app, email)).toContain(newDevice)
  })

  it(`ends the least recently used session if there are ${limits.sessions}`, async ({ app }) => {
    const first = await app.signUp(email, password)
    app.clock.now += 1
    const second = app.visitor()
    await second.signIn(email, password)
    const { owner_no } = await app.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    const rows = Array.from({ length: limits.sessions - 2 }, (_, at) => ({
      token_hash: `seeded ${at}`,
      owner_no,
      created_at: app.clock.now,
      last_used_at: app.clock.now,
      expires_at: app.clock.now + days,
      user_agent: '',
    }))
    await app.db.insertInto('sessions').values(rows).execute()
    app.clock.now += 1
    await app.visitor().signIn(email, password)
    expect(await first.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
    expect((await second.call(calls.listSessions, {})).sessions).toHaveLength(limits.sessions)
  })

  it('rehashes a password that was hashed with another cost', async ({ app }) => {
    hashAtFullCost()
    await app.signUp(email, password)
    const cheap =
      '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$fGboIvzlkt1eU7JnWpaFoCiFdQqj41xKJW/x6HC4Hu4'
    await app.db.updateTable('users').set({ password_hash: cheap }).execute()
    expect(await app.visitor().failure(calls.login, { email, password: 'wrong horse' })).toEqual([
      400,
      'password_wrong',
    ])
    const before = await app.db.selectFrom('users').select('password_hash').executeTakeFirst()
    expect(before?.password_hash).toBe(cheap)
    await app.visitor().signIn(email, password)
    const after = await app.db.selectFrom('users').select('password_hash').executeTakeFirst()
    expect(after?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await app.visitor().signIn(email, password)
  })
})

describe.each(databases)('Ending one session on $name', (database) => {
  const it = libraryTest(database)

  it('logs out that browser and no other', async ({ app }) => {
    const desk = await app.signUp(email, password)
    const [phone, tablet] = [app.visitor(), app.visitor()]
    await phone.signIn(email, password)
    await tablet.signIn(email, password)
    const { sessions } = await phone.call(calls.listSessions, {})
    const sessionId = sessions.find(({ isCurrent }) => isCurrent)?.id ?? ''
    await desk.call(calls.endSession, { sessionId })
    expect(await phone.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
    await tablet.call(calls.getProfile, {})
    const { activity } = await desk.call(calls.listActivity, {})
    expect(activity[0]).toMatchObject({ kind: 'sessions_ended', name: 'lightMyRequest' })
    expect(await desk.failure(calls.endSession, { sessionId })).toEqual([404, 'not_found'])
  })
})

describe.each(databases)('A password on $name', (database) => {
  const it = libraryTest(database)
  const changed = 'Your password has been changed'
  const chosen = 'battery staple'

  it('is reported by mail when changed or reset', async ({ app }) => {
    const ada = await app.signUp(email, password)
    const change = { password, newPassword: chosen, confirmPassword: chosen }
    await ada.call(calls.updateProfile, change)
    expect(await mailedSubjects(app, email)).toContain(changed)
    await app.db.deleteFrom('mails').execute()

    await ada.call(calls.sendResetLink, { email })
    const token = await mailedToken(app, 'reset')
    await ada.call(calls.resetPassword, { password, cPassword: password }, { token })
    expect(await mailedSubjects(app, email)).toContain(changed)
  })
})

describe.each(databases)('A server with closed registration on $name', (database) => {
  const it = libraryTest(database, { REGISTRATION: 'closed' })

  it('refuses new accounts', async ({ app }) => {
    const form = { email, password, cpassword: password }
    expect(await app.visitor().failure(calls.register, form)).toEqual([403, 'registration_closed'])
  })
})

describe.each(databases)('A server restricted to two domains on $name', (database) => {
  const it = libraryTest(database, { REGISTRATION: 'domains:example.com,example.org' })

  it('refuses every other address', async ({ app }) => {
    for (const other of ['ada@example.net', 'ada@sub.example.com', 'ada@notexample.com']) {
      const form = { email: other, password, cpassword: password }
      expect(await app.visitor().failure(calls.register, form)).toEqual([
        403,
        'registration_restricted',
      ])
    }
  })

  it('moves no account to another domain', async ({ app }) => {
    const form = { email: 'ada@example.com', password }
    await app.visitor().register(form.email, password)
    const token = await mailedToken(app, 'verify-email')
    await app.visitor().call(calls.verifyEmail, { token })
    const ada = app.visitor()
    await ada.signIn(form.email, password)
    expect(await ada.failure(calls.changeEmail, { email: 'ada@example.net' })).toEqual([
      403,
      'registration_restricted',
    ])
    await ada.call(calls.changeEmail, { email: 'ada@example.org' })
  })

  it('admits users with a verified address, and mails others the link again', async ({ app }) => {
    await app.visitor().register('Ada@Example.COM', password)
    const [first] = await app.db.selectFrom('mailed_tokens').selectAll().execute()
    const visitor = app.visitor()
    expect(await visitor.failure(calls.login, { email, password })).toEqual([
      403,
      'email_unverified',
    ])
    expect(await visitor.failure(calls.login, { email, password: 'wrong horse' })).toEqual([
      400,
      'password_wrong',
    ])
    const [second] = await app.db.selectFrom('mailed_tokens').selectAll().execute()
    expect(second?.token_hash).not.toBe(first?.token_hash)
    await visitor.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    await visitor.signIn(email, password)
    expect(await visitor.failure(calls.changeEmail, { email: 'ada@example.net' })).toEqual([
      403,
      'registration_restricted',
    ])
  })
})

describe.each(databases)('Logging in with an unverified address on $name', (database) => {
  const environment = { REGISTRATION: 'domains:example.com', RATE_LIMITS: 'on' }
  const it = libraryTest(database, environment)

  it('always asks to open the link, and mails it three times an hour', async ({ app }) => {
    await app.visitor().register(email, password)
    for (let time = 0; time < 5; time++) {
      expect(await app.visitor().failure(calls.login, { email, password })).toEqual([
        403,
        'email_unverified',
      ])
    }
    expect(await mailedSubjects(app, email)).toHaveLength(1 + 3)
  })
})

describe.each(databases)('The security log on $name', (database) => {
  const test = libraryTest(database)

  test('records every refusal: not logged in, not allowed, too often, an internal address', async ({
    expect,
  }) => {
    const lines: string[] = []
    const environment = { RATE_LIMITS: 'on' }
    const app = await makeTestApp(database, { log: logInto(lines), environment })
    const ada = await app.signUp(email, password)
    await app.visitor().failure(calls.getProfile, {})
    await ada.send(calls.logout, {}, { 'sec-fetch-site': 'cross-site' })
    for (let time = 0; time < 4; time++) await ada.send(calls.sendVerificationLink, {})
    const inside = { dialect: 'openai' as const, baseUrl: 'https://168.63.129.16', key: '' }
    await ada.failure(calls.testAddress, inside)
    await app.close()

    const codes = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg, event }) => msg === 'security' && event === 'refused')
      .map(({ code }) => code)
    expect(codes).toEqual(['not_logged_in', 'cross_site', 'too_many_attempts', 'address_refused'])
  })

  test.for([
    ['off', undefined],
    ['on', '127.0.0.1'],
  ] as const)(
    'records who did what, with LOG_ADDRESSES %s',
    async ([logAddresses, address], { expect }) => {
      const lines: string[] = []
      const app = await makeTestApp(database, {
        log: logInto(lines),
        environment: { LOG_ADDRESSES: logAddresses },
      })
      const ada = app.visitor()
      await ada.register(email, password)
      await ada.signIn(email, password)
      await app.visitor().failure(calls.login, { email, password: 'wrong horse' })
      await app.visitor().failure(calls.login, { email: 'nobody@example.com', password })
      await app.visitor().failure(calls.getProfile, {})
      const chosen = 'battery staple'
      await ada.call(calls.updateProfile, {
        password,
        newPassword: chosen,
        confirmPassword: chosen,
      })
      await ada.call(calls.sendResetLink, { email })
      await ada.call(
        calls.resetPassword,
        { password, cPassword: password },
        {
          token: await mailedToken(app, 'reset'),
        },
      )
      const { id: userId } = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
      await app.close()

      const events = lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ msg }) => msg === 'security')
      const told = events.map(({ event, userId: id, code }) => [event, id, code])
      expect(told).toEqual([
        ['registered', userId, undefined],
        ['signed_in', userId, undefined],
        ['sign_in_failed', userId, undefined],
        ['sign_in_failed', undefined, undefined],
        ['refused', undefined, 'not_logged_in'],
        ['password_changed', userId, undefined],
        ['reset_link_asked_for', undefined, undefined],
        ['password_reset', userId, undefined],
      ])
      for (const event of events) expect(event['address']).toBe(address)
      expect(lines.join('')).not.toContain('example.com')
    },
  )
})

describe.each(databases.slice(0, 1))('A session that has ended on $name', (database) => {
  const it = libraryTest(database)

  it('stops streams within a second', async ({ app }) => {
    const ada = await app.signUp()
    const session = await identifySession(app.services, ada.cookies.get('session') ?? '')
    if (session === undefined) throw new Error('There is no session.')
    async function* items() {
      yield 'before'
      await ada.call(calls.logout, {})
      // Ends, so that reading it fails instead of never ending.
      const endsAt = performance.now() + 5_000
      while (performance.now() < endsAt) {
        await setImmediate()
        yield 'after'
      }
    }
    const reading = whileValid(app.services, session.actor, items())
    const read = async () => {
      for await (const item of reading) expect(['before', 'after']).toContain(item)
    }
    await expect(read()).rejects.toMatchObject({ errorCode: 'not_logged_in' })
  })
})
