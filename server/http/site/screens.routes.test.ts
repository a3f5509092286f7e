import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { screenAddress, screens } from '#contract/screens.ts'
import german from '#languages/de/accounts.json' with { type: 'json' }
import english from '#languages/en/accounts.json' with { type: 'json' }
import shell from '#languages/en/shell.json' with { type: 'json' }
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'
import { logInto } from '#tests/support/log-into.ts'

// The real build; the server renders the rest.
const webRoot = fileURLToPath(new URL('../../../dist/web', import.meta.url))
const loggedOut = { isLoggedIn: false, credits: { credits: 0, given: 0 } }
const visitorScreens = [
  ['/login', english.login.title],
  ['/register', english.register.title],
  ['/forgot-password/link', english.forgot.title],
  ['/forgot-password/reset/x', ''],
] as const

describe.each(databases)('On $name, the documents', async (database) => {
  const app = await makeTestApp(database, { webRoot })
  afterAll(app.close)
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.server.inject({ url, headers: { accept: 'text/html', ...headers } })
  const ada = await app.signUp('ada@example.com')
  const cookie = `session=${ada.cookies.get('session')}`

  test.each(visitorScreens)('of %s are complete for visitors', async (url, heading) => {
    for (const headers of [{}, { cookie: 'session=ended' }]) {
      const { statusCode, headers: sent, body } = await get(url, headers)
      expect(statusCode).toBe(200)
      expect(sent).toMatchObject({
        'cache-control': 'no-store',
        'content-language': 'en',
        vary: 'Accept-Encoding, Accept-Language, Cookie',
      })
      expect(headingIn(body)).toBe(heading)
      expect(answersIn(body)).toEqual({ '/api/login-checker': loggedOut })
    }
  })

  test.each(visitorScreens)('of %s redirect a user who is logged in', async (url) => {
    const { statusCode, headers } = await get(url, { cookie })
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([
      303,
      '/prompts',
      'no-store',
    ])
  })

  test.each([
    ['the plan that was chosen', '/register?plan=plus-monthly', cookie],
    ['an app that waits', '/login', `${cookie}; connect=x`],
  ])('leave the redirect to the client for %s', async (_case, url, cookie) => {
    const { statusCode, headers, body } = await get(url, { cookie })
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body).toContain('<div id="root"></div>')
    const { accountId } = await ada.call(calls.checkLogin, {})
    expect(answersIn(body)).toMatchObject({
      '/api/login-checker': { isLoggedIn: true, accountId },
    })
  })

  test.each(['/prompts?folderId=x', '/trash', '/plans', '/profile'])(
    'of %s redirect visitors to the login',
    async (url) => {
      for (const headers of [{}, { cookie: 'session=ended' }]) {
        const { statusCode, headers: sent } = await get(url, headers)
        expect([statusCode, sent.location, sent['cache-control']]).toEqual([
          303,
          '/login',
          'no-store',
        ])
      }
    },
  )

  test('behind the login have the first answers of their user, and are not stored', async () => {
    const check = await ada.call(calls.checkLogin, {})
    const profile = { '/api/profile': await ada.call(calls.getProfile, {}) }
    const settings = {
      ...profile,
      '/api/activity/list': await ada.call(calls.listActivity, {}),
      '/api/apps/list': await ada.call(calls.listApps, {}),
      '/api/factors/list': await ada.call(calls.listFactors, {}),
      '/api/models/list': await ada.call(calls.listModels, {}),
      '/api/my-values/get': await ada.call(calls.getMyValues, {}),
      '/api/sessions': await ada.call(calls.listSessions, {}),
      '/api/tokens/list': await ada.call(calls.listTokens, {}),
    }
    for (const [url, others] of [
      ['/prompts', profile],
      ['/trash', {}],
      ['/plans', {}],
      ['/profile', settings],
    ] as const) {
      const { statusCode, headers, body } = await get(url, { cookie })
      expect([url, statusCode, headers['cache-control']]).toEqual([url, 200, 'no-store'])
      expect(headers['vary']).toContain('Cookie')
      expect(answersIn(body)).toEqual({ '/api/login-checker': check, ...others })
      expect(body).not.toContain(ada.cookies.get('session'))
    }
  })

  test('count as a request of their account', async () => {
    const limited = await makeTestApp(database, { webRoot, environment: { RATE_LIMITS: 'on' } })
    onTestFinished(limited.close)
    const eve = await limited.signUp('eve@example.com')
    const headers = { accept: 'text/html', cookie: `session=${eve.cookies.get('session')}` }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => limited.server.inject({ url: '/profile', headers })),
    )
    const refused = answers.filter(({ body }) => !('/api/profile' in answersIn(body)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(100)
  })

  test('of a static page have the page, and the login check', async () => {
    const page = await ada.call(calls.getPage, {}, { type: 'imprint' })
    const visit = await get('/page/imprint')
    expect(visit.headers['cache-control']).toBe('no-cache')
    expect(headingIn(visit.body)).toBe('Imprint')
    expect(answersIn(visit.body)).toEqual({
      '/api/login-checker': loggedOut,
      '/api/page/imprint': page,
    })
    const own = await get('/page/imprint', { cookie, 'accept-encoding': 'br' })
    expect(own.headers).toMatchObject({ 'cache-control': 'no-store', 'content-encoding': 'br' })
    expect(answersIn(brotliDecompressSync(own.rawPayload).toString())).toMatchObject({
      '/api/login-checker': { isLoggedIn: true },
      '/api/page/imprint': page,
    })
  })

  test('leave the login check to the client if it fails', async () => {
    const broken = await makeTestApp(database, { webRoot, log: logInto([]) })
    onTestFinished(broken.close)
    const { cookies } = await broken.signUp('ada@example.com')
    const headers = { accept: 'text/html', cookie: `session=${cookies.get('session')}` }
    await broken.db.schema.dropTable('credit_entries').execute()
    const login = await broken.server.inject({ url: '/login', headers })
    expect([login.statusCode, answersIn(login.body)]).toEqual([200, {}])
    expect(login.body).toContain('<div id="root"></div>')
    const library = await broken.server.inject({ url: '/prompts', headers })
    expect(library.body).toContain('<div id="root"></div>')
    const page = await broken.server.inject({ url: '/page/faq', headers })
    expect(Object.keys(answersIn(page.body))).toEqual(['/api/page/faq'])
  })
})

