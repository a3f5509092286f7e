import { describe, expect } from 'vitest'
import type { Call } from '#contract/core/call.ts'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'
import { mailedSubjects } from '#tests/support/mailed-links.ts'
import type { ApiUser } from '#tests/support/api-user.ts'

const minute = 60_000
const hour = 60 * minute
const password = 'correct horse'
const ada = { email: 'ada@example.com', password }
const wrong = { email: 'ada@example.com', password: 'wrong horse' }

async function statuses(user: ApiUser, call: Call, input: object, count: number) {
  const found: number[] = []
  for (let turn = 0; turn < count; turn++) found.push((await user.send(call, input)).statusCode)
  return found
}

const ten = (status: number) => Array<number>(10).fill(status)

describe.each(databases)('Logging in on $name', (database) => {
  const it = libraryTest(database, { RATE_LIMITS: 'on' })

  it('is possible 10 times in a row, then once a minute', async ({ app }) => {
    const stranger = app.visitor()
    expect(await statuses(stranger, calls.login, wrong, 12)).toEqual([...ten(400), 429, 429])
    app.clock.now += minute
    expect(await statuses(stranger, calls.login, wrong, 2)).toEqual([400, 429])
    app.clock.now += 10 * minute
    expect(await statuses(stranger, calls.login, wrong, 11)).toEqual([...ten(400), 429])
  })

  it('reports in header, body and text when it is possible again', async ({ app }) => {
    const stranger = app.visitor()
    await statuses(stranger, calls.login, wrong, 10)
    app.clock.now += 14_200
    const refusal = await stranger.send(calls.login, wrong)
    expect(refusal.headers['retry-after']).toBe('46')
    expect(refusal.json()).toEqual({
      status: 'error',
      code: 'too_many_attempts',
      msg: 'Too many attempts, please try again in 46 seconds.',
      retryAfter: 46,
    })
    app.clock.now += 45_000
    expect((await stranger.send(calls.login, wrong)).statusCode).toBe(429)
    app.clock.now += 1_000
    expect((await stranger.send(calls.login, wrong)).statusCode).toBe(400)
  })

  it('is also refused with the right password', async ({ app }) => {
    const user = await app.signUp()
    await statuses(user, calls.login, wrong, 10)
    expect((await user.send(calls.login, ada)).statusCode).toBe(429)
  })

  it('is counted per account, from any address and in any spelling', async ({ app }) => {
    const from = (host: number, email: string) =>
      app.server.inject({
        method: 'POST',
        url: '/api/login',
        remoteAddress: `192.0.2.${host}`,
        payload: { email, password },
      })
    for (let host = 1; host <= 10; host++) await from(host, 'nobody@example.com')
    const refusal = await from(11, ' NOBODY@example.com')
    expect(refusal.statusCode).toBe(429)
    expect((await from(11, 'else@example.com')).statusCode).toBe(400)
  })

  it('is counted per address, for any account', async ({ app }) => {
    const stranger = app.visitor()
    for (let count = 0; count < 10; count++) {
      await stranger.send(calls.login, { email: `${count}@example.com`, password })
    }
    expect((await stranger.send(calls.login, ada)).statusCode).toBe(429)
    const elsewhere = { remoteAddress: '192.0.2.1', method: 'POST', url: '/api/login' } as const
    expect((await app.server.inject({ ...elsewhere, payload: ada })).statusCode).toBe(400)
  })

  it('answers the same whether or not there is an account', async ({ app }) => {
    await app.signUp()
    const answers = async (email: string, remoteAddress: string) => {
      const found: unknown[] = []
      for (let count = 0; count < 11; count++) {
        const { statusCode, headers, body } = await app.server.inject({
          method: 'POST',
          url: '/api/login',
          remoteAddress,
          payload: { email, password: 'wrong horse' },
        })
        found.push([statusCode, { ...headers, date: '' }, body])
      }
      return found
    }
    expect(await answers('ada@example.com', '192.0.2.1')).toEqual(
      await answers('nobody@example.com', '192.0.2.2'),
    )
  })

  it('is not counted if it succeeds', async ({ app }) => {
    const user = await app.signUp()
    expect(await statuses(user, calls.login, wrong, 9)).toEqual(ten(400).slice(1))
    expect(await statuses(user, calls.login, ada, 5)).toEqual([200, 200, 200, 200, 200])
    expect(await statuses(user, calls.login, wrong, 2)).toEqual([400, 429])
  })

  it('allows no more attempts when they are concurrent', async ({ app }) => {
    const stranger = app.visitor()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => stranger.send(calls.login, wrong)),
    )
    const count = (status: number) => answers.filter((one) => one.statusCode === status).length
    expect([count(400), count(429)]).toEqual([10, 20])
  })

  it('ignores addresses that the client claims', async ({ app }) => {
    const answers: number[] = []
    for (let count = 0; count < 12; count++) {
      const forged = { 'x-forwarded-for': `192.0.2.${count}`, forwarded: `for=192.0.2.${count}` }
      const form = { email: `${count}@example.com`, password }
      answers.push((await app.visitor().send(calls.login, form, forged)).statusCode)
    }
    expect(answers).toEqual([...ten(400), 429, 429])
  })

  it('stores neither network nor e-mail addresses, and expired rows are swept', async ({ app }) => {
    const stranger = app.visitor()
    await stranger.send(calls.login, wrong)
    const rows = await app.db.selectFrom('throttles').selectAll().execute()
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/ada@|example|127\.0|wrong|login/i)
    app.clock.now += 10 * minute
    await stranger.send(calls.login, { ...wrong, email: 'bob@example.com' })
    await app.sweepExpired()
    const left = await app.db.selectFrom('throttles').select('key').execute()
    expect(left).toHaveLength(2)
    expect(left).not.toContainEqual({ key: rows[1]?.key })
  })
})

