import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { calls } from '#contract/calls.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'
import { redirectUri, toUid } from '#tests/support/clients/oauth-app.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import {
  startDescriptionServer,
  type DescriptionServer,
} from '#tests/support/servers/description-server.ts'

let site: DescriptionServer
beforeAll(async () => {
  site = await startDescriptionServer()
  site.answers.set('/oauth/client.json', {
    client_id: site.url('/oauth/client.json'),
    client_name: 'Official client',
    redirect_uris: ['http://localhost/callback'],
    token_endpoint_auth_method: 'none',
  })
})
afterAll(() => site.stop())

/** Passes a client's requests to an app that does not listen. */
function fetchFrom({ server }: TestApp) {
  return async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(url)
    const { body } = init
    const payload = typeof body === 'string' ? body : body instanceof URLSearchParams && `${body}`
    const response = await server.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: {
        ...(body instanceof URLSearchParams && {
          'content-type': 'application/x-www-form-urlencoded',
        }),
        ...Object.fromEntries(new Headers(init.headers)),
      },
      ...(payload && { payload }),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value))
    return new Response(response.payload === '' ? null : response.payload, {
      status: response.statusCode,
      headers,
    })
  }
}

/** A client's storage, and the browser that it redirects to us. */
function authorizer(describedAt?: string) {
  const kept: Record<string, unknown> = {}
  let verifier = ''
  let address: URL | undefined
  return {
    address: () => address,
    kept,
    provider: {
      redirectUrl: redirectUri,
      clientMetadata: {
        client_name: 'Official client',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: 'library:read library:write',
      },
      ...(describedAt !== undefined && { clientMetadataUrl: describedAt }),
      clientInformation: () => kept['client'] as never,
      saveClientInformation: (client: unknown) => void (kept['client'] = client),
      tokens: () => kept['tokens'] as never,
      saveTokens: (tokens: unknown) => void (kept['tokens'] = tokens),
      redirectToAuthorization: (url: URL) => void (address = url),
      saveCodeVerifier: (text: string) => void (verifier = text),
      codeVerifier: () => verifier,
      discoveryState: () => kept['discovery'] as never,
      saveDiscoveryState: (state: unknown) => void (kept['discovery'] = state),
      invalidateCredentials: (what: string) => void delete kept[what],
    },
  }
}

/** Allows a client's request in a browser. Returns the client's address to which the browser is redirected. */
async function consent(app: TestApp, ada: ApiUser, url: URL | undefined): Promise<URL> {
  if (url === undefined) throw new Error('The client redirects no one to us.')
  const response = await app.server.inject({ url: url.pathname + url.search })
  for (const { name, value } of response.cookies) ada.cookies.set(name, value)
  const uid = toUid(response)
  const { scopes } = await ada.call(calls.describeConnection, { uid })
  const { location } = await ada.call(calls.allowConnection, { uid, scopes, days: 365 })
  return new URL(location ?? '')
}

async function makeLibrary(app: TestApp): Promise<ApiUser> {
  const ada = await app.signUp()
  await ada.call(calls.createPrompt, {
    name: 'Poem',
    shortName: 'poem',
    prompt: toStoredForm('Write about {topic}, {tone}.'),
    variables: [{ name: 'tone', kind: 'choice', options: [{ value: 'warm' }, { value: 'cold' }] }],
    color: '4ECDC4',
  })
  return ada
}

