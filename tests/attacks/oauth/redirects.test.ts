import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { isRedirect } from '#server/accounts/apps/oauth.rules.ts'
import { oauthApp, redirectUri } from '#tests/support/clients/oauth-app.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const [sqlite] = databases
if (sqlite === undefined) throw new Error('There is no database.')

describe('The redirect address of an app', () => {
  const it = libraryTest(sqlite)

  const wrongRedirects = [
    'http://localhost.evil/callback',
    'http://localhost.evil:4711/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://localhost@evil.example/callback',
    'https://user:secret@evil.example/callback',
    'http://evil.example/callback',
    'http://192.168.0.1/callback',
    'https://localhost/callback',
    'https://evil.example/callback#fragment',
    'https://evil.example/callback#',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'about:blank',
    'blob:https://evil.example/x',
    'mailto:ada@example.com',
    'ftp://evil.example/',
    'ws://evil.example/',
    '/callback',
    '',
    7,
    null,
  ]

  it.for(wrongRedirects)('is not registered: %j', async (uri, { app }) => {
    expect(isRedirect(uri)).toBe(false)
    const client = oauthApp(app)
    for (const redirect_uris of [[uri], [redirectUri, uri]]) {
      const response = await client.register({ redirect_uris })
      expect(response.statusCode).toBe(400)
    }
  })

  it('is one of those registered, at any port on this computer only', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const clientId = await client.registered({
      redirect_uris: [
        'https://app.example/callback',
        'http://localhost/callback',
        'http://127.0.0.1:1/callback',
        'http://[::1]/callback',
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'com.example.app:/callback',
      ],
    })
    for (const [uri, returnsTo] of [
      ['https://app.example/callback', 'app.example'],
      ['http://localhost:50123/callback', null],
      ['http://127.0.0.1:50123/callback', null],
      ['http://[::1]:50123/callback', null],
      ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor:'],
      ['com.example.app:/callback', 'com.example.app:'],
    ] as const) {
      const uid = await client.beginUid(ada, clientId, { redirect_uri: uri })
      expect(await ada.call(calls.describeConnection, { uid })).toMatchObject({ returnsTo })
    }
    for (const uri of [
      'https://app.example:8443/callback',
      'https://app.example/callback?x=1',
      'https://app.example/callback/..',
      'https://app.example/Callback',
      'https://app.example.evil/callback',
      'https://app.example@evil.example/callback',
      'http://app.example/callback',
      'http://localhost:1/other',
      'http://localhost.evil:1/callback',
      'http://localhost:1@evil.example/callback',
      'http://localhost:1/callback#x',
      'cursor://elsewhere/oauth/callback',
      'https://evil.example/',
    ]) {
      const response = await client.begin(ada, clientId, { redirect_uri: uri })
      expect([uri, response.statusCode, response.headers.location]).toEqual([uri, 400, undefined])
    }
  })

  it('is never opened without a click, not even for an error', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const uri = 'https://evil.example/callback'
    const clientId = await client.registered({ redirect_uris: [uri] })
    for (const [wrong, why] of [
      [{ prompt: 'none' }, /authentication is required/],
      [{ resource: 'https://x.example' }, /resource indicator/],
      [{ code_challenge: '' }, /code_challenge must be/],
      [{ response_type: 'token' }, /response_type/],
      [{ response_mode: 'form_post' }, /unknown response mode/],
      [{ client_id: 'forgotten' }, /client is invalid/],
    ] as const) {
      const response = await client.begin(ada, clientId, { redirect_uri: uri, ...wrong })
      expect([response.statusCode, response.headers.location]).toEqual([400, undefined])
      expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(response.body).toMatch(why)
      expect(response.body).toMatch(/^This app cannot be connected: .+\.\nTry again from the app\./)
      expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
    const uid = await client.beginUid(ada, clientId, { redirect_uri: uri })
    const { location } = await ada.call(calls.refuseConnection, { uid })
    const answer = Object.fromEntries(new URL(location ?? '').searchParams)
    expect(answer).toEqual({
      error: 'access_denied',
      error_description: 'The user refused.',
      state: 'the state',
      iss: 'http://localhost:3000',
    })
  })

  it('belongs to a client with a harmless name, and with no other content of its own choice', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const response = await client.register({
      client_name: `A\u202Ep\u0000p \n${'x'.repeat(200)}`,
      client_id: 'chosen',
      client_secret: 'chosen',
      token_endpoint_auth_method: 'client_secret_basic',
      application_type: 'web',
      scope: 'openid session',
      jwks_uri: 'http://169.254.169.254/',
      sector_identifier_uri: 'http://169.254.169.254/',
      logo_uri: 'https://evil.example/logo.png',
      response_types: ['token'],
      grant_types: ['implicit', 'client_credentials'],
    })
    const registered = response.json<Record<string, unknown>>()
    expect(registered).toMatchObject({
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token'],
    })
    expect(Object.keys(registered).join(' ')).not.toMatch(/secret |jwks|sector|logo|scope/)
    expect(registered['client_id']).not.toBe('chosen')
    const uid = await client.beginUid(ada, String(registered['client_id']))
    const { name, host } = await ada.call(calls.describeConnection, { uid })
    expect([name, host]).toEqual([`A p p ${'x'.repeat(94)}`, null])
  })
})
