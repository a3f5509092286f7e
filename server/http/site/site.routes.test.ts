import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { screenPaths } from '#contract/screens.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import { logInto } from '#tests/support/log-into.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const page = `<!doctype html>
<html lang="en">
  <head>
    <title>Promptshelf</title>
    <!--head-->
  </head>
  <body><div id="root"></div></body>
</html>
`
const [database] = databases
if (database === undefined) throw new Error('There is no database.')
const webRoot = makeScratchDirectory('site')
mkdirSync(join(webRoot, 'assets'))
writeFileSync(join(webRoot, 'index.html'), page)
writeFileSync(join(webRoot, 'icon.svg'), '<svg/>')
writeFileSync(join(webRoot, 'sw.js'), 'const build = {}')
writeFileSync(join(webRoot, 'assets/main-abc123.js'), 'console.log(1)')
writeFileSync(join(webRoot, 'assets/main-abc123.js.br'), 'compressed')
const app = await makeTestApp(database, { webRoot })
afterAll(async () => {
  await app.close()
  rmSync(webRoot, { recursive: true })
})

const get = (url: string, accept = 'text/html,*/*', of: TestApp = app) =>
  of.server.inject({ url, headers: { accept, 'accept-encoding': 'br' } })

test.each([
  [{}, '<body>'],
  [{ PLANS: 'off' }, '<body data-plans="off" data-credits="off" data-google="off">'],
  [
    { PLANS: 'off', MONTHLY_CREDITS: '100', GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' },
    '<body data-plans="off">',
  ],
])('The page shows the client which features the server lacks: %o', async (environment, body) => {
  const other = await makeTestApp(database, { webRoot, environment })
  onTestFinished(other.close)
  for (const url of ['/connect/device', '/page/faq', '/nowhere']) {
    expect((await get(url, 'text/html', other)).body).toContain(body)
  }
})

describe('The site', () => {
  test.each(['/', '/connect/x?y=z', '/login/', '/verify-email/a.b', '/prompt/shared/x'])(
    'serves the page at %s',
    async (url) => {
      const response = await get(url)
      expect([response.statusCode, response.body]).toEqual([200, page])
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
      })
    },
  )

  test('allows only the scripts of its pages, by their hashes', async () => {
    const directory = makeScratchDirectory('scripts')
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const script = 'document.title = "early"'
    const data = '<script type="application/json">{}</script>'
    const withScript = page.replace('<!--head-->', `${data}<script>${script}</script>`)
    writeFileSync(join(directory, 'index.html'), withScript)
    const scripted = await makeTestApp(database, { webRoot: directory })
    onTestFinished(scripted.close)
    const { headers } = await get('/', 'text/html', scripted)
    const digest = createHash('sha256').update(script).digest('base64')
    expect(headers['content-security-policy']).toContain(
      ` script-src 'self' 'sha256-${digest}'; style-src`,
    )
  })

  test('serves assets compressed and immutable, and other files for revalidation', async () => {
    const asset = await get('/assets/main-abc123.js', '*/*')
    expect([asset.statusCode, asset.body]).toEqual([200, 'compressed'])
    expect(asset.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const icon = await get('/icon.svg', '*/*')
    expect([icon.statusCode, icon.headers['cache-control']]).toEqual([200, 'no-cache'])
  })

  test('serves the service worker for revalidation, or has browsers remove it', async () => {
    const worker = await get('/sw.js', '*/*')
    expect([worker.statusCode, worker.body]).toEqual([200, 'const build = {}'])
    expect(worker.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      // It applies to the worker's own requests.
      'content-security-policy': expect.stringContaining("connect-src 'self'"),
    })
    const environment = { SERVICE_WORKER: 'off' }
    const without = await makeTestApp(database, { webRoot, environment })
    onTestFinished(without.close)
    const gone = await get('/sw.js', '*/*', without)
    expect([gone.statusCode, gone.body]).toEqual([410, ''])
    expect(gone.headers['cache-control']).toBe('no-store')
  })

  test('shows where to report vulnerabilities, if the operator has set a contact', async () => {
    const environment = {
      CONTACT_EMAIL: 'abuse@example.com',
      BASE_URL: 'https://shelf.example.com',
    }
    const other = await makeTestApp(database, { webRoot, environment })
    onTestFinished(other.close)
    other.clock.now = Date.UTC(2026, 10, 23)
    const { statusCode, headers, body } = await get('/.well-known/security.txt', '*/*', other)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body).toBe(`Contact: mailto:abuse@example.com
