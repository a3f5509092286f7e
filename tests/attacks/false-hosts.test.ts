import { join } from 'node:path'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { root } from '#scripts/prepare.mjs'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, makeTestApp } from '#tests/support/library-test.ts'

const [database] = databases
if (database === undefined) throw new Error('There is no database.')
const webRoot = join(root, 'dist/web')
const baseUrl = 'https://prompts.example'

/** Every header that may claim another host. */
const falseNames = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
  'x-forwarded-port': '6666',
  'x-forwarded-prefix': '/evil.example',
  'x-host': 'evil.example',
  'x-original-url': '//evil.example',
  'x-rewrite-url': '//evil.example',
  forwarded: 'for=1.2.3.4;host=evil.example;proto=http',
  referer: 'https://evil.example/',
  via: 'evil.example',
}

describe.each(['off', 'on'])('A false host, with TRUST_PROXY %s,', (TRUST_PROXY) => {
  it('appears in no mail, page or address', async () => {
    const environment = { BASE_URL: baseUrl, TRUST_PROXY, PAYMENTS: 'sandbox' }
    // A trusted proxy reports the original request.
    const headers =
      TRUST_PROXY === 'on' ? { ...falseNames, 'x-forwarded-proto': 'https' } : falseNames
    const app = await makeTestApp(database, { environment, webRoot })
    const ada = app.visitor()
    const form = { email: 'ada@example.com', password: 'correct horse', cpassword: 'correct horse' }
    await ada.send(calls.register, form, headers)
    await ada.send(calls.sendResetLink, form, headers)
    await ada.signIn(form.email, form.password)
    await expect.poll(async () => app.db.selectFrom('mails').selectAll().execute()).toHaveLength(2)
    for (const mail of await app.db.selectFrom('mails').selectAll().execute()) {
      expect(JSON.stringify(mail)).not.toContain('evil')
      expect(mail.plain_text).toContain(`${baseUrl}/`)
    }

    const checkout = await ada.send(
      calls.checkOut,
      { id: 'plus-monthly', type: 'monthly' },
      headers,
    )
    expect(checkout.json<{ link: string }>().link).toMatch(/^\/sandbox\/checkout\//)
    const promptId = await ada.makePrompt('Poem')
    await ada.call(calls.togglePromptPublic, { promptId })
    for (const url of [
      '/',
      '/?lang=de',
      '/prompts',
      '/connect/device',
      `/prompt/shared/${promptId}`,
      '/page/imprint',
      '/robots.txt',
      '/sitemap.xml',
      '/login',
      '/api/plans',
      '/api/openapi.json',
      '/api/nothing',
      'http://evil.example/prompts',
    ]) {
      const response = await app.server.inject({ url, headers })
      expect([url, `${JSON.stringify(response.headers)}${response.body}`.includes('evil')]).toEqual(
        [url, false],
      )
    }
    await app.close()
  })
})

test('A call that reached the proxy over http is rejected, wherever its secret is sent', async () => {
  const environment = { BASE_URL: baseUrl, TRUST_PROXY: 'on' }
  const app = await makeTestApp(database, { environment, webRoot })
  onTestFinished(app.close)
  const statusOf = async (url: string, headers: Record<string, string>) =>
    (await app.server.inject({ url, headers })).statusCode
  for (const url of ['/api/plans', '/mcp', '/oauth/authorize']) {
    expect(await statusOf(url, { 'x-forwarded-proto': 'http' })).toBe(403)
    // The client's own entries are further left.
    expect(await statusOf(url, { 'x-forwarded-proto': 'https, http' })).toBe(403)
    expect(await statusOf(url, { 'x-forwarded-proto': 'https' })).not.toBe(403)
  }
  expect(await statusOf('/api/health', {})).toBe(200)
  expect(await statusOf('/login', { 'x-forwarded-proto': 'http' })).toBe(200)
})

describe('A redirect', () => {
  const it = libraryTest(database, { PAYMENTS: 'sandbox' })
  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    '\thttps://evil.example',
    'java\tscript:alert(1)',
    '%0d%0aLocation:%20https://evil.example',
    '..%2f..%2f%2fevil.example',
    '%5cevil.example',
  ]

  it('never uses an address from the request', async ({ app }) => {
    const ada = await app.signUp()
    const cookie = [...ada.cookies].map((pair) => pair.join('=')).join('; ')
    const names = ['next', 'redirect', 'url', 'return', 'returnTo', 'redirect_uri', 'lang', 'state']
    const urls = elsewhere.flatMap((place) => {
      const query = names.map((name) => `${name}=${encodeURIComponent(place)}`).join('&')
      return [
        `/sandbox/checkout/${encodeURIComponent(place)}?${query}`,
        `/sandbox/checkout/x/?${query}`,
        `/api/logout?${query}`,
        `/api/login/google-login?${query}`,
        `/api/login/google-link?${query}`,
        `/login?${query}`,
      ]
    })
    for (const url of urls) {
      for (const cookies of [{}, { cookie }]) {
        const { headers } = await app.server.inject({ url, headers: cookies })
        expect([undefined, '/login', '/plans'], url).toContain(headers.location)
        expect(headers['refresh']).toBeUndefined()
      }
    }
  })
})
