import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Call } from '#contract/core/call.ts'
import { allowRequest, getRequest, refuseRequest } from '#server/accounts/apps/answer-request.ts'
import { identifySession } from '#server/accounts/session/identify-session.ts'
import { isRedirect } from '#server/accounts/apps/oauth.rules.ts'
import { identifyApp } from '#server/accounts/apps/identify-app.ts'
import { whileValid } from '#server/accounts/while-valid.ts'
import { fetchDescription } from '#server/oauth/fetch-description.ts'
import { refusedHosts } from '#tests/fixtures/refused-hosts.ts'
import { oauthApp, redirectUri, toUid, type Tokens } from '#tests/support/clients/oauth-app.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'
import {
  startDescriptionServer,
  type DescriptionServer,
} from '#tests/support/servers/description-server.ts'

const minute = 60_000
const gone = [404, 'connect_request_gone']

describe.each(databases)('A request of an app on $name', (database) => {
  const it = libraryTest(database)

  it('is answered in the browser that it began in, once, by whoever is logged in there', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const mallory = await app.signUp('mallory@example.com')
    const client = oauthApp(app)
    const clientId = await client.registered()
    // Mallory begins, and has Ada open her request.
    const uid = await client.beginUid(mallory, clientId)
    const allowed = { uid, scopes: ['library:read'], days: 30 }
    await client.beginUid(ada, clientId)
    expect(await ada.failure(calls.describeConnection, { uid })).toEqual(gone)
    expect(await ada.failure(calls.allowConnection, allowed)).toEqual(gone)
    expect(await ada.failure(calls.refuseConnection, { uid })).toEqual(gone)
    // Nothing that Ada could be sent to ends in a code of Mallory's, or the other way round.
    for (const path of [uid, `${uid}/`]) {
      const response = await app.server.inject({ url: `/oauth/authorize/${path}` })
      expect(response.statusCode).toBe(404)
    }
    await mallory.call(calls.describeConnection, { uid })
    // Ada logs in where Mallory was.
    const cookie = mallory.cookies.get('connect') ?? ''
    await mallory.call(calls.logout, {})
    expect(await mallory.failure(calls.allowConnection, allowed)).toEqual([401, 'not_logged_in'])
    ada.cookies.set('connect', cookie)
    const answers = await Promise.all([1, 2, 3].map(() => ada.send(calls.allowConnection, allowed)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 404, 404,
    ])
    expect(await ada.failure(calls.describeConnection, { uid })).toEqual(gone)
    expect(await ada.failure(calls.refuseConnection, { uid })).toEqual(gone)
    expect((await ada.call(calls.listApps, {})).apps).toHaveLength(1)
    await mallory.signIn('mallory@example.com', 'correct horse')
    expect((await mallory.call(calls.listApps, {})).apps).toEqual([])
  })

  it('gives no more than was asked for, to change only with a fresh proof, and ends', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const bob = await app.signUp('bob@example.com')
    const client = oauthApp(app)
    const clientId = await client.registered()
    const scope = 'library:read openid offline_access runs session'
    const reading = await client.beginUid(ada, clientId, { scope })
    const { scopes } = await ada.call(calls.describeConnection, { uid: reading })
    expect(scopes).toEqual(['library:read'])
    const invalid = [400, 'invalid_request']
    for (const wrong of [
      { scopes: ['library:read', 'library:write'] },
      { scopes: ['library:read', 'runs'] },
      { scopes: ['library:write'] },
      { scopes: [] },
      { days: 31 },
    ]) {
      const allowed = { uid: reading, scopes: ['library:read'], days: 30, ...wrong }
      expect(await ada.failure(calls.allowConnection, allowed)).toEqual(invalid)
    }
    const folderId = await bob.makeFolder('His')
    const inHis = { uid: reading, scopes: ['library:read'], days: 30, folderId }
    expect(await ada.failure(calls.allowConnection, inHis)).toEqual([404, 'not_found'])
    const changing = await client.beginUid(ada, clientId)
    app.clock.now += 15 * minute
    const change = { uid: changing, scopes: ['library:read', 'library:write'] as const, days: 30 }
    expect(await ada.failure(calls.allowConnection, change)).toEqual([403, 'proof_needed'])
    await client.allow(ada, reading, { scopes: ['library:read'] })
    await ada.call(calls.proveSession, { password: 'correct horse' })
    await client.allow(ada, changing)
    const late = await client.beginUid(ada, clientId)
    app.clock.now += 30 * minute
    expect(await ada.failure(calls.describeConnection, { uid: late })).toEqual(gone)
  })

  it('that was read before it was answered is not answered again', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const grant_types = ['urn:ietf:params:oauth:grant-type:device_code']
    const clientId = await client.registered({ grant_types })
    const { services } = app
    const found = await identifySession(services, ada.cookies.get('session') ?? '')
    if (found?.actor.via !== 'session') throw new Error('Ada is logged in.')
    const { actor } = found
    const { user_code: userCode } = (await client.askForDevice(clientId)).json<{
      user_code: string
    }>()
    const device = await ada.call(calls.findDeviceRequest, { userCode })
    const allowed = { scopes: ['library:read' as const], days: 30 as const }
    const source = { via: 'browser', agent: '', network: '' } as const
    for (const uid of [await client.beginUid(ada, clientId), device.uid]) {
      const stale = await getRequest(services, actor, uid, ada.cookies.get('connect'))
      await ada.call(calls.allowConnection, { uid, ...allowed })
      const isGone = { errorCode: 'connect_request_gone' }
      const allowing = allowRequest(services, actor, stale, allowed, source)
      await expect(allowing).rejects.toMatchObject(isGone)
      await expect(refuseRequest(services, stale)).rejects.toMatchObject(isGone)
    }
    expect((await ada.call(calls.listApps, {})).apps).toHaveLength(2)
  })

  it('of a device is answered in the session that its code was entered in', async ({ app }) => {
    const ada = await app.signUp()
    const bob = await app.signUp('bob@example.com')
    const client = oauthApp(app)
    const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
    const clientId = await client.registered({ redirect_uris: [], grant_types: [deviceGrant] })
    const ask = async () =>
      (await client.askForDevice(clientId)).json<{ device_code: string; user_code: string }>()
    const { device_code: deviceCode, user_code: userCode } = await ask()
    const waiting = await client.redeemDevice(clientId, deviceCode)
    expect(waiting.json()).toMatchObject({ error: 'authorization_pending' })
    const wrong = [400, 'user_code_invalid']
    expect(await ada.failure(calls.findDeviceRequest, { userCode: 'BCDF-GHJK' })).toEqual(wrong)
    const typed = ` ${userCode.toLowerCase().replace('-', ' ')}`
    const described = await ada.call(calls.findDeviceRequest, { userCode: typed })
    const { uid } = described
    expect(described).toMatchObject({ kind: 'device', name: 'Test app', returnsTo: null })
    expect(await ada.call(calls.describeConnection, { uid })).toEqual(described)
    const allowed = { uid, scopes: ['library:read'], days: 30 }
    // A link to it is of no use to others.
    expect(await bob.failure(calls.allowConnection, allowed)).toEqual(gone)
    const answers = await Promise.all([1, 2].map(() => ada.send(calls.allowConnection, allowed)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 404,
    ])
    expect(answers.map((answer) => answer.json<{ location?: null }>().location)).toContain(null)
    expect(await ada.failure(calls.findDeviceRequest, { userCode })).toEqual(wrong)
    const both = await Promise.all([1, 2].map(() => client.redeemDevice(clientId, deviceCode)))
    expect(both.map(({ statusCode }) => statusCode)).toContain(400)
    const refused = await ask()
    const found = await ada.call(calls.findDeviceRequest, { userCode: refused.user_code })
    await ada.call(calls.refuseConnection, { uid: found.uid })
    const denied = await client.redeemDevice(clientId, refused.device_code)
    expect(denied.json()).toMatchObject({ error: 'access_denied' })
    const late = await ask()
    app.clock.now += 10 * minute
    expect(await ada.failure(calls.findDeviceRequest, { userCode: late.user_code })).toEqual(wrong)
  })
})