Expires: 2027-02-21T00:00:00.000Z
Preferred-Languages: en, de
Canonical: https://shelf.example.com/.well-known/security.txt
`)
  })

  test('shows password managers where passwords and passkeys are changed', async () => {
    const change = await get('/.well-known/change-password', '*/*')
    expect([change.statusCode, change.headers.location]).toEqual([302, '/profile#password'])
    const environment = {
      BASE_URL: 'https://shelf.example.com',
      OLD_ORIGINS: 'https://old.example.com',
    }
    const other = await makeTestApp(database, { webRoot, environment })
    onTestFinished(other.close)
    const profile = 'https://shelf.example.com/profile'
    const endpoints = await get('/.well-known/passkey-endpoints', '*/*', other)
    expect(endpoints.json()).toEqual({ enroll: profile, manage: profile })
    const origins = await get('/.well-known/webauthn', '*/*', other)
    expect(origins.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(origins.json()).toEqual({
      origins: ['https://shelf.example.com', 'https://old.example.com'],
    })
  })

  test.each([
    ['/assets/gone.js', '*/*'],
    ['/assets/gone.js', 'text/html'],
    ['/gone.png', '*/*'],
    ['/assets/../../package.json', '*/*'],
    ['/..%2fpackage.json', '*/*'],
    ['/no/such/screen', 'application/json'],
    ['/.well-known/security.txt', 'text/html'],
    ['/.well-known/webauthn', '*/*'],
  ])('has no page for %s with Accept: %s', async (url, accept) => {
    const response = await get(url, accept)
    expect([response.statusCode, response.json()]).toMatchObject([404, { code: 'not_found' }])
  })

  test.each(['/no/such/screen', '/prompts/more', '/login/x', '/verify-email', '/Verify-Email/a/b'])(
    'answers 404 with its page at %s',
    async (url) => {
      const response = await get(url)
      expect([response.statusCode, response.body]).toEqual([404, page])
      const head = await app.server.inject({
        method: 'HEAD',
        url,
        headers: { accept: 'text/html' },
      })
      expect([head.statusCode, head.body]).toEqual([404, ''])
    },
  )

  test('answers HEAD like GET', async () => {
    for (const path of screenPaths) {
      const url = path.replace(/:\w+/, 'imprint')
      const head = await app.server.inject({
        method: 'HEAD',
        url,
        headers: { accept: 'text/html' },
      })
      expect([url, head.statusCode, head.body]).toEqual([url, (await get(url)).statusCode, ''])
      // Those behind the login redirect.
      expect([200, 303], url).toContain(head.statusCode)
    }
  })

  test('is only the API if the client is not built', async () => {
    const bare = await makeTestApp(database, { webRoot: '/nowhere' })
    expect((await get('/', 'text/html', bare)).json()).toMatchObject({ code: 'not_found' })
    await bare.close()
  })
})

test('The log contains no token of a mailed link', async () => {
  const lines: string[] = []
  const logged = await makeTestApp(database, { webRoot, log: logInto(lines) })
  for (const path of ['/verify-email/', '/forgot-password/reset/']) {
    const response = await get(`${path}secret-token`, 'text/html', logged)
    expect([response.statusCode, response.body]).toEqual([200, page])
  }
  const paths = [
    '/Verify-Email/',
    '/verify-email//',
    '/x/verify-email/',
    '/forgot-password/reset/x/',
  ]
  for (const path of [...paths, '/api/fp/reset/x/', '/api/', '/.well-known/', '/%ff/']) {
    await get(`${path}secret-token/x?y=secret-token`, 'text/html', logged)
  }
  for (const url of ['/forgot-password/reset/secret-token', '/verify-email/secret-token/']) {
    await logged.server.inject({ method: 'POST', url })
  }
  await logged.close()
  expect(lines).toHaveLength(11)
  expect(lines[0]).toContain('"path":"/verify-email/:token"')
  expect(lines[2]).toContain('"path":"(none)"')
  expect(lines.join('')).not.toContain('secret-token')
})
