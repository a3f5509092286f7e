import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { allowRequest, getRequest, refuseRequest } from '#server/accounts/apps/answer-request.ts'
import { identifySession } from '#server/accounts/session/identify-session.ts'
import { oauthApp, toUid, type Tokens } from '#tests/support/clients/oauth-app.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const minute = 60_000
const gone = [404, 'connect_request_gone']

describe.each(databases)('A request of an app on $name', (database) => {
  const it = libraryTest(database)

  it('is answered in the browser in which it began, once, by the user logged in there', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const mallory = await app.signUp('mallory@example.com')
    const client = oauthApp(app)
    const clientId = await client.registered()
    // Mallory starts a request, and gets Ada to open it.
    const uid = await client.beginUid(mallory, clientId)
    const allowed = { uid, scopes: ['library:read'], days: 30 }
    await client.beginUid(ada, clientId)
    expect(await ada.failure(calls.describeConnection, { uid })).toEqual(gone)
    expect(await ada.failure(calls.allowConnection, allowed)).toEqual(gone)
    expect(await ada.failure(calls.refuseConnection, { uid })).toEqual(gone)
    // No URL for Ada returns a code of Mallory's, or vice versa.
    for (const path of [uid, `${uid}/`]) {
      const response = await app.server.inject({ url: `/oauth/authorize/${path}` })
      expect(response.statusCode).toBe(404)
    }
    await mallory.call(calls.describeConnection, { uid })
    // Ada logs in in the browser that Mallory used.
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

  it('grants no more than requested, requires recent re-authentication for changes, and expires', async ({
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

  it('that was read before it was answered cannot be answered again', async ({ app }) => {
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

  it('of a device is answered in the session in which its code was entered', async ({ app }) => {
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
    // A link to it is useless to others.
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

const [sqlite] = databases
if (sqlite === undefined) throw new Error('There is no database.')

describe('A page of another site', () => {
  const it = libraryTest(sqlite)

  it('neither registers, redeems, refreshes, revokes nor starts a device login', async ({
    app,
  }) => {
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

describe('With rate limits', () => {
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
    const { clientId, tokens } = await client.connect(ada)
    const statuses = []
    for (let count = 0; count < 60; count++) {
      statuses.push((await client.ping(tokens.access_token)).statusCode)
    }
    // Its next token continues the count.
    const refreshed = await client.refresh(clientId, tokens.refresh_token)
    const { access_token: next } = refreshed.json<Tokens>()
    for (let count = 0; count < 61; count++) {
      statuses.push((await client.ping(next)).statusCode)
    }
    expect(statuses.filter((status) => status === 429)).toEqual([429])
    expect(statuses.at(-1)).toBe(429)
  })
})