describe.each(databases)('The official client on $name', (database) => {
  const it = libraryTest(database)

  it.for([
    ['described at its site', true],
    ['registered', false],
  ] as const)(
    'of the newer generation, %s, discovers, connects, works, refreshes and ends',
    async ([, isDescribed], { app }) => {
      const ada = await makeLibrary(app)
      const { provider, kept, address } = authorizer(
        isDescribed ? site.url('/oauth/client.json') : undefined,
      )
      const mcp = new URL('http://localhost:3000/mcp')
      const options = { authProvider: provider as never, fetch: fetchFrom(app) }
      const identity = { name: 'test', version: '1' }
      const first = new StreamableHTTPClientTransport(mcp, options)
      await expect(new Client(identity).connect(first)).rejects.toThrow('Unauthorized')
      await first.finishAuth((await consent(app, ada, address())).searchParams)
      const client = new Client(identity)
      onTestFinished(() => client.close())
      await client.connect(new StreamableHTTPClientTransport(mcp, options))
      expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['poem'])
      const { messages } = await client.getPrompt({
        name: 'poem',
        arguments: { topic: 'bread', tone: 'warm' },
      })
      expect(JSON.stringify(messages)).toContain('Write about bread, warm.')
      const { completion } = await client.complete({
        ref: { type: 'ref/prompt', name: 'poem' },
        argument: { name: 'tone', value: 'w' },
      })
      expect(completion.values).toEqual(['warm'])
      const saved = await client.callTool({
        name: 'save_prompt',
        arguments: { title: 'Ode', text: 'An ode to {whom}.' },
      })
      expect(saved.isError).toBeUndefined()
      expect((await ada.call(calls.listPrompts, {})).prompts.map(({ name }) => name)).toEqual([
        'Ode',
        'Poem',
      ])
      const [connected] = (await ada.call(calls.listApps, {})).apps
      expect(connected).toMatchObject({
        host: isDescribed ? new URL(site.url('')).host : null,
        name: 'Official client',
        scopes: ['library:read', 'library:write'],
        isRenewed: false,
      })
      await waitFor(async () => {
        const { activity } = await ada.call(calls.listActivity, {})
        const agent = connected?.host ?? 'Official client'
        expect(activity).toContainEqual(
          expect.objectContaining({ kind: 'library_changed', via: 'app', agent }),
        )
      })
      const before = JSON.stringify(kept['tokens'])
      app.clock.now += 3_600_000
      expect((await client.listTools()).tools).toHaveLength(6)
      expect(JSON.stringify(kept['tokens'])).not.toBe(before)
      await ada.call(calls.endApp, { appId: connected?.id ?? '' })
      await expect(client.listTools()).rejects.toThrow()
    },
  )

  it('of the older generation, registered, does the same', async ({ app }) => {
    const ada = await makeLibrary(app)
    const { provider, kept, address } = authorizer()
    const mcp = new URL('http://localhost:3000/mcp')
    const options = { authProvider: provider as never, fetch: fetchFrom(app) }
    const identity = { name: 'test', version: '1' }
    const first = new OldTransport(mcp, options)
    await expect(new OldClient(identity).connect(first)).rejects.toThrow('Unauthorized')
    const location = await consent(app, ada, address())
    await first.finishAuth(location.searchParams.get('code') ?? '')
    const client = new OldClient(identity)
    onTestFinished(() => client.close())
    await client.connect(new OldTransport(mcp, options))
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['poem'])
    const filled = await client.getPrompt({ name: 'poem', arguments: { topic: 'bread' } })
    expect(JSON.stringify(filled.messages)).toContain('Write about bread,')
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'poem' },
      argument: { name: 'tone', value: 'c' },
    })
    expect(completion.values).toEqual(['cold'])
    const used = await client.callTool({
      name: 'use_prompt',
      arguments: { name: 'poem', values: { topic: 'bread', tone: 'cold' } },
    })
    expect(JSON.stringify(used.content)).toContain('Write about bread, cold.')
    const before = JSON.stringify(kept['tokens'])
    app.clock.now += 3_600_000
    expect((await client.listTools()).tools).toHaveLength(6)
    expect(JSON.stringify(kept['tokens'])).not.toBe(before)
    const [connected] = (await ada.call(calls.listApps, {})).apps
    await ada.call(calls.endApp, { appId: connected?.id ?? '' })
    await expect(client.listTools()).rejects.toThrow()
  })
})