describe.each(databases)('A connected app on $name', (database) => {
  const it = libraryTest(database)

  const isAlive = async (app: TestApp, token: string) =>
    (await oauthApp(app).ping(token)).statusCode === 200

  it('ends with the second use of its code, also at once', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const { clientId, code, tokens } = await client.connect(ada)
    expect(await isAlive(app, tokens.access_token)).toBe(true)
    const again = await client.redeem(clientId, code)
    expect([again.statusCode, again.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    expect(await isAlive(app, tokens.access_token)).toBe(false)
    expect((await client.refresh(clientId, tokens.refresh_token)).statusCode).toBe(400)
    expect((await ada.call(calls.listApps, {})).apps).toEqual([])
    const { activity } = await ada.call(calls.listActivity, {})
    expect(activity.filter(({ kind }) => kind === 'app_ended')).toMatchObject([
      { via: 'app', name: 'Test app' },
    ])
    const location = await client.allow(ada, await client.beginUid(ada, clientId))
    const other = location.searchParams.get('code') ?? ''
    const parallel = await Promise.all(
      Array.from({ length: 8 }, () => client.redeem(clientId, other)),
    )
    expect(parallel.filter(({ statusCode }) => statusCode === 200).length).toBeLessThan(2)
    for (const response of parallel.filter(({ statusCode }) => statusCode === 200)) {
      expect(await isAlive(app, response.json<Tokens>().access_token)).toBe(false)
    }
    expect((await ada.call(calls.listApps, {})).apps).toEqual([])
  })

  it('ends with the second use of a refresh token, also at once', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const { clientId, tokens } = await client.connect(ada)
    const next = (await client.refresh(clientId, tokens.refresh_token)).json<Tokens>()
    expect(await isAlive(app, next.access_token)).toBe(true)
    expect((await client.refresh(clientId, tokens.refresh_token)).statusCode).toBe(400)
    expect(await isAlive(app, next.access_token)).toBe(false)
    expect((await client.refresh(clientId, next.refresh_token)).statusCode).toBe(400)
    const other = await client.connect(ada)
    const parallel = await Promise.all(
      Array.from({ length: 8 }, () => client.refresh(other.clientId, other.tokens.refresh_token)),
    )
    expect(parallel.filter(({ statusCode }) => statusCode === 200).length).toBeLessThan(2)
    for (const response of parallel.filter(({ statusCode }) => statusCode === 200)) {
      expect(await isAlive(app, response.json<Tokens>().access_token)).toBe(false)
    }
    expect((await ada.call(calls.listApps, {})).apps).toEqual([])
  })

  it('is no other app, and proves that it began', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const { clientId, tokens } = await client.connect(ada)
    const other = await client.registered()
    expect((await client.refresh(other, tokens.refresh_token)).statusCode).toBe(400)
    // Its revocation says nothing, and does nothing.
    expect((await client.revoke(other, tokens.refresh_token)).statusCode).toBe(200)
    expect(await isAlive(app, tokens.access_token)).toBe(true)
    const newCode = async () => {
      const location = await client.allow(ada, await client.beginUid(ada, clientId))
      return location.searchParams.get('code') ?? ''
    }
    for (const wrong of [
      { client_id: other },
      { code_verifier: 'x'.repeat(43) },
      { code_verifier: '' },
      { redirect_uri: 'http://localhost:4712/callback' },
      { resource: 'https://elsewhere.example/mcp' },
    ]) {
      const response = await client.redeem(clientId, await newCode(), wrong)
      expect([wrong, response.statusCode]).toEqual([wrong, 400])
    }
    const late = await newCode()
    app.clock.now += minute
    expect((await client.redeem(clientId, late)).statusCode).toBe(400)
    for (const wrong of [
      { code_challenge: '' },
      { code_challenge: '', code_challenge_method: '' },
      { code_challenge_method: 'plain' },
      { code_challenge_method: '' },
      { resource: 'https://elsewhere.example/mcp' },
      { resource: 'http://localhost:3000' },
      { response_type: 'token' },
      { response_type: 'code id_token' },
      { response_mode: 'fragment' },
      { response_mode: 'form_post' },
      { prompt: 'none' },
      { request: 'e30.e30.' },
      { request_uri: 'https://elsewhere.example/' },
    ]) {
      const response = await client.begin(ada, clientId, wrong)
      expect([wrong, response.statusCode, response.headers.location]).toEqual([
        wrong,
        400,
        undefined,
      ])
    }
  })

  it('has an hour, and its token opens nothing but `/mcp` of this server', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const { clientId, tokens, code } = await client.connect(ada)
    for (const text of [tokens.refresh_token, code, clientId, '', 'x'.repeat(43), 'x', 'é']) {
      expect([text, (await client.ping(text)).statusCode]).toEqual([text, 401])
    }
    expect((await client.ping(tokens.access_token, '/mcp/token')).statusCode).toBe(401)
    const program = app.program(tokens.access_token)
    for (const [name, call] of Object.entries<Call>(calls)) {
      if (call.access === 'public') continue
      const { statusCode, headers } = await program.send(call, {})
      expect([name, statusCode, headers['set-cookie']]).toEqual([name, 401, undefined])
    }
    const elsewhere = {
      ...app.services,
      config: { ...app.services.config, baseUrl: 'https://b.example' },
    }
    expect(await identifyApp(elsewhere, tokens.access_token, true)).toBeUndefined()
    app.clock.now += 60 * minute - 1
    expect(await isAlive(app, tokens.access_token)).toBe(true)
    app.clock.now += 1
    expect(await isAlive(app, tokens.access_token)).toBe(false)
  })

  it('reaches its folder and its scopes, and never gains by refreshing', async ({ app }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Work')
    await ada.makePrompt('Inside', { folderId })
    await ada.makePrompt('Outside')
    const client = oauthApp(app)
    const clientId = await client.registered()
    const uid = await client.beginUid(ada, clientId)
    const location = await client.allow(ada, uid, { folderId })
    const redeemed = await client.redeem(clientId, location.searchParams.get('code') ?? '')
    const tokens = redeemed.json<Tokens>()
    const call = async (token: string, name: string, input: object) => {
      const response = await client.ping(token, '/mcp', {
        method: 'tools/call',
        params: { name, arguments: input },
      })
      return response.body
    }
    const listed = await call(tokens.access_token, 'list_prompts', {})
    expect(listed).toContain('Inside')
    expect(listed).not.toContain('Outside')
    const save = { title: 'Mine', text: 'x' }
    expect(await call(tokens.access_token, 'save_prompt', save)).not.toContain('isError')
    // A token that asks for less has less, and another one no more than was allowed.
    const less = (
      await client.refresh(clientId, tokens.refresh_token, { scope: 'library:read' })
    ).json<Tokens>()
    expect(less.scope).toBe('library:read')
    expect(await call(less.access_token, 'save_prompt', save)).toContain('does not allow')
    const reading = await client.connect(ada, { scopes: ['library:read'] })
    expect(reading.tokens.scope).toBe('library:read')
    const more = await client.refresh(reading.clientId, reading.tokens.refresh_token, {
      scope: 'library:read library:write',
    })
    expect(more.json()).toMatchObject({ error: 'invalid_scope' })
  })

  it('ends while it reads', async ({ app }) => {
    const ada = await app.signUp()
    const { tokens } = await oauthApp(app).connect(ada)
    const actor = await identifyApp(app.services, tokens.access_token, true)
    if (actor === undefined) throw new Error('The token is valid.')
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    async function* items() {
      for (let count = 0; count < 9; count++) {
        clock.mockReturnValue(count * 1_000)
        yield count
      }
    }
    const read: number[] = []
    const reading = (async () => {
      for await (const item of whileValid(app.services, actor, items())) {
        read.push(item)
        if (item === 3) {
          const [connected] = (await ada.call(calls.listApps, {})).apps
          await ada.call(calls.endApp, { appId: connected?.id ?? '' })
        }
      }
    })()
    await expect(reading).rejects.toMatchObject({ errorCode: 'token_invalid' })
    clock.mockRestore()
    expect(read).toEqual([0, 1, 2, 3])
  })
})

