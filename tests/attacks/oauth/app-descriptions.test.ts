import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { fetchDescription } from '#server/http/oauth/fetch-description.ts'
import { refusedHosts } from '#tests/fixtures/refused-hosts.ts'
import { oauthApp, redirectUri, type Tokens } from '#tests/support/clients/oauth-app.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'
import {
  startDescriptionServer,
  type DescriptionServer,
} from '#tests/support/servers/description-server.ts'

const [sqlite] = databases
if (sqlite === undefined) throw new Error('There is no database.')

describe('The description of an app', () => {
  let site: DescriptionServer
  beforeAll(async () => {
    site = await startDescriptionServer()
  })
  afterAll(() => site.stop())
  const it = libraryTest(sqlite)

  it.for(refusedHosts)('is not fetched from outside the internet: https://%s', async (host) => {
    const { port } = new URL(site.url(''))
    // Not even if the operator allows it for models.
    const onInternet = { isLocal: false, modelHosts: [`https://${host}:${port}`] }
    const before = site.visits.length
    const read = fetchDescription(`https://${host}:${port}/client.json`, onInternet)
    expect((await read).status).toBe(403)
    expect(site.visits.length).toBe(before)
  })

  it('is not fetched via another protocol, with a user, or after a redirect', async ({ app }) => {
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
    // Fetched once, and cached for a while.
    for (let count = 0; count < 3; count++) await client.beginUid(ada, target)
    expect(site.visits.filter((path) => path === '/target.json')).toHaveLength(1)
  })

  it("is rejected if it is another app's, invalid, huge, slow or contains a secret", async ({
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

  it('names the host that vouches for the app, in the formats of known ones', async ({ app }) => {
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

  it('has the only keys with which the app can redeem and refresh', async ({ app }) => {
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
      const signingInput = [
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
        client_assertion: `${signingInput}.${sign('sha256', Buffer.from(signingInput), key).toString('base64url')}`,
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