describe.each(databases)('Registering on $name', (database) => {
  const it = libraryTest(database, { RATE_LIMITS: 'on' })

  it('is possible 10 times an hour from one address', async ({ app }) => {
    const register = (name: string, remoteAddress = '2001:db8:1:2::1') =>
      app.server.inject({
        method: 'POST',
        url: '/api/register',
        remoteAddress,
        payload: { email: `${name}@example.com`, password, cpassword: password },
      })
    for (let count = 0; count < 10; count++) {
      expect((await register(`user-${count}`)).statusCode).toBe(200)
    }
    const refusal = await register('one-more')
    expect(refusal.statusCode).toBe(429)
    expect(refusal.json()).toMatchObject({
      msg: 'Too many attempts, please try again in 6 minutes.',
      retryAfter: 360,
    })
    // Another address of the same network, and one of another network.
    expect((await register('one-more', '2001:db8:1:2:ffff::9')).statusCode).toBe(429)
    expect((await register('one-more', '2001:db8:1:3::1')).statusCode).toBe(200)
    app.clock.now += hour
    expect((await register('at-last')).statusCode).toBe(200)
  })
})

describe.each(databases)('Guessing the current password on $name', (database) => {
  const it = libraryTest(database, { RATE_LIMITS: 'on' })

  it('is possible 10 times in a row in a logged-in browser', async ({ app }) => {
    const user = await app.signUp()
    const change = { newPassword: 'new password 1', confirmPassword: 'new password 1' }
    const guess = { ...change, password: 'wrong horse' }
    expect(await statuses(user, calls.updateProfile, guess, 11)).toEqual([...ten(400), 429])
    app.clock.now += minute
    await user.call(calls.updateProfile, { ...change, password })
  })

  it('is counted together with re-authentication', async ({ app }) => {
    const user = await app.signUp()
    const guess = { password: 'wrong horse' }
    expect(await statuses(user, calls.proveSession, guess, 11)).toEqual([...ten(400), 429])
    const change = { newPassword: 'new password 1', confirmPassword: 'new password 1' }
    expect((await user.send(calls.updateProfile, { ...change, ...guess })).statusCode).toBe(429)
  })
})

const [sqlite] = databases
if (sqlite === undefined) throw new Error('There is no database.')

describe('Behind a proxy', () => {
  const it = libraryTest(sqlite, { RATE_LIMITS: 'on', TRUST_PROXY: 'on' })

  it('the address that the proxy saw is counted, not those that the client claims', async ({
    app,
  }) => {
    const from = async (forwarded: string, email: string) => {
      const headers = { 'x-forwarded-for': forwarded }
      return (await app.visitor().send(calls.login, { email, password }, headers)).statusCode
    }
    for (let count = 0; count < 10; count++) {
      await from(`192.0.2.${count}, 198.51.100.1`, `${count}@example.com`)
    }
    expect(await from('198.51.100.1', 'a@example.com')).toBe(429)
    expect(await from('198.51.100.2', 'b@example.com')).toBe(400)
  })
})

describe('Without limits', () => {
  const it = libraryTest(sqlite)

  it('nothing is counted', async ({ app }) => {
    expect(await statuses(app.visitor(), calls.login, wrong, 12)).not.toContain(429)
    expect(await app.db.selectFrom('throttles').selectAll().execute()).toEqual([])
  })
})

describe.each(databases)('Notices by mail on $name', (database) => {
  const it = libraryTest(database, { RATE_LIMITS: 'on' })

  it('are sent to a mailbox 50 times in a row, then every six minutes', async ({ app }) => {
    const user = await app.signUp(ada.email, password)
    const notices = async () =>
      (await mailedSubjects(app, ada.email)).filter((subject) => subject.includes('token')).length
    const change = async () => {
      const script = { name: 'Script', scopes: ['library:read' as const] }
      const { id } = await user.call(calls.createToken, script)
      await user.call(calls.revokeToken, { tokenId: id })
    }
    for (let turn = 0; turn < 52; turn++) await change()
    expect(await notices()).toBe(50)
    app.clock.now += 6 * minute
    await change()
    await change()
    expect(await notices()).toBe(51)
  })
})