const [sqlite] = databases
if (sqlite === undefined) throw new Error('There is no database.')

describe('The address that an app is answered at', () => {
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

  it('is one of those registered, at any port on this computer alone', async ({ app }) => {
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

  it('is never gone to without a press, not even with an error', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const uri = 'https://evil.example/callback'
    const clientId = await client.registered({ redirect_uris: [uri] })
    for (const [wrong, why] of [
      [{ prompt: 'none' }, /authentication is required/],
      [{ resource: 'https://x.example' }, /resource indicator/],
      [{ code_challenge: '' }, /code_challenge must be/],
      [{ response_type: 'token' }, /response_type/],
      [{ response_mode: 'form_post' }, /unknown form/],
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

  it('is that of a client with a name without tricks, and nothing else of its own', async ({
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

describe('A page of another site', () => {
  const it = libraryTest(sqlite)

  it('neither registers, redeems, refreshes, revokes nor asks for a device', async ({ app }) => {
    for (const url of ['/oauth/register', '/oauth/token', '/oauth/revoke', '/oauth/device']) {
      const headers = { 'sec-fetch-site': 'cross-site' }
      const response = await app.server.inject({ method: 'POST', url, headers, payload: {} })
      expect([url, response.json()]).toEqual([url, expect.objectContaining({ code: 'cross_site' })])
    }
    for (const url of ['/oauth/authorize', '/.well-known/oauth-authorization-server']) {
      const headers = { host: 'evil.example' }
      const response = await app.server.inject({ url, headers })
      expect([url, response.json()]).toEqual([url, expect.objectContaining({ code: 'cross_site' })])
    }
  })
})

describe('On https', () => {
  const it = libraryTest(sqlite, { BASE_URL: 'https://prompts.example.com' })

  it('other hosts of the domain cannot set the cookie that binds a request', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const response = await client.begin(ada, await client.registered())
    expect(response.cookies).toEqual([
      expect.objectContaining({
        name: '__Host-connect',
        path: '/',
        secure: true,
        httpOnly: true,
        sameSite: 'Lax',
      }),
    ])
    expect(response.cookies[0]?.domain).toBeUndefined()
    const location = await client.allow(ada, toUid(response))
    expect(location.searchParams.get('iss')).toBe('https://prompts.example.com')
    const inPlain = new Map([...ada.cookies].map(([name, value]) => [name.slice(7), value]))
    const uid = await client.beginUid(ada, await client.registered())
    const bob = await app.signUp('bob@example.com')
    bob.cookies.set('connect', inPlain.get('connect') ?? '')
    expect(await bob.failure(calls.describeConnection, { uid })).toEqual(gone)
  })
})

describe('Where requests are limited', () => {
  const it = libraryTest(sqlite, { RATE_LIMITS: 'on' })

  it('a network registers 20 apps at once, begins 60 requests, and tries 10 codes', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const statuses = []
    for (let count = 0; count < 21; count++) statuses.push((await client.register()).statusCode)
    expect(statuses).toEqual([...Array<number>(20).fill(201), 429])
    expect(await app.db.selectFrom('oauth_objects').select('kind').execute()).toHaveLength(20)
    const begun = []
    for (let count = 0; count < 61; count++) {
      begun.push((await app.server.inject({ url: '/oauth/authorize' })).statusCode)
    }
    expect(begun).toEqual([...Array<number>(60).fill(400), 429])
    const tried = []
    for (let count = 0; count < 11; count++) {
      const wrong = { userCode: `BCDF-GHJ${String.fromCodePoint(65 + count)}` }
      tried.push((await ada.send(calls.findDeviceRequest, wrong)).statusCode)
    }
    expect(tried).toEqual([...Array<number>(10).fill(400), 429])
    const asked = []
    for (let count = 0; count < 121; count++) {
      asked.push((await client.refresh('none', 'none')).statusCode)
    }
    expect(asked.slice(119)).toEqual([401, 429])
  })

  it('a connected app makes 120 calls at once', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const { tokens } = await client.connect(ada)
    const statuses = []
    for (let count = 0; count < 121; count++) {
      statuses.push((await client.ping(tokens.access_token)).statusCode)
    }
    expect(statuses.filter((status) => status === 429)).toEqual([429])
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('The description of an app', () => {
  let site: DescriptionServer
  beforeAll(async () => {
    site = await startDescriptionServer()
  })
  afterAll(() => site.stop())
  const it = libraryTest(sqlite)

  it.for(refusedHosts)('is not read away from the internet: https://%s', async (host) => {
    const { port } = new URL(site.url(''))
    // Not even where the operator allows it for models.
    const onInternet = { isLocal: false, modelHosts: [`https://${host}:${port}`] }
    const before = site.visits.length
    const read = fetchDescription(`https://${host}:${port}/client.json`, onInternet)
    expect((await read).status).toBe(403)
    expect(site.visits.length).toBe(before)
  })

  it('is not read by another protocol, with a user, or beyond a redirect', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const target = site.url('/target.json')
    site.answers.set('/target.json', describeAt('/target.json'))
    site.answers.set('/redirect.json', (response) =>
      response.writeHead(302, { location: target }).end(),
    )
    for (const clientId of [
      target.replace('https:', 'http:'),
      target.replace('https://', 'https://user@'),
      `${target}#x`,
      target.replace('/target', '/x/../target'),
      site.url('/redirect.json'),
      site.url('/missing.json'),
    ]) {
      const response = await client.begin(ada, clientId)
      expect([clientId, response.statusCode, response.headers.location]).toEqual([
        clientId,
        400,
        undefined,
      ])
    }
    expect(site.visits).not.toContain('/target.json')
    // Read once, and kept for a while.
    for (let count = 0; count < 3; count++) await client.beginUid(ada, target)
    expect(site.visits.filter((path) => path === '/target.json')).toHaveLength(1)
  })

  it('is not accepted if it is another one, wrong, huge, slow or with a secret', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const wrong: Record<string, object | string> = {
      other: describeAt('/target.json'),
      secret: { ...describeAt('/secret.json'), client_secret: 'x' },
      basic: { ...describeAt('/basic.json'), token_endpoint_auth_method: 'client_secret_basic' },
      redirect: { ...describeAt('/redirect.json'), redirect_uris: ['http://localhost.evil/'] },
      none: { ...describeAt('/none.json'), redirect_uris: [] },
      list: [],
      text: 'not JSON',
      huge: { ...describeAt('/huge.json'), padding: 'x'.repeat(70_000) },
    }
    for (const [name, answer] of Object.entries(wrong)) {
      site.answers.set(`/${name}.json`, (response) =>
        response.end(typeof answer === 'string' ? answer : JSON.stringify(answer)),
      )
      const response = await client.begin(ada, site.url(`/${name}.json`))
      expect([name, response.statusCode]).toEqual([name, 400])
    }
    site.answers.set('/slow.json', (response) => void response.write('{'))
    const soon = { connectMs: 200, silenceMs: 50, wholeMs: 200, maxBytes: 64_000 }
    const config = { isLocal: true }
    await expect(fetchDescription(site.url('/slow.json'), config, soon)).rejects.toThrow('model_')
  })

  it('names the host that vouches for the app, in the shapes of known ones', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    for (const [path, redirect, description] of [
      [
        '/oauth/claude-code-client-metadata',
        'http://localhost:54545/callback',
        {
          client_name: 'Claude Code',
          client_uri: 'https://claude.ai',
          redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
        },
      ],
      [
        '/vscode.json',
        'http://127.0.0.1:33418',
        {
          client_name: 'Visual Studio Code',
          client_uri: 'https://vscode.dev',
          grant_types: [
            'authorization_code',
            'refresh_token',
            'urn:ietf:params:oauth:grant-type:device_code',
          ],
          response_types: ['code'],
          redirect_uris: ['http://127.0.0.1:33418', 'https://vscode.dev/redirect'],
          token_endpoint_auth_method: 'none',
        },
      ],
      [
        '/chatgpt/client.json',
        'https://chatgpt.com/connector/oauth/abc',
        {
          client_name: 'ChatGPT',
          client_uri: 'https://chatgpt.com/',
          redirect_uris: ['https://chatgpt.com/connector/oauth/abc'],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'private_key_jwt',
          token_endpoint_auth_signing_alg: 'RS256',
          jwks_uri: site.url('/jwks.json'),
        },
      ],
    ] as const) {
      site.answers.set(path, { client_id: site.url(path), ...description })
      const uid = await client.beginUid(ada, site.url(path), { redirect_uri: redirect, scope: '' })
      expect(await ada.call(calls.describeConnection, { uid })).toMatchObject({
        host: new URL(site.url('')).host,
        name: description.client_name,
        scopes: ['library:read'],
      })
    }
  })

  it('has keys, by which alone the app redeems and refreshes', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: '1', use: 'sig', alg: 'RS256' }
    site.answers.set('/keys.json', { keys: [jwk] })
    const clientId = site.url('/signing.json')
    site.answers.set('/signing.json', {
      ...describeAt('/signing.json'),
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'RS256',
      jwks_uri: site.url('/keys.json'),
    })
    const prove = (claims: object = {}, key = privateKey) => {
      const now = Math.floor(Date.now() / 1000)
      const said = [
        { alg: 'RS256', kid: '1' },
        {
          iss: clientId,
          sub: clientId,
          aud: 'http://localhost:3000/oauth/token',
          jti: randomUUID(),
          exp: now + 60,
          ...claims,
        },
      ]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
      return {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: `${said}.${sign('sha256', Buffer.from(said), key).toString('base64url')}`,
      }
    }
    const newCode = async () => {
      const location = await client.allow(ada, await client.beginUid(ada, clientId))
      return location.searchParams.get('code') ?? ''
    }
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const code = await newCode()
    for (const wrong of [
      {},
      prove({}, other),
      prove({ aud: 'https://elsewhere.example' }),
      prove({ exp: 0 }),
      prove({ sub: 'another' }),
    ]) {
      expect((await client.redeem(clientId, code, wrong)).statusCode).toBeOneOf([400, 401])
    }
    const proof = prove()
    const redeemed = await client.redeem(clientId, code, proof)
    expect(redeemed.statusCode).toBe(200)
    const { refresh_token: token } = redeemed.json<Tokens>()
    expect((await client.refresh(clientId, token, proof)).statusCode).toBe(401)
    expect((await client.refresh(clientId, token)).statusCode).toBe(401)
    expect((await client.refresh(clientId, token, prove())).statusCode).toBe(200)
  })

  function describeAt(path: string) {
    return { client_id: site.url(path), client_name: 'App', redirect_uris: [redirectUri] }
  }
})
