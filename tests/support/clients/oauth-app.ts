import { createHash, randomBytes } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { appCalls } from '#contract/accounts/apps.ts'
import { commandLineId } from '#contract/accounts/oauth.ts'
import type { InputOf } from '#contract/core/call.ts'
import { tokenScopes } from '#contract/core/scopes.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import type { TestApp } from '#tests/support/library-test.ts'

export const redirectUri = 'http://localhost:4711/callback'

export type Tokens = { access_token: string; refresh_token: string; scope: string }

type Allowed = Partial<Omit<InputOf<typeof appCalls.allowConnection>, 'uid'>>

/** An app that requests access with OAuth, without a library. */
export function oauthApp({ server }: TestApp) {
  const verifier = randomBytes(32).toString('base64url')
  const post = (url: string, fields: Record<string, string>): Promise<LightMyRequestResponse> =>
    server.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      payload: new URLSearchParams(fields).toString(),
    })

  return {
    verifier,
    register: (metadata: object = {}): Promise<LightMyRequestResponse> =>
      server.inject({
        method: 'POST',
        url: '/oauth/register',
        payload: { client_name: 'Test app', redirect_uris: [redirectUri], ...metadata },
      }),

    async registered(metadata: object = {}): Promise<string> {
      const response = await this.register(metadata)
      return response.json<{ client_id: string }>().client_id
    },

    /** Sends a browser to the authorization server, like the app. */
    async begin(
      user: ApiUser,
      clientId: string,
      parameters: Record<string, string> = {},
    ): Promise<LightMyRequestResponse> {
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        state: 'the state',
        scope: 'library:read library:write',
        ...parameters,
      })
      const response = await server.inject({
        method: 'GET',
        url: `/oauth/authorize?${query.toString()}`,
        headers: {
          cookie: [...user.cookies].map((pair) => pair.join('=')).join('; '),
          accept: 'text/html',
        },
      })
      for (const { name, value } of response.cookies) user.cookies.set(name, value)
      return response
    },

    /** The id of the request with which a browser was redirected to the screen. */
    async beginUid(
      user: ApiUser,
      clientId: string,
      parameters: Record<string, string> = {},
    ): Promise<string> {
      return toUid(await this.begin(user, clientId, parameters))
    },

    /** Allows a request like the screen. Returns the app's own address with the answer. */
    async allow(user: ApiUser, uid: string, allowed: Allowed = {}): Promise<URL> {
      const { location } = await user.call(appCalls.allowConnection, {
        uid,
        scopes: ['library:read', 'library:write'],
        days: 30,
        ...allowed,
      })
      return new URL(location ?? '')
    },

    redeem: (clientId: string, code: string, fields: Record<string, string> = {}) =>
      post('/oauth/token', {
        grant_type: 'authorization_code',
        client_id: clientId,
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        ...fields,
      }),

    refresh: (clientId: string, token: string, fields: Record<string, string> = {}) =>
      post('/oauth/token', {
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: token,
        ...fields,
      }),

    revoke: (clientId: string, token: string) =>
      post('/oauth/revoke', { client_id: clientId, token }),

    askForDevice: (clientId: string, fields: Record<string, string> = {}) =>
      post('/oauth/device', { client_id: clientId, scope: 'library:read', ...fields }),

    redeemDevice: (clientId: string, deviceCode: string) =>
      post('/oauth/token', {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        client_id: clientId,
        device_code: deviceCode,
      }),

    /** Connects the command line, with the device flow. */
    async connectCommandLine(user: ApiUser, allowed: Allowed = {}): Promise<Partial<Tokens>> {
      const asked = await this.askForDevice(commandLineId, { scope: tokenScopes.join(' ') })
      const device = asked.json<{ user_code: string; device_code: string }>()
      const { uid, scopes } = await user.call(appCalls.findDeviceRequest, {
        userCode: device.user_code,
      })
      await user.call(appCalls.allowConnection, { uid, scopes, days: 30, ...allowed })
      const redeemed = await this.redeemDevice(commandLineId, device.device_code)
      return redeemed.json<Partial<Tokens>>()
    },

    async commandLineToken(user: ApiUser, allowed: Allowed = {}): Promise<string> {
      return (await this.connectCommandLine(user, allowed)).access_token ?? ''
    },

    /** Registers an app and connects it to a user's account. */
    async connect(
      user: ApiUser,
      allowed: Allowed = {},
      metadata: object = {},
    ): Promise<{ clientId: string; tokens: Tokens; code: string }> {
      const clientId = await this.registered(metadata)
      const location = await this.allow(user, await this.beginUid(user, clientId), allowed)
      const code = location.searchParams.get('code') ?? ''
      const response = await this.redeem(clientId, code)
      return { clientId, code, tokens: response.json<Tokens>() }
    },

    /** Sends an MCP message. */
    async ping(
      token: string,
      url = '/mcp',
      message: object = { method: 'ping' },
    ): Promise<LightMyRequestResponse> {
      return server.inject({
        method: 'POST',
        url,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json, text/event-stream',
        },
        payload: { jsonrpc: '2.0', id: 1, ...message },
      })
    },
  }
}

export function toUid({ headers, body }: LightMyRequestResponse): string {
  const uid = /^\/connect\/([\w-]{43})$/.exec(String(headers.location))?.[1]
  if (uid === undefined)
    throw new Error(`Not sent to the screen: ${String(headers.location)} ${body}`)
  return uid
}
