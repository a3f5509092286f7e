import type { LookupOptions } from 'node:dns'
import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, onTestFinished } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import { identifyApp } from '#server/accounts/apps/identify-app.ts'
import { blockAccount, unblockAccount } from '#server/accounts/blocking/block-account.ts'
import { byOperator } from '#server/users/record-activity.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { databases } from '#tests/support/databases.ts'
import { holdLock } from '#tests/support/hold-lock.ts'
import {
  libraryTest,
  makeTestApp,
  readEverything,
  type TestApp,
} from '#tests/support/library-test.ts'
import { mailedSubjects } from '#tests/support/mailed-links.ts'
import { oauthApp, type Tokens } from '#tests/support/clients/oauth-app.ts'

const day = 24 * 60 * 60_000

/** Until the end of the test, this machine resolves no host name on the internet. */
function loseInternet(): void {
  const { lookup } = dns
  const replaceLookup = (replacement: unknown) => {
    Object.assign(dns, { lookup: replacement })
    syncBuiltinESMExports()
  }
  replaceLookup(async (name: string, options: LookupOptions) => {
    if (name === 'localhost') return lookup(name, options)
    throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' })
  })
  onTestFinished(() => replaceLookup(lookup))
}

/** Whether the metadata offers identification by the address of a description. */
async function offersDescriptions({ server }: TestApp): Promise<boolean> {
  const response = await server.inject({ url: '/.well-known/oauth-authorization-server' })
  expect(response.headers['cache-control']).toBe('no-cache')
  return 'client_id_metadata_document_supported' in response.json<object>()
}

type Connected = { clientId: string; tokens: Tokens }

