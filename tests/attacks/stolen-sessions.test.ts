import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, makeTestApp, type TestApp } from '#tests/support/library-test.ts'

const notLoggedIn = [401, 'not_logged_in']

describe.each(databases)('A session on $name', (database) => {
  const it = libraryTest(database)

  it('requires its exact token, and nothing similar or derived', async ({ app }) => {
    const ada = await app.signUp()
    const token = ada.cookies.get('session') ?? ''
    const { token_hash: stored } = await app.db
      .selectFrom('sessions')
      .select('token_hash')
      .executeTakeFirstOrThrow()
    expect(await askWith(app, `session=${token}`)).toEqual([200, undefined])
    for (const cookie of [
      `session=${stored}`,
      `session=${token.toLowerCase()}`,
      `session=${token.slice(0, -1)}`,
      `session=${token}x`,
      `session=${token}%00`,
      `session=${token}%20`,
      `session="${token}x"`,
      `session=%${token}`,
      `Session=${token}`,
      `__Host-session=${token}`,
      `session[]=${token}`,
      "session=' or '1'='1",
      'session=%',
      'session=',
      'session',
      '=; =; ;;;',
      `session=${'x'.repeat(10_000)}`,
      '__proto__=x; constructor=y; session=__proto__',
    ]) {
      expect([cookie, await askWith(app, cookie)]).toEqual([cookie, notLoggedIn])
    }
    // Nor is it accepted anywhere but in the cookie.
    const elsewhere = await app.server.inject({
      url: `/api/profile?session=${token}`,
      headers: { authorization: `Bearer ${token}`, 'x-session': token },
    })
    expect(elsewhere.statusCode).toBe(401)
  })

  it('is new with every login, whatever cookie the browser had', async ({ app }) => {
    await app.signUp()
    const browser = app.visitor()
    const planted = 'chosen-by-somebody-else-of-forty-three-char'
    browser.cookies.set('session', planted)
    await browser.signIn('ada@example.com', 'correct horse')
    const first = browser.cookies.get('session')
    await browser.signIn('ada@example.com', 'correct horse')
    expect(new Set([planted, first, browser.cookies.get('session')]).size).toBe(3)
    expect(await askWith(app, `session=${planted}`)).toEqual(notLoggedIn)
  })

  it('ends on the server at logout, not just in the browser', async ({ app }) => {
    const ada = await app.signUp()
    const cookie = `session=${ada.cookies.get('session')}`
    await ada.call(calls.logout, {})
    expect(await askWith(app, cookie)).toEqual(notLoggedIn)
  })
})

describe('The cookie of a session', () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')

  libraryTest(database)('is hidden from scripts and other hosts', async () => {
    const app = await makeTestApp(database, {
      environment: { BASE_URL: 'https://prompts.example' },
    })
    await app.signUp()
    const credentials = { email: 'ada@example.com', password: 'correct horse' }
    const response = await app.visitor().send(calls.login, credentials)
    const [cookie] = response.cookies
    expect(cookie).toMatchObject({
      name: '__Host-session',
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    })
    expect(cookie?.domain).toBeUndefined()
    // 256 random bits.
    expect(Buffer.from(cookie?.value ?? '', 'base64url')).toHaveLength(32)
    await app.close()
  })
})

async function askWith(app: TestApp, cookie: string) {
  const response = await app.server.inject({ url: '/api/profile', headers: { cookie } })
  return [response.statusCode, response.json<{ code?: string }>().code]
}