const [database] = databases
if (database === undefined) throw new Error('There is no database.')
const app = await makeTestApp(database, { webRoot })
afterAll(app.close)

const get = (url: string, headers: Record<string, string> = {}) =>
  app.server.inject({ url, headers: { accept: 'text/html', ...headers } })

describe('A rendered screen', () => {
  test.each([
    [{ 'accept-language': 'de-AT' }, 'de', german.login.title],
    [{ 'accept-language': 'de', cookie: 'lang=en' }, 'en', english.login.title],
    [{ cookie: '__Host-lang=de' }, 'de', german.login.title],
  ])('is in the language of its reader: %j', async (headers: object, language, title) => {
    const { headers: sent, body } = await get('/login', { ...headers })
    expect(sent['content-language']).toBe(language)
    expect(body).toContain(`<html lang="${language}" data-prerendered`)
    expect(body).toContain(`<title>${title} · Promptshelf</title>`)
    expect(headingIn(body)).toBe(title)
  })

  test('has its styles, and names its scripts and texts, but not the code of the library', async () => {
    const { body } = await get('/login')
    const [, files = ''] = / data-files="([^"]*)"/.exec(body) ?? []
    const styles = [...body.matchAll(/<link rel="stylesheet"[^>]* href="([^"]*)"/g)]
    const paths = [...files.split(' '), ...styles.map(([, href = '']) => href)]
    for (const [name, isThere] of [
      ['login-screen', true],
      ['auth-layout', true],
      ['accounts', true],
      ['settings', false],
      ['later', false],
    ] as const) {
      expect([name, paths.some((path) => path.startsWith(`/assets/${name}-`))]).toEqual([
        name,
        isThere,
      ])
    }
    for (const path of paths) expect([path, (await get(path)).statusCode]).toEqual([path, 200])
  })

  test.each(['/login', '/register', '/page/imprint', '/nowhere', '/verify-email/x'])(
    'complies with its Content-Security-Policy: %s',
    async (url) => {
      const { body } = await get(url)
      expect(body).not.toMatch(/<[^>]+ (?:style|on[a-z]+)=/)
      const inline = [...body.matchAll(/<script(?![^>]* src=)[^>]*>/g)].map(([tag]) => tag)
      expect(inline).toEqual([
        // Allowed by their hashes.
        '<script>',
        '<script id="answers" type="application/json">',
        '<script>',
      ])
    },
  )

  test('does not contain the token of its link', async () => {
    for (const path of [screens.verifyEmail, screens.resetPassword] as const) {
      const { statusCode, body } = await get(screenAddress(path, { token: 'secret-token' }))
      expect([statusCode, body.includes('secret-token')]).toEqual([200, false])
    }
  })

  test.each(['/nowhere', '/page/nowhere', '/Login', '/login/x'])(
    'says at %s that it is not found',
    async (url) => {
      const { statusCode, body } = await get(url)
      expect([statusCode, headingIn(body)]).toEqual([404, shell.notFound.title])
      expect(body).toMatch(/<html [^>]*data-missing/)
    },
  )

  test.each([
    [{}, [true, true, true]],
    [{ PLANS: 'off' }, [false, true, false]],
    [{ PLANS: 'off', GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' }, [true, true, false]],
    [{ BASE_URL: 'http://127.0.0.1:3000' }, [true, false, true]],
  ])('has what the server has: %j', async (environment, expected) => {
    const other = await makeTestApp(database, { webRoot, environment })
    onTestFinished(other.close)
    const open = async (url: string) =>
      (await other.server.inject({ url, headers: { accept: 'text/html' } })).body
    const login = await open('/login')
    expect([
      login.includes(english.login.google),
      login.includes(english.login.passkey),
      (await open('/page/faq')).includes('/#pricing'),
    ]).toEqual(expected)
  })
})

function headingIn(html: string): string {
  return /<h1[^>]*>([^<]*)</.exec(html)?.[1] ?? ''
}

/** The answers in a document, which the client takes instead of making the calls. */
function answersIn(html: string): Record<string, unknown> {
  const [, json = ''] =
    /<script id="answers" type="application\/json">(.*?)<\/script>/.exec(html) ?? []
  return JSON.parse(json) as Record<string, unknown>
}