describe.each(databases)('An app on $name', (database) => {
  const it = libraryTest(database)

  it('finds out how to connect', async ({ app }) => {
    const get = async (url: string) => (await app.server.inject({ url })).json<unknown>()
    const resource = await get('/.well-known/oauth-protected-resource/mcp')
    expect(resource).toMatchObject({
      resource: 'http://localhost:3000/mcp',
      authorization_servers: ['http://localhost:3000'],
      scopes_supported: ['library:read', 'library:write'],
    })
    expect(await get('/.well-known/oauth-protected-resource')).toEqual(resource)
    expect(await get('/.well-known/oauth-authorization-server')).toMatchObject({
      issuer: 'http://localhost:3000',
      authorization_endpoint: 'http://localhost:3000/oauth/authorize',
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
    })
    for (const url of ['/.well-known/openid-configuration', '/jwks', '/oauth/jwks', '/me']) {
      expect((await app.server.inject({ url })).statusCode).toBe(404)
    }
  })

  it('is asked to register for a day by servers without internet access', async ({ app }) => {
    const db = openDatabase(app.location)
    const other = await makeTestApp(database, { db })
    onTestFinished(async () => {
      await other.stop()
      await db.close()
    })
    const ada = await app.signUp()
    const client = oauthApp(app)
    loseInternet()
    const refused = await client.begin(ada, 'https://claude.ai/oauth/claude-code-client-metadata')
    expect(refused.statusCode).toBe(400)
    expect(refused.body).toContain('cannot fetch the description of the app from claude.ai')
    expect(refused.body).toContain(
      'Remove this server in the app, and add it again. The app then registers',
    )
    expect([await offersDescriptions(app), await offersDescriptions(other)]).toEqual([false, false])
    await client.beginUid(ada, await client.registered())
    app.clock.now += day
    expect(await offersDescriptions(app)).toBe(true)
    await client.begin(ada, 'https://claude.ai/oauth/claude-code-client-metadata')
    expect(await offersDescriptions(app)).toBe(false)
  })

  it.for(['https://localhost:1/client.json', 'https://claude.ai:1/x', 'https://dead.example/x'])(
    'is not asked to register because someone used %s',
    async (address, { app }) => {
      const ada = await app.signUp()
      loseInternet()
      const refused = await oauthApp(app).begin(ada, address)
      expect(refused.statusCode).toBe(400)
      expect(refused.body).toContain(
        `cannot fetch the description of the app from ${new URL(address).host}`,
      )
      expect(refused.body).toContain('Try again from the app')
      expect(refused.body).toContain('CLIENT_METADATA_DOCUMENTS=off')
      expect(await offersDescriptions(app)).toBe(true)
    },
  )

  it('is asked to register by a server that fetches no descriptions', async () => {
    const environment = { CLIENT_METADATA_DOCUMENTS: 'off' }
    const app = await makeTestApp(database, { environment })
    onTestFinished(app.close)
    expect(await offersDescriptions(app)).toBe(false)
    const url = '/.well-known/oauth-authorization-server'
    const document = (await app.server.inject({ url })).json<Record<string, unknown>>()
    expect(document['registration_endpoint']).toBe('http://localhost:3000/oauth/register')
  })

  it('is listed, downloaded, reported by mail and in the activity, until it is disconnected', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Work')
    const client = oauthApp(app)
    const { clientId, tokens } = await client.connect(ada, { folderId, days: 365 })
    const described = {
      isCommandLine: false,
      isExtension: false,
      host: null,
      name: 'Test app',
      scopes: ['library:read', 'library:write'],
      folder: { id: folderId, name: 'Work' },
      createdAt: new Date(app.clock.now).toISOString(),
      expiresAt: new Date(app.clock.now + 365 * day).toISOString(),
      isRenewed: false,
    }
    const list = async () => (await ada.call(calls.listApps, {})).apps
    expect(await list()).toEqual([{ id: expect.any(String), ...described, lastUsedOn: null }])
    app.clock.now += 1
    await client.ping(tokens.access_token)
    const today = new Date(app.clock.now).toISOString().slice(0, 10)
    await expect.poll(list).toMatchObject([{ ...described, lastUsedOn: today }])
    const { apps } = await ada.call(calls.downloadAccount, {})
    expect(apps).toMatchObject([{ clientId, name: 'Test app', folderId }])
    expect(await mailedSubjects(app, 'ada@example.com')).toContain(
      'An app was connected to your account',
    )
    const [{ plain_text: text } = { plain_text: '' }] = await app.db
      .selectFrom('mails')
      .select('plain_text')
      .where('subject', 'like', 'An app%')
      .execute()
    // Its own name may be anything.
    expect(text).toContain('An app was connected to your Promptshelf account ada@example.com.')
    expect(text).toContain('It can read and change your prompts.')
    const uid = await client.beginUid(ada, clientId)
    expect(await ada.call(calls.describeConnection, { uid })).toMatchObject({ isKnown: true })
    const [{ id: appId } = { id: '' }] = await list()
    const bob = await app.signUp('bob@example.com')
    expect(await bob.failure(calls.endApp, { appId })).toEqual([404, 'not_found'])
    await ada.call(calls.endApp, { appId })
    expect(await ada.failure(calls.endApp, { appId })).toEqual([404, 'not_found'])
    expect((await client.ping(tokens.access_token)).statusCode).toBe(401)
    expect((await client.refresh(clientId, tokens.refresh_token)).statusCode).toBe(400)
    const { activity } = await ada.call(calls.listActivity, {})
    expect(activity).toMatchObject([
      { kind: 'app_ended', via: 'browser', name: 'Test app' },
      { kind: 'account_downloaded' },
      { kind: 'app_connected', via: 'browser', name: 'Test app' },
      { kind: 'signed_in' },
    ])
  })

  it('stays for 30 days after its last use, or for a year', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const idle = await client.connect(ada)
    const used = await client.connect(ada)
    const yearly = await client.connect(ada, { days: 365 })
    const refresh = async ({ clientId, tokens }: Connected) => {
      const response = await client.refresh(clientId, tokens.refresh_token)
      if (response.statusCode === 200) return { clientId, tokens: response.json<Tokens>() }
      expect(response.json()).toMatchObject({ error: expect.stringMatching(/^invalid_/) })
      return undefined
    }
    const ends = async () => {
      await ada.signIn('ada@example.com', 'correct horse')
      return (await ada.call(calls.listApps, {})).apps.map(({ expiresAt }) => expiresAt)
    }
    let current: Connected | undefined = used
    for (let count = 0; count < 14; count++) {
      app.clock.now += 29 * day
      // Also before it is swept.
      if (count === 1) expect(await refresh(idle)).toBeUndefined()
      await app.sweepExpired()
      current = current && (await refresh(current))
      expect((await client.ping(current?.tokens.access_token ?? '')).statusCode).toBe(200)
      const end = new Date(app.clock.now + 30 * day).toISOString()
      await expect.poll(ends).toContain(end)
    }
    expect(await refresh(yearly)).toBeUndefined()
    expect(await ends()).toHaveLength(1)
  })

  it('leaves nothing behind that grants access', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const grant_types = ['urn:ietf:params:oauth:grant-type:device_code', 'authorization_code']
    const clientId = await client.registered({ grant_types })
    const uid = await client.beginUid(ada, clientId)
    const waiting = await client.beginUid(ada, clientId)
    const code = (await client.allow(ada, uid)).searchParams.get('code') ?? ''
    const { access_token, refresh_token } = (await client.redeem(clientId, code)).json<Tokens>()
    const again = (await client.refresh(clientId, refresh_token)).json<Tokens>()
    const device = (await client.askForDevice(clientId)).json<Record<string, string>>()
    const stored = await readEverything(app)
    const secrets = [
      uid,
      waiting,
      code,
      access_token,
      refresh_token,
      again.access_token,
      again.refresh_token,
      device['device_code'],
      device['user_code'],
      device['user_code']?.replace('-', ''),
      ada.cookies.get('connect'),
    ]
    for (const secret of secrets) expect(stored).not.toContain(secret)
    expect(stored).toContain(access_token === '' ? '' : 'AccessToken')
    await ada.call(calls.deleteAccount, {})
    const left = await app.db.selectFrom('oauth_objects').select('kind').execute()
    expect(left.map(({ kind }) => kind).toSorted()).toEqual(['Client', 'DeviceCode', 'Interaction'])
    app.clock.now += 29 * day
    await app.sweepExpired()
    expect((await client.begin(ada, clientId)).statusCode).toBe(303)
    app.clock.now += 400 * day
    await app.sweepExpired()
    expect(await app.db.selectFrom('oauth_objects').select('kind').execute()).toEqual([])
    expect((await client.begin(ada, clientId)).statusCode).toBe(400)
  })

  it('registers with at most 4 kB', async ({ app }) => {
    const register = async (count: number) => {
      const redirect_uris = Array.from(
        { length: count },
        (_, at) => `https://app.example/${at}${'ä'.repeat(950)}`,
      )
      const payload = { redirect_uris }
      return app.server.inject({ method: 'POST', url: '/oauth/register', payload })
    }
    expect((await register(1)).statusCode).toBe(201)
    const refused = await register(2)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { error: 'invalid_client_metadata' },
    ])
    expect((await register(16)).statusCode).toBe(413)
    expect(await app.db.selectFrom('oauth_objects').select('kind').execute()).toHaveLength(1)
  })

  it('that no one allows is deleted after a day', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const unused = await client.registered()
    const { clientId } = await client.connect(ada)
    app.clock.now += day
    await app.sweepExpired()
    expect((await client.begin(ada, unused)).statusCode).toBe(400)
    expect((await client.begin(ada, clientId)).statusCode).toBe(303)
  })

  it('ends with the password, and is one of 50', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const clientId = await client.registered()
    const { tokens } = await client.connect(ada)
    for (let count = 1; count < limits.apps - 1; count++) {
      await client.allow(ada, await client.beginUid(ada, clientId))
    }
    const uids = [await client.beginUid(ada, clientId), await client.beginUid(ada, clientId)]
    // Both have started before the first of them completes.
    const lock = isPostgres(app.db) ? await holdLock(app, 'select 1 from users for update') : null
    const answering = Promise.all(
      uids.map((uid) =>
        ada.send(calls.allowConnection, { uid, scopes: ['library:read'], days: 30 }),
      ),
    )
    await lock?.waitForQueue(2)
    await lock?.release()
    const statuses = (await answering).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 403])
    await ada.call(calls.endOtherSessions, { keepsTokens: true })
    expect((await client.ping(tokens.access_token)).statusCode).toBe(200)
    await ada.call(calls.endOtherSessions, {})
    expect((await client.ping(tokens.access_token)).statusCode).toBe(401)
    expect((await ada.call(calls.listApps, {})).apps).toEqual([])
  })

  it('ends when its account is blocked', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const { clientId, tokens } = await client.connect(ada)
    const actor = await identifyApp(app.services, tokens.access_token, true)
    if (actor === undefined) throw new Error('The token is valid.')
    await blockAccount(app.services, actor.owner, byOperator)
    expect((await client.ping(tokens.access_token)).statusCode).toBe(401)
    await unblockAccount(app.services, actor.owner, byOperator)
    expect((await client.ping(tokens.access_token)).statusCode).toBe(401)
    expect((await client.refresh(clientId, tokens.refresh_token)).statusCode).toBe(400)
  })

  it('is served by any of several servers', async ({ app }) => {
    const db = openDatabase(app.location)
    const other = await makeTestApp(database, { db })
    const ada = await app.signUp()
    const [one, two] = [oauthApp(app), oauthApp(other)]
    const clientId = await one.registered()
    const uid = await two.beginUid(ada, clientId)
    const code = (await one.allow(ada, uid)).searchParams.get('code') ?? ''
    const redeemed = await one.redeem(clientId, code, { code_verifier: two.verifier })
    const tokens = redeemed.json<Tokens>()
    expect((await two.ping(tokens.access_token)).statusCode).toBe(200)
    expect((await two.refresh(clientId, tokens.refresh_token)).statusCode).toBe(200)
    expect((await one.refresh(clientId, tokens.refresh_token)).statusCode).toBe(400)
    expect((await two.ping(tokens.access_token)).statusCode).toBe(401)
    await other.stop()
    await db.close()
  })
})
